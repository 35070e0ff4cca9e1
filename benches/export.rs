//! Rows a second of a CSV export beside `sqlite3 -csv` over the same project in the same run, and
//! how much memory the export took more at its end than at its beginning. Prints JSON.
//! `BOWERBIRD_BENCH_RECORDS` says how many records (1,000,000 short ones otherwise).

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use bowerbird::io::export::{ExportOptions, Format, export};
use bowerbird::io::store::Store;
use bowerbird::logic::model::SiteDraft;
use rusqlite::{Connection, params};

const ROUNDS: usize = 5;
const QUERY: &str = "SELECT url, title, date, author, text, site, fetched_at FROM v_records
                     ORDER BY site_id, id";

fn main() {
    let records: u32 = std::env::var("BOWERBIRD_BENCH_RECORDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000_000);
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("bench.bower");
    fill(&project, records);
    let out = folder.path().join("out.csv");
    let ours = seconds(|| csv(&project, &out));
    let memory = {
        let before = resident_kib();
        let mut most = before;
        let store = Store::open_read_only(&project).unwrap();
        let options = ExportOptions::default();
        export(&store, Format::Csv, &options, &out, &mut |_| {
            most = most.max(resident_kib());
            true
        })
        .unwrap();
        most.saturating_sub(before)
    };
    let theirs = seconds(|| {
        let done = Command::new("sqlite3")
            .args(["-csv", "-header"])
            .arg(&project)
            .arg(format!(".once {}", out.display()))
            .arg(QUERY)
            .status();
        assert!(
            done.is_ok_and(|status| status.success()),
            "sqlite3 is needed"
        );
    });
    let rate = |seconds: f64| (f64::from(records) / seconds).round();
    println!(
        "{}",
        serde_json::json!({
            "records": records,
            "rows_per_second": rate(ours),
            "sqlite3_rows_per_second": rate(theirs),
            "memory_growth_kib": memory,
        })
    );
}

fn csv(project: &Path, out: &Path) {
    let store = Store::open_read_only(project).unwrap();
    let options = ExportOptions::default();
    export(&store, Format::Csv, &options, out, &mut |_| true).unwrap();
}

/// The best of a few rounds.
fn seconds(mut work: impl FnMut()) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let began = Instant::now();
        work();
        began.elapsed().as_secs_f64()
    });
    rounds.fold(f64::INFINITY, f64::min)
}

/// Short records, written straight into the tables.
fn fill(project: &Path, records: u32) {
    let draft = SiteDraft {
        name: "News".to_owned(),
        kind: "list".to_owned(),
        start: String::new(),
        rule_toml: String::new(),
    };
    let store = Store::create(project).unwrap();
    store.add_site(&draft).unwrap();
    drop(store);
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
    tx.commit().unwrap();
}

/// Memory of this process in use; 0 where the system does not tell.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok())
        .unwrap_or(0)
}
