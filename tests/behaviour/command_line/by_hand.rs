//! Records that a person deletes on the command line: no run, rerun or reading brings them back.

use crate::command_line::Bench;
use crate::engine::list_rule;
use crate::engine::support::server::{Reply, Site};
use crate::texts::{fixed_part, t};

/// A list of so many articles whose text is another one each time.
fn news(articles: usize) -> Site {
    Site::start(move |ask| match ask.path.as_str() {
        "/" => crate::engine::list(1, articles + 1, None),
        path => Reply::html(format!(
            "<title>A</title><h1>Title {path}</h1><div class='text'>Revision {} of it, long \
             enough to be an article.</div>",
            ask.before
        )),
    })
}

fn collected(site: &Site) -> Bench {
    let bench = Bench::new();
    let rule = list_rule(&site.url("/"), "delay = '0s'");
    bench.add(&[("list.toml".to_owned(), rule)]);
    bench.ok(&["site", "set", "Test", "--again", "listed"]);
    bench.ok(&["run"]);
    bench
}

fn addresses(found: &serde_json::Value) -> Vec<String> {
    let list = found.as_array().expect("a list").iter();
    let url = |stored: &serde_json::Value| stored["record"]["url"].as_str().map(str::to_owned);
    list.filter_map(url).collect()
}

#[test]
fn deleted_records_are_not_collected_again_until_they_are_restored() {
    let site = news(6);
    let bench = collected(&site);
    let everything = || addresses(&bench.json(&["search", "title", "--limit", "99"]));
    assert_eq!(everything().len(), 6);
    let (one, two) = (site.url("/a1"), site.url("/a2"));
    let chosen = bench.json(&["record", "delete", "--query", "title", "--dry-run"]);
    assert_eq!(addresses(&chosen).len(), 6);
    let said = bench.ok(&["record", "delete", &one, &two]);
    assert!(said.contains(t!("texts-deleted", count = 2)), "{said}");
    for _ in 0..2 {
        bench.ok(&["run"]);
        bench.ok(&["rule", "rerun", "Test"]);
    }
    let left = everything();
    assert_eq!(left.len(), 4);
    assert!(!left.contains(&one) && !left.contains(&two), "{left:?}");
    let again = bench.json(&["rule", "rerun", "Test", "--dry-run"]);
    assert_eq!(again["records_new"], 0, "{again}");
    let gone = bench.json(&["changes", "--kind", "gone"]);
    assert_eq!(gone, serde_json::json!([]));
    bench.ok(&["storage", "check"]);

    let listed = bench.json(&["record", "list-deleted"]);
    assert_eq!(addresses(&listed).len(), 2);
    let narrowed = bench.json(&["record", "list-deleted", "/a2", "--site", "Test"]);
    assert_eq!(addresses(&narrowed), std::slice::from_ref(&two));
    let number = narrowed[0]["id"].to_string();
    let done = bench.json(&["record", "restore", &number]);
    assert_eq!(done["count"], 1, "{done}");
    assert_eq!(everything().len(), 5);
    bench.ok(&["run"]);
    let versions = bench.ok(&["versions", &two]);
    assert!(versions.contains("Revision"), "it is read on: {versions}");
    let refused = bench.fails(1, &["record", "restore", &number]);
    assert!(
        refused.contains(fixed_part("cli-record-unknown")),
        "{refused}"
    );
    bench.fails(2, &["record", "delete"]);
    assert_eq!(
        bench.json(&["record", "restore", "--site", "Test"])["count"],
        1
    );
    assert_eq!(everything().len(), 6);
}
