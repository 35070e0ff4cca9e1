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

#[test]
fn feeds_go_out_as_a_list_with_tags_as_folders_and_come_in_again() {
    let bench = Bench::new();
    let rule = |name: &str, kind: &str, url: &str| {
        let text = format!("[site]\nname = '{name}'\nkind = '{kind}'\nstart = ['{url}']\n");
        (format!("{name}.toml"), text)
    };
    bench.add(&[
        rule("Ferry & port", "feed", "https://a.example/feed?x=1&y=2"),
        rule("Tea", "feed", "https://b.example/feed"),
        rule("Page", "pages", "https://c.example/"),
    ]);
    bench.ok(&["site", "tag", "Ferry & port", "--add", "sea"]);
    let file = bench.path("feeds.opml");
    let out = file.to_string_lossy().into_owned();
    let told = bench.json(&["site", "export", "--opml", &out]);
    assert_eq!(told["feeds"], 2, "{told}");
    let text = std::fs::read_to_string(&file).expect("a list");
    assert!(text.contains("<outline text=\"sea\""), "{text}");
    let folder = bench.path("back").to_string_lossy().into_owned();
    bench.ok(&["rule", "import", "opml", &out, "--out", &folder]);
    let mut names = std::fs::read_dir(&folder)
        .expect("rules")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".toml"))
        .collect::<Vec<_>>();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
    bench.fails(1, &["site", "export", "--opml", &out]);
}
