//! `kill -9` while the records of an older project are indexed anew: every word is found all the while, and
//! in the end every field.

use std::process::Stdio;
use std::time::{Duration, Instant};

use bowerbird::engine::types::{RecordFilter, SiteDraft, SourceKind, Store, Verdict};
use bowerbird::io::store::{JudgedAnswer, PageOutcome, PageYield, QueuedState};
use bowerbird::logic::model::{ListPosition, Record, RequestId, Value};
use bowerbird::logic::text::index_terms;
use rusqlite::Connection;

use super::killed::{Numbers, SEED, asked};
use crate::command_line::Bench;

const RECORDS: (&str, u64) = ("BOWERBIRD_TEST_INDEX_RECORDS", 3_000);
const KILLS: (&str, u64) = ("BOWERBIRD_TEST_INDEX_KILLS", 8);

fn record(number: u64) -> Record {
    Record {
        url: format!("http://127.0.0.1/{number}"),
        title: format!("Title {number}"),
        text: format!("Words of article {number}. ").repeat(60),
        fields: vec![("price".to_owned(), Value::One(number.to_string()))],
        ..Record::default()
    }
}

/// A project with so many records, as the version before left it.
fn old_project(bench: &Bench, records: u64) {
    let store = Store::open_or_create(&bench.project()).expect("a project");
    let site = store
        .add_site(&SiteDraft {
            name: "Test".to_owned(),
            kind: SourceKind::List,
            start: "http://127.0.0.1/".to_owned(),
            rule_toml: String::new(),
        })
        .expect("a site");
    let now = jiff::Timestamp::now();
    let (run, _) = store.start_run(site, now).expect("a run");
    let batch = vec![PageOutcome {
        request: RequestId(0),
        found_in: run,
        position: ListPosition::default(),
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), now),
        yields: PageYield {
            records: (0..records).map(record).collect(),
            ..PageYield::default()
        },
    }];
    store.commit(site, run, batch).expect("stored");
    drop(store);
    let connection = Connection::open(bench.project()).expect("opens");
    connection
        .execute_batch(
            "BEGIN; DELETE FROM record_search; DELETE FROM record_number;
             UPDATE record_digest SET unindexed = 1;",
        )
        .expect("emptied");
    let rows: Vec<(i64, String, String)> = connection
        .prepare("SELECT r.id, r.title, t.text FROM record r JOIN record_text t ON t.id = r.id")
        .and_then(|mut rows| {
            rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
        .expect("read");
    for (id, title, text) in rows {
        connection
            .execute(
                "INSERT INTO record_search_old (rowid, title, text) VALUES (?1, ?2, ?3)",
                (id, index_terms(&title), index_terms(&text)),
            )
            .expect("indexed");
    }
    connection.execute_batch("COMMIT").expect("kept");
}

fn found(bench: &Bench, typed: &str) -> u64 {
    let store = Store::open_read_only(&bench.project()).expect("the project");
    let filter = RecordFilter {
        search: Some(typed.to_owned()),
        ..RecordFilter::default()
    };
    store.count_found(&filter).expect("counted").records
}

fn left(bench: &Bench) -> u64 {
    let store = Store::open_read_only(&bench.project()).expect("the project");
    store.texts_left().expect("counted").unindexed
}

#[test]
fn kills_while_records_are_indexed_anew_lose_and_double_nothing() {
    let bench = Bench::new();
    let records = asked(RECORDS);
    old_project(&bench, records);
    let mut numbers = Numbers(asked(SEED));
    let (mut cut, mut before) = (0, left(&bench));
    assert_eq!(before, records);
    for number in 0..asked(KILLS) {
        let mut child = bench
            .command()
            .args(["reposts", "pass"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        // It is killed soon after it has begun with a batch.
        let begun = Instant::now();
        while left(&bench) == before && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(numbers.below(30)));
        let ended = child.try_wait().expect("asked").is_some();
        child.kill().expect("killed");
        child.wait().expect("it ends");
        before = left(&bench);
        cut += u64::from(!ended && before > 0);
        assert_eq!(found(&bench, "article"), records, "kill {number}");
        assert_eq!(found(&bench, "\"Title 7\""), 1, "kill {number}");
        assert_eq!(
            found(&bench, "price:>=0"),
            records - before,
            "kill {number}"
        );
    }
    assert!(cut > 0, "a kill came while records were indexed");
    bench.ok(&["reposts", "pass"]);
    assert_eq!(left(&bench), 0);
    assert_eq!(found(&bench, "article"), records);
    assert_eq!(found(&bench, "price:<100"), 100.min(records));
    bench.ok(&["storage", "check"]);
    let connection = Connection::open(bench.project()).expect("opens");
    let room: i64 = connection
        .query_row(
            "SELECT count(*) FROM record_search_old_data WHERE id NOT IN (1, 10)",
            [],
            |row| row.get(0),
        )
        .expect("counted");
    assert_eq!(room, 0, "the former index takes no room");
}
