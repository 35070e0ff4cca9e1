//! Numbers of records, and archives beside a project: nothing stored is lost or doubled, and no
//! file is written that is not certainly the project's own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bowerbird::io::store::{
    JudgedAnswer, PageOutcome, PageYield, QueuedState, RecordFilter, Store,
};
use bowerbird::logic::model::{ListPosition, Record, RequestId, SiteId, Verdict};
use rusqlite::{Connection, params};

use crate::command_line::Bench;

/// A project with the sites One (records a1 to a3) and Two (b4, b5), old enough to be archived.
fn project() -> Bench {
    let bench = Bench::new();
    fill(&bench.project());
    bench
}

fn fill(path: &Path) {
    drop(Store::create(path).expect("a project"));
    let connection = open(path);
    for (id, name) in [(1, "One"), (2, "Two")] {
        connection
            .execute(
                "INSERT INTO site (id, name, kind, start, rule_toml) VALUES (?1, ?2, 'list', '[]', '')",
                params![id, name],
            )
            .expect("a site");
    }
    for (site, n) in [(1, 1), (1, 2), (1, 3), (2, 4), (2, 5)] {
        insert(&connection, site, n, &format!("{site}-{n}"), n);
    }
    connection
        .execute_batch(
            "UPDATE site SET records = (SELECT count(*) FROM record WHERE record.site = site.id);",
        )
        .expect("counted");
}

fn open(path: &Path) -> Connection {
    let connection = Connection::open(path).expect("opens");
    connection
        .pragma_update(None, "foreign_keys", true)
        .expect("set");
    connection
}

/// A record as a run would have stored it in 2020; `change` in the batch of this number.
fn insert(connection: &Connection, site: i64, id: i64, url: &str, hour: i64) {
    connection
        .execute(
            "INSERT INTO record (id, site, run, found_in, page, item, part, fetched_at, url, title,
                                 date, author, fields, provenance)
             VALUES (?1, ?2, 1, 1, 9, ?1, 0, ?3, ?4, ?4, '', '', '{}', '{}')",
            params![
                id,
                site,
                1_600_000_000_000_000_i64 + 3_600_000_000 * hour,
                url
            ],
        )
        .expect("inserted");
    connection
        .execute("INSERT INTO record_text VALUES (?1, 'text')", [id])
        .expect("inserted");
    connection
        .execute(
            "INSERT INTO record_digest (id, unindexed, unsettled) VALUES (?1, 0, 0)",
            [id],
        )
        .expect("inserted");
    connection
        .execute(
            "INSERT INTO record_search (rowid, title, text) VALUES (?1, 'word', 'text')",
            [id],
        )
        .expect("inserted");
}

/// Stores records of the site One as a run does, long ago by the clock.
fn store(bench: &Bench, urls: &[&str]) {
    let store = Store::open(&bench.project()).expect("opens");
    let at = jiff::Timestamp::from_second(1_600_100_000).expect("a time");
    let (run, _) = store.start_run(SiteId(1), at).expect("a run");
    let records = urls.iter().map(|url| Record {
        url: (*url).to_owned(),
        ..Record::default()
    });
    let page = PageOutcome {
        request: RequestId(0),
        found_in: run,
        position: ListPosition::default(),
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), at),
        yields: PageYield {
            records: records.collect(),
            ..PageYield::default()
        },
    };
    store.commit(SiteId(1), run, vec![page]).expect("committed");
}

const ARCHIVE: [&str; 4] = ["storage", "archive", "--before", "2025-01-01"];

fn exported_from(bench: &Bench, project: &Path) -> (BTreeSet<String>, usize, String) {
    let out = bench.path("all.jsonl");
    let output = bench
        .command_on(project)
        .args(["export", "--columns", "url", "--out"])
        .arg(&out)
        .output()
        .expect("starts");
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success(), "{said}");
    let text = std::fs::read_to_string(&out).expect("written");
    let urls = text.lines().map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        row["url"].as_str().expect("an address").to_owned()
    });
    (urls.collect(), text.lines().count(), said)
}

fn exported(bench: &Bench) -> Vec<String> {
    let (urls, rows, _) = exported_from(bench, &bench.project());
    assert_eq!(urls.len(), rows, "each once");
    urls.into_iter().collect()
}

fn archive_of(bench: &Bench) -> PathBuf {
    bench.path("test.bower-archive-2020")
}

fn count(path: &Path) -> i64 {
    open(path)
        .query_row("SELECT count(*) FROM record", [], |row| row.get(0))
        .expect("counted")
}

#[test]
fn numbers_are_not_given_again_when_the_newest_record_went() {
    let bench = project();
    bench.ok(&ARCHIVE);
    bench.ok(&["site", "remove", "Two"]);
    let last: i64 = open(&bench.project())
        .query_row(
            "SELECT last FROM counter WHERE name = 'record'",
            [],
            |row| row.get(0),
        )
        .expect("kept");
    assert_eq!(last, 5);
    store(&bench, &["new", "newer"]);
    let ids: Vec<i64> = open(&bench.project())
        .prepare("SELECT id FROM record ORDER BY id")
        .expect("prepared")
        .query_map([], |row| row.get(0))
        .expect("read")
        .collect::<Result<_, _>>()
        .expect("read");
    assert_eq!(ids, [6, 7]);
    let all = ["1-1", "1-2", "1-3", "new", "newer"];
    assert_eq!(exported(&bench), all);
    bench.ok(&ARCHIVE);
    assert_eq!(exported(&bench), all);
}

#[test]
fn a_number_that_was_given_twice_costs_no_record() {
    let bench = project();
    bench.ok(&ARCHIVE);
    // As versions before did: the number of an archived record is given to another.
    let connection = open(&bench.project());
    insert(&connection, 1, 1, "later-1", 10);
    insert(&connection, 1, 2, "later-2", 11);
    drop(connection);
    let all = ["1-1", "1-2", "1-3", "2-4", "2-5", "later-1", "later-2"];
    assert_eq!(exported(&bench), all);
    bench.ok(&ARCHIVE);
    assert_eq!(exported(&bench), all);
    assert!(count(&archive_of(&bench)) >= 6);
    bench.ok(&ARCHIVE);
    assert_eq!(exported(&bench), all);
}

#[test]
fn no_other_project_is_taken_for_an_archive() {
    let bench = project();
    let mine = bench.path("mine.bower");
    fill(&mine);
    let connection = open(&bench.project());
    for name in ["mine.bower", "test.bower-archive-2020"] {
        connection
            .execute(
                "INSERT INTO archive (file, first_at, last_at, records) VALUES (?1, 0, ?2, 5)",
                params![name, 4_000_000_000_000_000_i64],
            )
            .expect("inserted");
    }
    connection
        .execute(
            "INSERT OR REPLACE INTO setting VALUES ('archive.moving', 'mine.bower')",
            [],
        )
        .expect("inserted");
    drop(connection);
    let victim = archive_of(&bench);
    fill(&victim);
    // A project that was worked with has pages that were asked for.
    open(&victim)
        .execute_batch(
            "INSERT INTO request (site, url, kind, state, found_in, page, item, depth)
             VALUES (1, 'a', 1, 2, 1, 0, 0, 1);",
        )
        .expect("inserted");
    let before = std::fs::read(&victim).expect("read");
    bench.ok(&["site", "disable", "One"]);
    bench.ok(&["site", "remove", "One"]);
    assert_eq!(count(&mine), 5);
    let after = std::fs::read(&victim).expect("read");
    assert!(after == before, "not a byte of it is changed");
    let (urls, rows, said) = exported_from(&bench, &bench.project());
    assert_eq!((urls.len(), rows), (2, 2));
    assert!(said.contains("mine.bower"), "{said}");
    // Nor is anything moved into it.
    bench.run(&ARCHIVE);
    assert_eq!(count(&victim), 5);
    assert_eq!(exported_from(&bench, &bench.project()).1, 2);
}

#[test]
fn a_copy_reads_the_archives_of_the_original_and_leaves_them_as_they_are() {
    let bench = project();
    bench.ok(&ARCHIVE);
    let copy = bench.path("copy.bower");
    std::fs::copy(bench.project(), &copy).expect("copied");
    assert_eq!(exported_from(&bench, &copy).1, 5);
    let done = bench
        .command_on(&copy)
        .args(["site", "remove", "One"])
        .status()
        .expect("starts");
    assert!(done.success());
    assert_eq!(exported_from(&bench, &copy).1, 2);
    assert_eq!(exported(&bench).len(), 5);
}

#[test]
fn an_archive_that_is_away_is_left_alone_and_forgets_when_it_is_back() {
    let bench = project();
    bench.ok(&ARCHIVE);
    let (archive, aside) = (archive_of(&bench), bench.path("aside"));
    std::fs::rename(&archive, &aside).expect("moved");
    bench.ok(&["site", "remove", "One"]);
    assert!(!archive.exists());
    let (urls, rows, said) = exported_from(&bench, &bench.project());
    assert_eq!((urls.len(), rows), (1, 1));
    assert!(said.contains("test.bower-archive-2020"), "{said}");
    bench.ok(&["search", "word"]);
    std::fs::rename(&aside, &archive).expect("moved");
    assert_eq!(exported(&bench), ["2-4", "2-5"]);
    bench.ok(&["site", "disable", "Two"]);
    assert_eq!(count(&archive), 1, "what was to be forgotten is");
    assert_eq!(exported(&bench), ["2-4", "2-5"]);
}

#[test]
fn an_archive_whose_making_was_killed_is_made_after_all() {
    let bench = project();
    let half = bench.path("half");
    let connection = Connection::open(&half).expect("opens");
    // More than fits into memory reaches the file before the transaction ends.
    connection
        .execute_batch("PRAGMA cache_size = 1; BEGIN; CREATE TABLE t (x);")
        .expect("begun");
    for _ in 0..300 {
        connection
            .execute("INSERT INTO t VALUES (?1)", ["x".repeat(500)])
            .expect("inserted");
    }
    let archive = archive_of(&bench);
    std::fs::copy(&half, &archive).expect("copied");
    let journal = bench.path("test.bower-archive-2020-journal");
    std::fs::copy(bench.path("half-journal"), journal).expect("copied");
    let before = exported(&bench);
    bench.ok(&ARCHIVE);
    assert!(count(&archive) > 0);
    assert_eq!(exported(&bench), before);
}

#[test]
fn a_damaged_file_in_an_archives_place_is_named_and_not_written() {
    let bench = project();
    bench.ok(&ARCHIVE);
    std::fs::write(archive_of(&bench), b"no database at all").expect("written");
    bench.ok(&["site", "remove", "Two"]);
    let (_, rows, said) = exported_from(&bench, &bench.project());
    assert_eq!(rows, 0);
    assert!(said.contains("test.bower-archive-2020"), "{said}");
    let left = std::fs::read(archive_of(&bench)).expect("read");
    assert_eq!(left, b"no database at all");
}

#[test]
fn a_move_that_an_error_cut_off_is_counted_once() {
    let bench = project();
    // The project as it is when a batch has reached the archive, and the disk is full before it has
    // left the project.
    let kept = bench.path("kept");
    let vacuum = format!("VACUUM INTO '{}'", kept.display());
    open(&bench.project())
        .execute_batch(&vacuum)
        .expect("copied");
    bench.ok(&ARCHIVE);
    for suffix in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(bench.path(&format!("test.bower{suffix}")));
    }
    std::fs::rename(&kept, bench.project()).expect("as it was");
    open(&bench.project())
        .execute_batch(
            "INSERT INTO setting VALUES ('archive.moving', 'test.bower-archive-2020'),
                                        ('archive.batch', '[1,2,3,4]');
             INSERT INTO archive (file, first_at, last_at, records)
             VALUES ('test.bower-archive-2020', 0, 0, 0);",
        )
        .expect("cut off");
    assert_eq!(
        count(&archive_of(&bench)),
        4,
        "the batch reached the archive"
    );
    let store = Store::open_read_only(&bench.project()).expect("opens");
    let all = RecordFilter::default();
    let counted = store.count_found_anywhere(&all).expect("counted");
    assert_eq!(counted.all.records, 5);
    assert_eq!(store.records_anywhere(&all, 0, 100).expect("read").len(), 5);
    assert_eq!(exported(&bench).len(), 5);
}

#[test]
fn only_what_is_new_is_written_by_the_batch_and_not_by_the_clock() {
    let bench = project();
    let export = |name: &str| {
        let out = bench.path(name);
        bench.ok(&[
            "export",
            "--since-last",
            "--columns",
            "url",
            "--out",
            &out.to_string_lossy(),
        ]);
        std::fs::read_to_string(&out).unwrap_or_default()
    };
    assert_eq!(export("new.jsonl").lines().count(), 5);
    // By the clock these are from before the export.
    store(&bench, &["late"]);
    let new = export("new.jsonl");
    assert_eq!(new.lines().count(), 1, "{new}");
    assert!(new.contains("late"), "{new}");
    // Written again in a later batch, and moved into an archive before it was exported.
    open(&bench.project())
        .execute_batch(
            "UPDATE counter SET last = last + 1 WHERE name = 'change';
             UPDATE record SET title = 'changed', change = (SELECT last FROM counter
                                                            WHERE name = 'change')
             WHERE id = 2;",
        )
        .expect("changed");
    bench.ok(&ARCHIVE);
    let new = export("new.jsonl");
    assert_eq!(new.lines().count(), 1, "{new}");
    assert!(new.contains("1-2"), "{new}");
}

#[test]
fn what_was_only_asked_again_comes_back_with_a_cancel_undone() {
    let bench = project();
    open(&bench.project())
        .execute_batch(
            "INSERT INTO request (site, url, kind, state, found_in, page, item, depth)
             VALUES (1, 'a', 3, 0, 1, 0, 0, 1), (1, 'b', 1, 0, 1, 0, 1, 1);
             UPDATE site SET open_requests = 2 WHERE id = 1;",
        )
        .expect("inserted");
    let store = Store::open(&bench.project()).expect("opens");
    assert_eq!(store.drop_queue(SiteId(1)).expect("dropped"), 2);
    assert_eq!(store.restore_queue(SiteId(1)).expect("back"), 2);
    let kinds = |state: i64| -> Vec<i64> {
        open(&bench.project())
            .prepare("SELECT kind FROM request WHERE state = ?1 ORDER BY kind")
            .expect("prepared")
            .query_map([state], |row| row.get(0))
            .expect("read")
            .collect::<Result<_, _>>()
            .expect("read")
    };
    assert_eq!(kinds(0), [1, 3]);
    // Once another run has begun, what was had before is done as before.
    store.drop_queue(SiteId(1)).expect("dropped");
    store
        .start_run(SiteId(1), jiff::Timestamp::now())
        .expect("a run");
    assert_eq!((kinds(2), kinds(4)), (vec![1], vec![]));
    assert_eq!(store.restore_queue(SiteId(1)).expect("none"), 0);
}

/// An archive as versions before 25 left it: without the id of its project.
fn unbind(archive: &Path) {
    open(archive)
        .execute("DELETE FROM setting WHERE name = 'archive.of'", [])
        .expect("taken out");
}

#[test]
fn an_archive_of_before_is_taken_over_where_the_project_knows_what_is_in_it() {
    let bench = project();
    bench.ok(&ARCHIVE);
    unbind(&archive_of(&bench));
    bench.ok(&["site", "disable", "One"]);
    assert_eq!(exported(&bench).len(), 5);
    // One with a record that the project never moved is somebody else's.
    unbind(&archive_of(&bench));
    insert(&open(&archive_of(&bench)), 1, 77, "a stranger's", 1);
    bench.ok(&["site", "enable", "One"]);
    let (_, rows, said) = exported_from(&bench, &bench.project());
    assert_eq!(rows, 1, "{said}");
    bench.ok(&["site", "remove", "One"]);
    assert_eq!(count(&archive_of(&bench)), 5);
}
