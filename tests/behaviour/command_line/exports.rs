//! Exports and archives as people use them: the command line on a project that a run filled.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::Duration;

use rusqlite::{Connection, params};

use crate::command_line::{Bench, output_text};
use crate::servers::Pages;

/// A project with three records of a run.
pub fn collected() -> Bench {
    let items: String = (0..3)
        .map(|n| format!("<li><a href='/a{n}.html'>Item {n}</a></li>"))
        .collect();
    let mut pages = Pages::new().page("/", &format!("<title>List</title>{items}"));
    for n in 0..3 {
        let html = format!(
            "<title>x</title><h1>标题 {n}</h1><b>1{n}</b><p>=Some text about 天气 number {n}.</p>"
        );
        pages = pages.page(&format!("/a{n}.html"), &html);
    }
    let pages = pages.start();
    let bench = Bench::new();
    let rule = format!(
        "[site]\nname = \"News\"\nkind = \"list\"\nstart = [\"{}\"]\n[politeness]\ndelay = \"0s\"\n\
         [list]\nlink = {{ css = \"a\" }}\n[[field]]\nname = \"title\"\nselect = [ {{ css = \"h1\" }} ]\n\
         [[field]]\nname = \"price\"\nselect = [ {{ css = \"b\" }} ]\n\
         [content]\ngeneric = false\nselect = [ {{ css = \"p\" }} ]\n",
        pages.url("/")
    );
    bench.add(&[("news.toml".to_owned(), rule)]);
    bench.ok(&["run"]);
    bench
}

fn text(bench: &Bench, name: &str) -> String {
    std::fs::read_to_string(bench.path(name)).expect(name)
}

#[test]
fn the_name_of_the_file_says_the_format_and_columns_get_other_names() {
    let bench = collected();
    let out = bench.path("out.jsonl").display().to_string();
    bench.ok(&[
        "export",
        "--out",
        &out,
        "--columns",
        "title=标题,price",
        "--sort",
        "-title",
    ]);
    let lines = text(&bench, "out.jsonl");
    assert_eq!(
        lines.lines().next(),
        Some("{\"标题\":\"标题 2\",\"price\":\"12\"}")
    );
    let out = bench.path("out.csv").display().to_string();
    bench.ok(&[
        "export",
        "--out",
        &out,
        "--columns",
        "title,text",
        "--separator",
        "tab",
        "--lf",
        "--no-bom",
        "--limit",
        "1",
    ]);
    assert_eq!(
        text(&bench, "out.csv"),
        "title\ttext\n标题 0\t'=Some text about 天气 number 0.\n"
    );
    let fails = bench.fails(1, &["export", "--out", &out, "--charset", "utf-16"]);
    assert!(fails.contains("utf-16"), "{fails}");
    assert!(
        text(&bench, "out.csv").starts_with("title\t"),
        "it was left alone"
    );
}

#[test]
fn only_what_is_new_is_written_and_an_older_file_is_not_emptied() {
    let bench = collected();
    let out = bench.path("new.jsonl").display().to_string();
    let export = ["export", "--out", &out, "--since-last"];
    bench.ok(&export);
    assert_eq!(text(&bench, "new.jsonl").lines().count(), 3);
    bench.ok(&export);
    assert_eq!(
        text(&bench, "new.jsonl").lines().count(),
        3,
        "nothing was new"
    );
    let connection = Connection::open(bench.project()).expect("opens");
    insert(&connection, 1, 1);
    bench.ok(&export);
    assert_eq!(text(&bench, "new.jsonl").lines().count(), 1);
}

#[test]
fn a_kept_export_is_written_after_a_run() {
    let bench = collected();
    let out = bench.path("{date}.csv").display().to_string();
    bench.ok(&["export", "--out", &out, "--save", "daily", "--after-run"]);
    let listed = bench.json(&["export", "list"]);
    assert_eq!(listed[0]["name"], "daily");
    let today = jiff::Zoned::now().strftime("%Y-%m-%d.csv").to_string();
    assert!(!bench.path(&today).exists());
    // The site's server is gone: the run finds nothing, and the export is written all the same.
    let _ = bench.run(&["run"]);
    assert_eq!(text(&bench, &today).lines().count(), 4);
    bench.ok(&["export", "remove", "daily"]);
    assert_eq!(bench.json(&["export", "list"]), serde_json::json!([]));
}

#[test]
fn pages_are_written_as_warc() {
    let bench = collected();
    let out = bench.path("pages.warc").display().to_string();
    bench.ok(&["storage", "warc", "--out", &out]);
    let warc = text(&bench, "pages.warc");
    assert_eq!(
        warc.matches("WARC/1.1\r\n").count(),
        5,
        "info, a list, three pages"
    );
    assert!(warc.contains("WARC-Type: warcinfo\r\n"));
    assert!(warc.contains("HTTP/1.1 200 OK\r\n") && warc.contains("<h1>标题 2</h1>"));

    // A page that a site refused is kept as evidence, and said to be missing.
    let project = Connection::open(bench.project()).expect("the project");
    project
        .execute(
            "UPDATE snapshot SET evidence = 1 WHERE id = (SELECT max(id) FROM snapshot)",
            [],
        )
        .expect("a page as evidence");
    let told = bench.json(&["storage", "warc", "--out", &out]);
    assert_eq!(told["pages"], 3);
    let notes = told["notes"].to_string();
    assert!(notes.contains("1 page kept as evidence"), "{notes}");
}

/// Puts records into the project as a run would have long ago; their numbers count from `first`.
fn insert(connection: &Connection, first: i64, count: i64) {
    let tx = connection.unchecked_transaction().expect("begun");
    tx.execute(
        "UPDATE counter SET last = last + 1 WHERE name = 'change'",
        [],
    )
    .expect("a batch");
    for n in first..first + count {
        tx.execute(
            "INSERT INTO record (site, run, found_in, page, item, part, fetched_at, url, title,
                                 date, author, fields, provenance, change)
             VALUES (1, 1, 1, 9, ?1, 0, ?2, ?3, ?3, '', '', '{}', '{}',
                     (SELECT last FROM counter WHERE name = 'change'))",
            params![
                n,
                1_600_000_000_000_000_i64 + 3_600_000_000 * n,
                format!("old {n}")
            ],
        )
        .expect("inserted");
        let id = tx.last_insert_rowid();
        tx.execute("INSERT INTO record_text VALUES (?1, 'some old text')", [id])
            .expect("inserted");
        tx.execute(
            "INSERT INTO record_search (rowid, title, text) VALUES (?1, 'old', 'text')",
            [id],
        )
        .expect("inserted");
    }
    tx.execute("UPDATE site SET records = records + ?1", [count])
        .expect("counted");
    tx.commit().expect("committed");
}

#[test]
fn killed_at_any_moment_a_move_loses_and_doubles_nothing() {
    let bench = collected();
    const OLD: i64 = 6_000;
    insert(&Connection::open(bench.project()).expect("opens"), 0, OLD);
    let out = bench.path("all.jsonl").display().to_string();
    let export = ["export", "--out", &out, "--columns", "url"];
    let archive = ["storage", "archive", "--before", "2025-01-01"];
    let mut kills = 0;
    for kill in 0..40_u64 {
        let mut child = bench.command();
        let child = child
            .args(archive)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = child.spawn().expect("starts");
        std::thread::sleep(Duration::from_millis(40 + 23 * (kill % 9)));
        let ended = child.try_wait().expect("asked").is_some();
        let _ = child.kill();
        let _ = child.wait();
        kills += u32::from(!ended);
        bench.ok(&export);
        let all = text(&bench, "all.jsonl");
        let different: BTreeSet<&str> = all.lines().collect();
        assert_eq!(all.lines().count() as i64, OLD + 3, "after {kills} kills");
        assert_eq!(different.len() as i64, OLD + 3, "after {kills} kills");
        if ended {
            break;
        }
    }
    assert!(kills > 0, "the move was over before it could be killed");
    let output = bench.run(&archive);
    assert!(output.status.success(), "{}", output_text(&output));
    let shown = bench.json(&["storage", "show"]);
    let archives = shown["archives"].as_array().expect("archives");
    let records = archives
        .iter()
        .map(|archive| archive["records"].as_u64().expect("a number"));
    // The newest record stays where numbers are given.
    assert_eq!(records.sum::<u64>(), OLD as u64 - 1);
    let found = bench.json(&["search", "old", "--limit", "5"]);
    assert_eq!(
        found.as_array().expect("found").len(),
        5,
        "search reaches archives"
    );
}

#[test]
fn a_file_of_another_kind_is_replaced_only_when_asked_to() {
    let bench = collected();
    let out = bench.path("records.xlsx").display().to_string();
    bench.ok(&["export", "--out", &out]);
    let workbook = std::fs::read(&out).expect("a workbook");
    let refused = bench.fails(1, &["export", "--format", "csv", "--out", &out]);
    assert!(refused.contains("--replace"), "{refused}");
    assert_eq!(std::fs::read(&out).ok(), Some(workbook));
    // The same kind is replaced, as scripts expect.
    bench.ok(&["export", "--out", &out]);
    bench.ok(&["export", "--format", "csv", "--out", &out, "--replace"]);
    let text = std::fs::read(&out).expect("text");
    assert!(text.starts_with(b"\xef\xbb\xbfurl"), "{:?}", text.get(..20));
}
