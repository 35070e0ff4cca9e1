//! `kill -9` while values of many records are written by hand, and while they are deleted: all of it is
//! done, or nothing.

use std::process::Stdio;
use std::time::{Duration, Instant};

use bowerbird::engine::types::{
    Only, RecordFilter, SiteDraft, SourceKind, Store, StoredRecord, Verdict,
};
use bowerbird::io::store::{JudgedAnswer, PageOutcome, PageYield, QueuedState};
use bowerbird::logic::model::{ListPosition, Record, RequestId};

use super::killed::{Numbers, SEED, asked};
use crate::command_line::Bench;

const RECORDS: (&str, u64) = ("BOWERBIRD_TEST_HAND_RECORDS", 2_000);
const KILLS: (&str, u64) = ("BOWERBIRD_TEST_HAND_KILLS", 8);

/// A project with so many records of one site.
pub fn filled(bench: &Bench, records: u64) {
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
    let record = |number: u64| Record {
        url: format!("http://127.0.0.1/{number}"),
        title: format!("Title {number}"),
        text: "Words of an article, enough of them to make the work last. ".repeat(20),
        ..Record::default()
    };
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
}

fn count(bench: &Bench, filter: &RecordFilter, holds: impl Fn(&StoredRecord) -> bool) -> u64 {
    let store = Store::open_read_only(&bench.project()).expect("the project");
    let mut count = 0;
    store
        .each_record(filter, &mut |stored| {
            count += u64::from(holds(&stored));
            true
        })
        .expect("read");
    count
}

#[test]
fn kills_leave_an_edit_of_many_records_undone_or_done() {
    let bench = Bench::new();
    let records = asked(RECORDS);
    filled(&bench, records);
    let all = RecordFilter::default();
    let deleted = RecordFilter {
        only: Only {
            deleted: true,
            ..Only::default()
        },
        ..RecordFilter::default()
    };
    let mut numbers = Numbers(asked(SEED));
    let begun = Instant::now();
    bench.ok(&["record", "edit", "--site", "Test", "--set", "title=First"]);
    let whole = u64::try_from(begun.elapsed().as_millis()).expect("short");
    let (mut cut, mut before) = (0, "First".to_owned());
    for number in 0..asked(KILLS) {
        let title = format!("Edit {number}");
        let deletes = number % 2 == 1;
        let set = format!("title={title}");
        let mut command = bench.command();
        match deletes {
            true => command.args(["record", "delete", "--site", "Test"]),
            false => command.args(["record", "edit", "--site", "Test", "--set", &set]),
        };
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(numbers.below(whole + whole / 8)));
        let ended = child.try_wait().expect("asked").is_some();
        child.kill().expect("killed");
        child.wait().expect("it ends");
        cut += u64::from(!ended);
        if deletes {
            let there = count(&bench, &all, |_| true);
            let gone = count(&bench, &deleted, |_| true);
            assert!(there == 0 || there == records, "kill {number}: {there}");
            assert_eq!(there + gone, records, "kill {number}");
            if gone > 0 {
                bench.ok(&["record", "restore", "--site", "Test"]);
            }
            assert_eq!(
                count(&bench, &all, |stored| stored.record.title == before),
                records
            );
            continue;
        }
        let new = count(&bench, &all, |stored| stored.record.title == title);
        let old = count(&bench, &all, |stored| stored.record.title == before);
        assert!(
            new == records || old == records,
            "kill {number}: {new}, {old}"
        );
        if new == records {
            before = title;
        }
    }
    assert!(cut > 0, "some kills came while it worked");
    bench.ok(&["storage", "check"]);
}
