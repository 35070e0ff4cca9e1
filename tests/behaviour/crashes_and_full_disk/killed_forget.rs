//! `kill -9` while somebody is forgotten: all is there as before, or the next command that opens the
//! project completes it, whatever of the project, its archive, backups and log was done.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use bowerbird::engine::types::{RecordFilter, SiteDraft, SourceKind, Store, Verdict};
use bowerbird::io::store::{
    JudgedAnswer, PageOutcome, PageYield, Period, QueuedState, Snapshot, SnapshotMeta,
};
use bowerbird::logic::model::{ListPosition, Record, RequestId};

use super::killed::{Numbers, SEED, asked};
use crate::command_line::Bench;
use crate::command_line::forget::{files_with_pieces, lists_of_backups};

const RECORDS: (&str, u64) = ("BOWERBIRD_TEST_FORGET_RECORDS", 600);
const KILLS: (&str, u64) = ("BOWERBIRD_TEST_FORGET_KILLS", 10);
/// One of so many records mentions the person.
const EVERY: u64 = 6;

fn fill(bench: &Bench, records: u64) {
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
    for number in 0..records {
        let who = if number % EVERY == 0 {
            "Zyxquarta Voltanen"
        } else {
            "nobody"
        };
        let url = format!("http://127.0.0.1/{number}");
        let text = format!("{number} about {who}, in many words. ").repeat(20);
        let snapshot = Snapshot {
            meta: SnapshotMeta {
                url_chain: vec![url.clone()],
                status: 200,
                headers: Vec::new(),
                fetched_at: now,
                evidence: false,
                sent_from: None,
            },
            body: text.clone().into_bytes(),
            validators: None,
        };
        let record = Record {
            url,
            title: format!("Title {number}"),
            text,
            ..Record::default()
        };
        let mut answer = JudgedAnswer::new(Verdict::ok(), now);
        answer.snapshots = vec![snapshot];
        let batch = vec![PageOutcome {
            request: RequestId(0),
            found_in: run,
            position: ListPosition::default(),
            state: QueuedState::Done,
            answer,
            yields: PageYield {
                records: vec![record],
                ..PageYield::default()
            },
        }];
        store.commit(site, run, batch).expect("stored");
        if number == records / 2 {
            let later = now.checked_add(Duration::from_secs(60)).expect("a time");
            store
                .archive(later, Period::Year, &mut |_| true)
                .expect("archived");
        }
    }
    drop(store);
    bench.ok(&["storage", "backup"]);
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("made");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(std::fs::copy(&path, &target).expect("copied")),
        }
    }
}

/// The records that mention the person, and the others.
fn count(bench: &Bench) -> (u64, u64) {
    let store = Store::open_read_only(&bench.project()).expect("the project");
    let (mut person, mut others) = (0, 0);
    store
        .each_record_anywhere(&RecordFilter::default(), &mut |stored| {
            match stored.record.text.contains("Zyxquarta") {
                true => person += 1,
                false => others += 1,
            }
            true
        })
        .expect("read");
    (person, others)
}

#[test]
fn a_killed_forgetting_is_completed_or_was_not_begun() {
    let base = Bench::new();
    let records = asked(RECORDS);
    fill(&base, records);
    let all = count(&base);
    assert_eq!(all.0 + all.1, records);
    let order = ["forget", "Zyxquarta Voltanen", "--apply", "--yes"];
    let mut numbers = Numbers(asked(SEED));
    let whole = {
        let bench = Bench::new();
        copy(&base.path(""), &bench.path(""));
        let begun = Instant::now();
        bench.ok(&order);
        assert_eq!(count(&bench), (0, all.1));
        u64::try_from(begun.elapsed().as_millis()).expect("short")
    };
    let (mut cut, mut completed) = (0, 0);
    for number in 0..asked(KILLS) {
        let bench = Bench::new();
        copy(&base.path(""), &bench.path(""));
        let mut child = bench
            .command()
            .args(order)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(numbers.below(whole)));
        let ended = child.try_wait().expect("asked").is_some();
        child.kill().expect("killed");
        child.wait().expect("it ends");
        cut += u64::from(!ended);
        // Any command that opens the project for writing.
        bench.ok(&["storage", "keep", "--days", "90"]);
        let (person, others) = count(&bench);
        assert_eq!(others, all.1, "kill {number}");
        assert!(person == 0 || person == all.0, "kill {number}: {person}");
        if person == 0 {
            completed += 1;
            assert_eq!(files_with_pieces(&bench.path("")), [""; 0], "kill {number}");
        }
        let backups = lists_of_backups(&bench);
        assert!(!backups.is_empty(), "kill {number}: no backup is left");
        bench.ok(&["storage", "check"]);
    }
    assert!(
        cut > 0 && completed > 0,
        "{cut} kills, {completed} completed"
    );
}
