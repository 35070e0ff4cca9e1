//! What several benches need: a project with a site, outcomes of pages, many records at once, the
//! memory of this process, and percentiles.

#![allow(
    dead_code,
    reason = "each bench is a program of its own and uses a part of this"
)]

use std::path::Path;
use std::time::Duration;

use bowerbird::io::store::{JudgedAnswer, PageOutcome, PageYield, QueuedState, Store};
use bowerbird::logic::model::{
    ListPosition, RequestId, RunId, SiteDraft, SiteId, SourceKind, Verdict,
};
use jiff::Timestamp;
use rusqlite::{Connection, params};

/// An empty project with one site.
pub fn project(path: &Path, kind: SourceKind) -> (Store, SiteId) {
    let store = Store::create(path).unwrap();
    let site = store
        .add_site(&SiteDraft {
            name: "Bench".into(),
            kind,
            start: String::new(),
            rule_toml: String::new(),
        })
        .unwrap();
    (store, site)
}

/// A good page that was read now and brought nothing.
pub fn outcome(run: RunId) -> PageOutcome {
    PageOutcome {
        request: RequestId(0),
        found_in: run,
        position: ListPosition::default(),
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), Timestamp::now()),
        yields: PageYield::default(),
    }
}

/// A project with `records` short records, written straight into the tables, without a search index.
pub fn fill(project: &Path, records: u32) {
    drop(self::project(project, SourceKind::List));
    let connection = Connection::open(project).unwrap();
    let tx = connection.unchecked_transaction().unwrap();
    let mut record = tx
        .prepare(
            "INSERT INTO record (id, site, run, found_in, page, item, part, fetched_at, url, title,
                                 date, author, fields, provenance)
             VALUES (?1, 1, 1, 1, 0, ?1, 0, ?2, ?3, ?4, '2026-03-30', 'A. Author', '{}', '{}')",
        )
        .unwrap();
    let mut text = tx
        .prepare("INSERT INTO record_text VALUES (?1, ?2)")
        .unwrap();
    for n in 0..records {
        let at = 1_700_000_000_000_000_i64 + i64::from(n);
        let url = format!("https://news.example.org/2026/{n}.html");
        record
            .execute(params![n, at, url, format!("标题 number {n}, \"quoted\"")])
            .unwrap();
        text.execute(params![n, "A few words of text, 以及一些中文。"])
            .unwrap();
    }
    drop((record, text));
    tx.execute("UPDATE site SET records = ?1", [records])
        .unwrap();
    tx.commit().unwrap();
}

/// Memory of this process in use, KiB; 0 where the system does not tell.
pub fn memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}

/// Milliseconds, to a tenth.
pub fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

/// The time under which `percent` of 100 of the sorted times lie.
pub fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or_default()
}
