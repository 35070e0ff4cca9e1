//! Several sites at once from the command line: by name, by tag, all; shown first.

use crate::command_line::Bench;
use crate::texts::t;

fn bench() -> Bench {
    let bench = Bench::new();
    let rules = ["Alpha", "Beta", "Gamma"].map(|name| {
        let rule = format!(
            "[site]\nname = '{name}'\nkind = 'pages'\nstart = ['http://127.0.0.1:1/{name}']\n"
        );
        (format!("{name}.toml"), rule)
    });
    bench.add(&rules);
    bench
}

fn names(bench: &Bench, holds: impl Fn(&serde_json::Value) -> bool) -> Vec<String> {
    let sites = bench.json(&["site", "list"]);
    let sites = sites.as_array().expect("sites").iter();
    let named = sites.filter(|site| holds(site));
    named
        .map(|site| site["name"].as_str().expect("a name").to_owned())
        .collect()
}

#[test]
fn sites_of_a_tag_are_changed_and_shown_first() {
    let bench = bench();
    bench.ok(&["site", "tag", "Alpha", "Gamma", "--add", "press"]);
    let shown = bench.json(&["site", "disable", "--tag", "press", "--dry-run"]);
    assert_eq!(shown["sites"], serde_json::json!(["Alpha", "Gamma"]));
    assert_eq!(names(&bench, |site| site["enabled"] == false).len(), 0);
    bench.ok(&["site", "disable", "--tag", "press"]);
    assert_eq!(
        names(&bench, |site| site["enabled"] == false),
        ["Alpha", "Gamma"]
    );
    bench.ok(&["site", "enable", "--all"]);
    assert_eq!(names(&bench, |site| site["enabled"] == true).len(), 3);
    bench.ok(&[
        "site", "set", "--tag", "press", "--delay", "7s", "--robots", "no",
    ]);
    let changed = |site: &serde_json::Value| {
        let rule = site["rule_toml"].as_str().unwrap_or_default();
        rule.contains("delay = \"7s\"") && rule.contains("robots = false")
    };
    assert_eq!(names(&bench, changed), ["Alpha", "Gamma"]);
    let refused = bench.fails(1, &["site", "set", "--all", "--delay", "soon"]);
    assert!(refused.contains("soon"), "{refused}");
    bench.ok(&["site", "tag", "Alpha", "--remove", "press"]);
    let shown = bench.json(&["site", "remove", "--tag", "press", "--dry-run"]);
    assert_eq!(shown["sites"], serde_json::json!(["Gamma"]));
    let asked = bench.fails(2, &["site", "remove", "--tag", "press"]);
    let needs = t!("cli-sites-remove-needs-yes", count = 1, records = 0);
    assert!(asked.contains(needs), "{asked}");
    bench.ok(&["site", "remove", "--tag", "press", "--yes"]);
    assert_eq!(names(&bench, |_| true), ["Alpha", "Beta"]);
    bench.fails(1, &["site", "disable", "--tag", "unknown"]);
    bench.fails(2, &["site", "disable"]);
    bench.fails(2, &["stop", "--dry-run"]);
    let shown = bench.json(&["pause", "--all", "--dry-run"]);
    assert_eq!(shown["sites"], serde_json::json!(["Alpha", "Beta"]));
}
