//! Setting up a watch from the command line: when a site runs, what each run reads again and what that
//! costs; a page read twice before it is watched.

use crate::command_line::Bench;
use crate::engine::list_rule;
use crate::engine::support::server::{Reply, Site};
use crate::texts::t;

#[test]
fn a_site_is_set_to_be_watched_and_says_what_it_costs() {
    let site = Site::start(|ask| match ask.path.as_str() {
        "/" => crate::engine::list(1, 4, None),
        path => Reply::html(format!(
            "<title>A</title><h1>Title {path}</h1><div class='text'>Revision {} of it, long \
             enough to be an article.</div>",
            ask.before
        )),
    });
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    bench.add(&[("list.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    let said = bench.ok(&["site", "set", "Test", "--every", "1h", "--again", "listed"]);
    let run = t!("reading-cost-run", count = 4);
    assert!(
        said.contains(t!("reading-cost-day", run = run, count = 96)),
        "{said}"
    );
    bench.ok(&["run"]);
    let changed = bench.json(&["changes", "--kind", "changed"]);
    assert_eq!(changed.as_array().expect("changes").len(), 3);
    let shown = bench.ok(&["site", "show", "Test"]);
    assert!(shown.contains("articles = \"listed\"") && shown.contains("cron = \"0 * * * *\""));

    let page = site.url("/a2");
    bench.ok(&[
        "site",
        "set",
        "Test",
        "--once",
        "--again",
        "new",
        "--watch-page",
        &page,
    ]);
    bench.ok(&["run"]);
    assert_eq!((site.asked("/a1"), site.asked("/a2")), (2, 3));
    let shown = bench.ok(&["site", "show", "Test"]);
    assert!(
        !shown.contains("[schedule]") && shown.contains(&page),
        "{shown}"
    );
    let refused = bench.fails(1, &["site", "set", "Test", "--every", "7m"]);
    assert!(refused.contains("7m"), "{refused}");
    let refused = bench.fails(1, &["site", "set", "Test", "--again", "often"]);
    assert!(refused.contains("often"), "{refused}");
}

#[test]
fn a_page_read_twice_tells_its_key_and_its_noise() {
    let site = Site::start(|ask| {
        let rows: String = ["Oak", "Ash", "Elm", "Yew"]
            .iter()
            .enumerate()
            .map(|(nth, paper)| {
                let watching = nth * 9 + ask.before;
                let price = 3 + nth;
                format!("<tr><td>{paper}</td><td>{price}.5</td><td>{watching} people watch this</td></tr>")
            })
            .collect();
        Reply::html(format!(
            "<title>P</title><h1>Papers</h1><table>{rows}</table>"
        ))
    });
    let bench = Bench::new();
    let field = |name: &str, nth: usize, kind: &str| {
        format!(
            "[[field]]\nname = '{name}'\nselect = [{{ css = 'td:nth-of-type({nth})' }}]\ntype = '{kind}'\n"
        )
    };
    let rule = format!(
        "[site]\nname = 'Papers'\nkind = 'pages'\nstart = ['{}']\n[politeness]\ndelay = '0s'\n\
         [record]\nitem = {{ css = 'tr' }}\n{}{}{}[content]\ngeneric = false\n",
        site.url("/"),
        field("paper", 1, "text"),
        field("price", 2, "number"),
        field("interest", 3, "text"),
    );
    let file = bench.write("papers.toml", &rule);
    let file = file.to_string_lossy();
    let out = bench.path("better.toml");
    let out = out.to_string_lossy();
    let page = site.url("/");
    let found = bench.json(&[
        "rule", "test", &file, "--page", &page, "--twice", "--out", &out,
    ]);
    assert_eq!(found["key"], "paper");
    assert_eq!(found["noise"][0]["field"], "interest");
    assert_eq!(found["noise"][0]["way"], "ignore");
    assert_eq!(found["noise"].as_array().map(Vec::len), Some(1));
    let again = bench.ok(&["rule", "test", &out, "--page", &page, "--twice"]);
    assert!(again.contains(t!("watch-quiet")), "{again}");
}
