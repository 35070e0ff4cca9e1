//! `changes`: the stream of what changed, narrowed, marked and written to files.

use crate::command_line::Bench;
use crate::engine::watching::price_table::PriceTable;
use crate::texts::t;

pub(super) fn watched() -> (PriceTable, Bench) {
    let table = PriceTable::start(12, 7);
    let bench = Bench::new();
    let rule = table
        .rule("")
        .replace("kind = 'pages'", "kind = 'pages'\ntags = ['market']");
    bench.add(&[("prices.toml".to_owned(), rule)]);
    for _ in 0..6 {
        table.expect_reading();
        bench.ok(&["run"]);
        table.change();
    }
    (table, bench)
}

#[test]
fn changes_are_listed_narrowed_and_marked() {
    let (table, bench) = watched();
    let expected = table.expected();
    let count = |arguments: &[&str]| {
        let all = [&["changes", "--limit", "1000"], arguments].concat();
        bench.json(&all).as_array().expect("changes").len()
    };
    assert_eq!(count(&[]), expected.len());
    let of_kind = |kind: &str| expected.iter().filter(|one| one.0 == kind).count();
    assert_eq!(count(&["--kind", "changed"]), of_kind("changed"));
    assert_eq!(count(&["--kind", "gone"]), of_kind("gone"));
    let runs = bench.json(&["runs"]);
    let of_run = |run: &serde_json::Value| run["progress"]["records_gone"].as_u64();
    let runs = runs.as_array().expect("runs").iter();
    let gone: u64 = runs.filter_map(of_run).sum();
    assert_eq!(
        usize::try_from(gone),
        Ok(of_kind("gone")),
        "runs say it too"
    );
    assert!(gone > 0);
    assert_eq!(count(&["--field", "price"]), of_kind("changed"));
    assert_eq!(count(&["--field", "product"]), 0);
    assert_eq!(
        count(&["--site", "Prices", "--since", "1h"]),
        expected.len()
    );
    assert_eq!(count(&["--since", "2999-01-01"]), 0);
    let one = expected.iter().find(|one| one.0 == "changed").expect("one");
    let of_one = |one: &str| expected.iter().filter(|other| other.1 == one).count();
    let number = one.1.trim_start_matches("Item ");
    assert_eq!(count(&[&format!("\"item {number}\"")]), of_one(&one.1));

    let shown = bench.ok(&["changes"]);
    assert!(shown.contains(&format!("{} → {}", one.3, one.4)), "{shown}");
    assert!(shown.contains(t!("change-changed")), "{shown}");
    bench.ok(&[
        "changes",
        "--kind",
        "changed",
        "--limit",
        "1000",
        "--mark-read",
    ]);
    let unread = expected.len() - of_kind("changed");
    assert_eq!(count(&["--unread"]), unread);
}

#[test]
fn the_history_is_written_as_files() {
    let (table, bench) = watched();
    let csv = bench.path("history.csv");
    bench.ok(&["changes", "--out", &csv.to_string_lossy()]);
    let (head, rows) = super::csv_rows(&csv);
    assert_eq!(
        head,
        [
            "site", "record", "url", "time", "kind", "field", "before", "value"
        ]
    );
    let mut written: Vec<_> = rows
        .iter()
        .map(|row| {
            let cell = |nth: usize| row[nth].clone();
            (cell(4), cell(1), cell(5), cell(6), cell(7))
        })
        .collect();
    written.sort();
    assert_eq!(written, table.expected());
    for name in ["history.jsonl", "history.xlsx"] {
        let path = bench.path(name);
        bench.ok(&["changes", "--out", &path.to_string_lossy()]);
        assert!(path.metadata().expect("written").len() > 100, "{name}");
    }
    let refused = bench.fails(1, &["changes", "--out", "history.parquet"]);
    assert!(refused.contains("csv, xlsx"), "{refused}");
    bench.fails(2, &["changes", "--out", "history.xml", "--format", "rss"]);
}

/// What stands between two tags, one after the other.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    let parts = text.split(from).skip(1);
    parts.filter_map(|part| part.split(to).next()).collect()
}

#[test]
fn the_history_is_a_feed_whose_entries_keep_their_ids() {
    let (table, bench) = watched();
    let (atom, json) = (bench.path("history.atom"), bench.path("history.json"));
    let write = |path: &std::path::Path, more: &[&str]| {
        let path = path.to_string_lossy().into_owned();
        bench.ok(&[&["changes", "--out", &path], more].concat());
        std::fs::read_to_string(path).expect("a file")
    };
    let feed = write(&atom, &[]);
    let expected = table.expected();
    let ids = |feed: &str| -> Vec<String> {
        let ids = between(feed, "<id>", "</id>").into_iter();
        ids.map(str::to_owned).collect()
    };
    let first = ids(&feed);
    assert_eq!(first.len(), expected.len() + 1, "{feed}");
    let distinct: std::collections::BTreeSet<&String> = first.iter().collect();
    assert_eq!(distinct.len(), first.len(), "{first:?}");
    let changed = expected.iter().find(|one| one.0 == "changed").expect("one");
    let title = format!("{}: {} {} → {}", changed.1, changed.2, changed.3, changed.4);
    assert!(
        between(&feed, "<title>", "</title>").contains(&title.as_str()),
        "{feed}"
    );
    let value: serde_json::Value = serde_json::from_str(&write(&json, &[])).expect("JSON");
    assert_eq!(value["version"], "https://jsonfeed.org/version/1.1");
    let items = value["items"].as_array().expect("items");
    let in_json: Vec<&str> = items
        .iter()
        .filter_map(|item| item["id"].as_str())
        .collect();
    assert_eq!(in_json, &first[1..], "both feeds name the same entries");

    // After another reading the old entries are the same, and a narrower feed is another one.
    table.expect_reading();
    bench.ok(&["run"]);
    let second = ids(&write(&atom, &[]));
    assert!(
        second.len() > first.len() && second.ends_with(&first[1..]),
        "{second:?}"
    );
    assert_eq!(second[0], first[0], "the same feed");
    let narrow = ids(&write(&atom, &["--site", "Prices", "--kind", "changed"]));
    assert_ne!(narrow[0], first[0], "another feed");
    assert!(narrow[1..].iter().all(|id| second.contains(id)));
}

#[test]
fn changes_are_narrowed_by_the_tag_of_a_site_together_with_the_rest() {
    let (table, bench) = watched();
    let expected = table.expected();
    let count = |arguments: &[&str]| {
        let all = [&["changes", "--limit", "1000"], arguments].concat();
        bench.json(&all).as_array().expect("changes").len()
    };
    assert_eq!(count(&["--tag", "other"]), 0);
    assert_eq!(count(&["--tag", "market"]), expected.len());
    let gone = expected.iter().filter(|one| one.0 == "gone").count();
    let both = [
        "--tag", "market", "--kind", "gone", "--since", "1h", "--unread",
    ];
    assert_eq!(count(&both), gone);
    let neither = ["--tag", "other", "--site", "Prices"];
    assert_eq!(count(&neither), 0);
}

#[test]
fn changes_are_told_after_each_run_that_finds_some() {
    let (table, bench) = watched();
    bench.ok(&["alert", "add", "changes"]);
    let facts = || {
        let all = table.expected().into_iter();
        all.filter(|fact| fact.0 != "new").count()
    };
    let history = || {
        let history = bench.json(&["alert", "history"]);
        history.as_array().expect("alerts").clone()
    };
    assert!(history().is_empty(), "found before it was asked for");
    let before = facts();
    table.expect_reading();
    bench.ok(&["run"]);
    let found = facts() - before;
    assert!(found > 0, "the table changed");
    let told = history();
    assert_eq!(told.len(), 1, "{told:?}");
    let text = told[0]["message"].to_string();
    assert!(text.contains("alert-changes"), "{text}");
    assert!(text.contains(&format!("[\"count\",{found}]")), "{text}");

    table.expect_reading();
    bench.ok(&["run"]);
    let told = history();
    assert_eq!(told.len(), 1, "nothing changed since: {told:?}");
    assert!(told[0]["cleared_at"].is_string(), "{told:?}");
}
