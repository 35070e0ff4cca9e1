//! Searches with several engines from the command line: the list, words from a file, and an engine whose
//! robots.txt forbids its search.

use crate::command_line::Bench;
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

fn results(title: &str) -> Reply {
    Reply::html(format!(
        "<html><title>Results</title><body><li><a href='http://found.example/1'>{title}</a></li>"
    ))
}

#[test]
fn an_engine_that_forbids_its_search_is_named_and_not_asked() {
    let open = Site::start(|_| results("Open"));
    let closed = Site::with_robots(Some("User-agent: *\nDisallow: /search\n"), |_| {
        results("Closed")
    });
    let engine = |name: &str, site: &Site| {
        format!(
            "[[engine]]\nname = '{name}'\ngroup = 'general'\nterms = 'http://terms.example/'\n\
             url = '{}'\n[engine.list]\nitem = {{ css = 'li' }}\nlink = {{ css = 'a' }}\n\
             [[engine.list.field]]\nname = 'title'\nselect = [{{ css = 'a' }}]\n",
            site.url("/search?q={query}")
        )
    };
    let bench = Bench::new();
    let engines = format!("{}{}", engine("Open", &open), engine("Closed", &closed));
    let engines = bench.write("engines.toml", &engines);
    let engines = engines.to_string_lossy();
    let words = bench.write("words.txt", "new bridge\n\n大桥\nnew bridge\n");
    let words = words.to_string_lossy();
    let listed = bench.json(&["site", "add-search", "--list"]);
    assert!(listed.as_array().expect("engines").len() > 8);
    let add = [
        "site",
        "add-search",
        "--engines",
        &engines,
        "--words",
        &words,
        "--yes",
    ];
    let output = bench.run(&[&add[..], &["Open", "closed"]].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    let refused = t!(
        "search-refused",
        name = "Closed",
        rule = "Disallow: /search"
    );
    assert!(told.contains(refused), "{told}");
    let sites = bench.json(&["site", "list"]);
    assert_eq!(sites[0]["name"], "new bridge, 大桥");
    bench.ok(&["run"]);
    let asked = |site: &Site, word: &str| site.asked(&format!("/search?q={word}"));
    assert_eq!(asked(&open, "new+bridge"), 1);
    assert_eq!(
        (asked(&closed, "new+bridge"), asked(&closed, "word")),
        (0, 0)
    );
    let records = bench.json(&["search", "Open"]);
    let record = &records.as_array().expect("records")[0]["record"];
    assert_eq!(record["title"], "Open");
    let fields = record["fields"].to_string();
    assert!(
        fields.contains("Open #1") && fields.contains("大桥"),
        "{fields}"
    );
    let none = bench.fails(1, &[&add[..], &["Closed"]].concat());
    assert!(none.contains(t!("search-all-refused")), "{none}");
    let unknown = bench.fails(1, &[&add[..], &["Elsewhere"]].concat());
    assert!(unknown.contains("Elsewhere"), "{unknown}");
}
