//! `changes`: the stream of what changed, narrowed, marked and written to files.

use crate::command_line::Bench;
use crate::engine::watching::price_table::PriceTable;
use crate::texts::t;

fn watched() -> (PriceTable, Bench) {
    let table = PriceTable::start(12, 7);
    let bench = Bench::new();
    bench.add(&[("prices.toml".to_owned(), table.rule(""))]);
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
    let refused = bench.fails(1, &["changes", "--out", "history.rss", "--format", "rss"]);
    assert!(refused.contains("csv, xlsx"), "{refused}");
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
