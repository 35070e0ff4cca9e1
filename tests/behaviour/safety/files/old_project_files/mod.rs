//! Project files of every version of the schema: each opens with the program of now, and all that was in
//! it is there. `tests/golden/README.md` says what they are; after a new schema step, the file of the
//! version before is written by
//! `cargo test --test behaviour write_golden_projects -- --ignored`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bowerbird::io::store::{RecordFilter, Store};
use bowerbird::logic::model::{RecordId, SiteId};
use rusqlite::Connection;

use crate::command_line::Bench;

pub mod rows;

use rows::{ARCHIVE, ARCHIVED, PAGE, PAGE_URL, RECORDS, url_of};

use crate::texts::fixed_part;

/// Name of the project in each folder.
const PROJECT: &str = "news.bower";
/// Marks a file as a project.
const APPLICATION_ID: i64 = 0x4242_5244;
/// From here on there are archives.
const WITH_ARCHIVES: usize = 16;
/// From here on an archive carries its project's id.
const BOUND: usize = 25;
/// Of these more is known after migration than before, or it is worked out anew.
const GROWS: [&str; 2] = ["counter", "text_stamp"];

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The steps of the schema, in order.
fn steps() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/io/store/schema/migrations");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the steps")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "sql"))
        .collect();
    files.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a step");
    files.iter().map(read).collect()
}

/// The folders with golden projects, by name: the version, or the version and more words.
fn folders() -> Vec<String> {
    let entries = std::fs::read_dir(golden()).expect("golden projects");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry"))
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

pub fn unpack(name: &str, bench: &Bench) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(golden().join(name)).expect("a golden project");
    let mut unpacked = Vec::new();
    for entry in entries {
        let packed = entry.expect("an entry").path();
        let target = bench.path(&packed.file_stem().expect("a name").to_string_lossy());
        let bytes = std::fs::read(&packed).expect("read");
        let plain = zstd::stream::decode_all(bytes.as_slice()).expect("unpacked");
        std::fs::write(&target, plain).expect("written");
        unpacked.push(target);
    }
    unpacked.sort();
    unpacked
}

fn open(path: &Path) -> Connection {
    Connection::open(path).expect("opens")
}

fn number(connection: &Connection, sql: &str) -> i64 {
    connection.query_row(sql, [], |row| row.get(0)).expect(sql)
}

fn tables(connection: &Connection) -> Vec<String> {
    connection
        .prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table'
                 AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'record_search%'",
        )
        .and_then(|mut found| found.query_map([], |row| row.get(0))?.collect())
        .expect("tables")
}

fn columns(connection: &Connection, table: &str) -> Vec<String> {
    connection
        .prepare("SELECT name FROM pragma_table_info(?1)")
        .and_then(|mut found| found.query_map([table], |row| row.get(0))?.collect())
        .expect("columns")
}

fn rows_of(connection: &Connection, table: &str, columns: &[String]) -> BTreeSet<String> {
    let quoted: Vec<String> = columns.iter().map(|c| format!("quote(\"{c}\")")).collect();
    let sql = format!("SELECT {} FROM \"{table}\"", quoted.join(" || ' ' || "));
    connection
        .prepare(&sql)
        .and_then(|mut found| found.query_map([], |row| row.get(0))?.collect())
        .expect(&sql)
}

/// All rows of `before` stand in `after`, with those columns that both have.
fn all_is_kept(name: &str, before: &Path, after: &Path) {
    let (before, after) = (open(before), open(after));
    for table in tables(&before) {
        if GROWS.contains(&table.as_str()) {
            continue;
        }
        let now = columns(&after, &table);
        let both: Vec<String> = columns(&before, &table)
            .into_iter()
            .filter(|column| now.contains(column))
            .collect();
        assert!(!both.is_empty(), "{name}: {table} is gone");
        let kept = rows_of(&after, &table, &both);
        for row in rows_of(&before, &table, &both) {
            assert!(kept.contains(&row), "{name}: {table} lost {row}");
        }
    }
}

/// Opens a copy of the golden project as an owner does, and lets the texts be indexed.
fn brought_forward(name: &str, bench: &Bench) -> Store {
    let files = unpack(name, bench);
    for file in &files {
        let old = bench.path(&format!(
            "old-{}",
            file.file_name().expect("named").to_string_lossy()
        ));
        std::fs::copy(file, old).expect("copied");
    }
    let store = Store::open(&bench.path(PROJECT)).expect(name);
    while store.index_some(100).expect("indexed") > 0 {}
    for file in &files {
        let old = bench.path(&format!(
            "old-{}",
            file.file_name().expect("named").to_string_lossy()
        ));
        all_is_kept(name, &old, file);
    }
    store
}

/// What is exported from the project.
fn exported(bench: &Bench, name: &str) -> Vec<serde_json::Value> {
    let out = bench.path("all.jsonl");
    let output = bench
        .command_on(&bench.path(PROJECT))
        .args(["export", "--out"])
        .arg(&out)
        .output()
        .expect("starts");
    assert!(output.status.success(), "{name}: {output:?}");
    let text = std::fs::read_to_string(out).expect("written");
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn run_command(bench: &Bench, arguments: &[&str]) -> (Option<i32>, String) {
    let project = bench.path(PROJECT);
    let output = bench
        .command_on(&project)
        .args(arguments)
        .output()
        .expect("starts");
    let told = crate::command_line::output_text(&output);
    (output.status.code(), told)
}

#[test]
fn every_schema_before_the_newest_has_a_golden_project() {
    for version in 1..steps().len() {
        assert!(
            golden()
                .join(format!("{version:03}/{PROJECT}.zst"))
                .exists(),
            "version {version} has no golden project: write it with\n\
             cargo test --test behaviour write_golden_projects -- --ignored"
        );
    }
}

#[test]
fn every_golden_project_opens_with_all_that_was_in_it() {
    let newest = steps().len() as i64;
    for name in folders() {
        let bench = Bench::new();
        let files = unpack(&name, &bench);
        let version = number(&open(&files[0]), "PRAGMA user_version");
        assert!(
            name.starts_with(&format!("{version:03}")),
            "{name} is of version {version}"
        );
        let records: i64 = files
            .iter()
            .map(|f| number(&open(f), "SELECT count(*) FROM record"))
            .sum();
        let pages = number(
            &open(&files[0]),
            "SELECT count(*) FROM snapshot WHERE evidence = 0",
        );

        let store = brought_forward(&name, &bench);
        let mut read = 0;
        let sites = store.sites().expect("sites");
        assert!(!sites.is_empty(), "{name}");
        for site in &sites {
            store
                .each_snapshot(Some(site.id), &mut |_, _| {
                    read += 1;
                    true
                })
                .expect("every stored page unpacks");
        }
        assert_eq!(read, pages, "{name}");
        drop(store);
        for file in &files {
            assert_eq!(number(&open(file), "PRAGMA user_version"), newest, "{name}");
        }
        assert_eq!(exported(&bench, &name).len() as i64, records, "{name}");
        let (code, told) = run_command(&bench, &["storage", "check"]);
        assert_eq!(code, Some(0), "{name}: {told}");
    }
}

#[test]
fn what_versions_wrote_is_read_as_it_was_meant() {
    for version in 1..steps().len() {
        let name = format!("{version:03}");
        let bench = Bench::new();
        let store = brought_forward(&name, &bench);
        let site = SiteId(1);
        let page = store.snapshot(site, PAGE_URL).expect("read").expect("kept");
        assert_eq!(page.body, PAGE.as_bytes(), "{name}");
        let runs = store.runs(None, 10).expect("runs");
        assert_eq!((runs.len(), runs[0].progress.records_new), (1, 3), "{name}");
        let days = store.setting("snapshots.max_age_days").expect("read");
        assert_eq!(days.as_deref(), Some("36500"), "{name}");
        assert_eq!(store.accounts().expect("accounts")[0].user, "ann", "{name}");
        assert_eq!(store.proxies().expect("proxies")[0].name, "gate", "{name}");
        let tasks = store.tasks().expect("tasks");
        assert!(tasks[0].paused && tasks[0].runs(site), "{name}: {tasks:?}");
        assert_eq!(store.rule_versions(site).expect("rules").len(), 1, "{name}");
        let since = |first: usize, what: &str, found: usize| {
            assert_eq!(found, usize::from(version >= first), "{name}: {what}");
        };
        since(3, "samples", store.samples(site).expect("samples").len());
        since(
            8,
            "versions",
            store.record_versions(RecordId(3)).expect("versions").len(),
        );
        since(
            13,
            "exceptions",
            store.exceptions(site).expect("exceptions").len(),
        );
        since(16, "exports", store.saved_exports().expect("exports").len());
        since(16, "archives", store.archives().expect("archives").len());
        since(21, "alerts", store.alerts(10).expect("alerts").len());
        let all = store
            .count_records(&RecordFilter::default())
            .expect("counted");
        assert_eq!(all, RECORDS.len() as u64, "{name}");
        drop(store);

        let mut expected: BTreeSet<String> = RECORDS.iter().map(|r| url_of(r.0)).collect();
        if version >= WITH_ARCHIVES {
            expected.extend(ARCHIVED.iter().map(|r| url_of(r.0)));
        }
        let records = exported(&bench, &name);
        let urls = records
            .iter()
            .map(|r| r["url"].as_str().expect("an address").to_owned());
        assert_eq!(urls.collect::<BTreeSet<_>>(), expected, "{name}");
        for record in &records {
            assert_eq!(
                record["tags"],
                serde_json::json!(["sea", "port"]),
                "{name}: {record}"
            );
        }
        for (words, title) in [("lighthouse", "Lighthouse repaired"), ("港口", "海港公报")] {
            let (code, told) = run_command(&bench, &["search", words]);
            assert_eq!(code, Some(0), "{name}: {told}");
            assert!(told.contains(title), "{name}, {words}: {told}");
        }
    }
}

#[test]
fn a_project_of_a_newer_version_is_refused_with_a_word() {
    let bench = Bench::new();
    drop(Store::create(&bench.project()).expect("a project"));
    let newer = steps().len() as i64 + 1;
    let connection = open(&bench.project());
    connection
        .pragma_update(None, "user_version", newer)
        .expect("set");
    drop(connection);
    let bytes = std::fs::read(bench.project()).expect("read");
    for arguments in [
        ["site", "list"].as_slice(),
        &["storage", "check"],
        &["storage", "check", "--repair"],
        &["storage", "keep", "--days", "3"],
        &["run"],
        &["export", "--out", "all.csv"],
    ] {
        let told = bench.fails(1, arguments);
        assert!(
            told.contains(fixed_part("store-too-new")),
            "{arguments:?}: {told}"
        );
    }
    assert_eq!(
        std::fs::read(bench.project()).expect("read"),
        bytes,
        "as it was"
    );
}

/// Writes the golden projects that are missing: of every version before the newest.
#[test]
#[ignore = "writes into the source tree"]
fn write_golden_projects() {
    let steps = steps();
    for version in 1..steps.len() {
        let folder = golden().join(format!("{version:03}"));
        if folder.exists() {
            // What was written stays as that version wrote it.
            continue;
        }
        std::fs::create_dir_all(&folder).expect("a folder");
        let bench = Bench::new();
        let project = bench.path(PROJECT);
        let connection = replayed(&project, &steps[..version]);
        rows::fill_project(&connection);
        let id: Option<String> = (version >= BOUND).then(|| {
            let sql = "SELECT value FROM setting WHERE name = 'project.id'";
            connection
                .query_row(sql, [], |row| row.get(0))
                .expect("an id")
        });
        pack(connection, &project, &folder);
        if version >= WITH_ARCHIVES {
            let archive = bench.path(ARCHIVE);
            let connection = replayed(&archive, &steps[..version]);
            rows::fill_archive(&connection, id.as_deref());
            pack(connection, &archive, &folder);
        }
    }
}

/// An empty project as these steps make it.
fn replayed(path: &Path, steps: &[String]) -> Connection {
    let connection = open(path);
    connection
        .pragma_update(None, "journal_mode", "WAL")
        .expect("set");
    connection
        .pragma_update(None, "foreign_keys", true)
        .expect("set");
    for step in steps {
        connection.execute_batch(step).expect("a step");
    }
    connection
        .pragma_update(None, "application_id", APPLICATION_ID)
        .expect("set");
    connection
        .pragma_update(None, "user_version", steps.len() as i64)
        .expect("set");
    connection
}

fn pack(connection: Connection, path: &Path, folder: &Path) {
    connection.execute_batch("VACUUM").expect("vacuumed");
    connection.close().expect("closed");
    let bytes = std::fs::read(path).expect("read");
    let packed = zstd::stream::encode_all(bytes.as_slice(), 19).expect("packed");
    let mut name = path.file_name().expect("a name").to_owned();
    name.push(".zst");
    std::fs::write(folder.join(name), packed).expect("written");
}
