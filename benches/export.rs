//! Rows a second of a CSV export beside `sqlite3 -csv` over the same project in the same run, and
//! how much memory the export took more at its end than at its beginning. Prints JSON.
//! `BOWERBIRD_BENCH_RECORDS` says how many records (1,000,000 short ones otherwise).

#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

mod shared;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use bowerbird::io::export::{ExportOptions, Format, export};
use bowerbird::io::store::Store;
use shared::{fill, memory_kib};

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
        let before = memory_kib();
        let mut most = before;
        let store = Store::open_read_only(&project).unwrap();
        let options = ExportOptions::default();
        export(&store, Format::Csv, &options, &out, &mut |_| {
            most = most.max(memory_kib());
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
