//! The size of a project after a year of hourly readings: versions, and pages before changes.

use std::sync::Arc;
use std::time::Instant;

use super::*;
use crate::store::snapshots::packing::pack;
use crate::store::snapshots::{insert, retention};
use bowerbird_logic::model::WatchTerms;

/// Pages with as many rows each, and readings a day.
const PAGES: i64 = 100;
const ROWS: i64 = 100;
const READINGS_A_DAY: i64 = 24;
/// The days that pages are kept at most: what is older takes no room any more.
const DAYS: i64 = 90;
/// The versions of a record that are kept.
const VERSIONS: i64 = 50;

fn price(page: i64, row: i64, reading: i64) -> i64 {
    // One in a hundred rows changes at each reading, on about two in three pages.
    let place = page * ROWS + row;
    let phase = ((place * 2_654_435_761) >> 13) % 100;
    let times = (reading + phase) / 100;
    1_000 + place * 13 % 700 + times * 3
}

fn record(page: i64, row: i64, reading: i64) -> Record {
    let fields = [
        ("number".to_owned(), format!("A-{page}-{row}")),
        (
            "product".to_owned(),
            format!("Product {row} of the market in hall {page}"),
        ),
        ("price".to_owned(), price(page, row, reading).to_string()),
    ];
    let fields = fields.map(|(name, value)| (name, Value::One(value)));
    Record {
        url: format!("http://127.0.0.1/table/{page}#number=A-{page}-{row}"),
        fields: fields.to_vec(),
        ..Record::default()
    }
}

/// A page as shops have it: much that is the same in each, and a row of some cells each.
fn body(page: i64, reading: i64) -> Vec<u8> {
    let mut html = String::from("<!doctype html><title>Prices</title><nav>");
    for link in 0..120 {
        html.push_str(&format!(
            "<li class='menu__item menu__item--{link}'><a href='/hall/{link}'>Hall {link}</a>"
        ));
    }
    html.push_str("</nav><table>");
    for row in 0..ROWS {
        let price = price(page, row, reading);
        html.push_str(&format!(
            "<tr class='row row--{row}' data-id='{page}-{row}'><td class='no'>A-{page}-{row}</td>\
             <td><a href='/p/{page}/{row}'>Product {row} of the market in hall {page}</a></td>\
             <td class='price'><span>{}.{:02}</span> EUR</td></tr>\n",
            price / 100,
            price % 100
        ));
    }
    html.push_str("</table>");
    html.into_bytes()
}

fn snapshot(page: i64, reading: i64) -> Snapshot {
    Snapshot {
        meta: SnapshotMeta {
            url_chain: vec![format!("http://127.0.0.1/table/{page}")],
            status: 200,
            headers: vec![("content-type".to_owned(), "text/html".to_owned())],
            fetched_at: at(reading * 3_600),
            evidence: false,
            sent_from: None,
        },
        body: body(page, reading),
        validators: None,
    }
}

fn differs(page: i64, reading: i64) -> bool {
    (0..ROWS).any(|row| price(page, row, reading) != price(page, row, reading - 1))
}

/// One reading of all pages, as a run commits them; in milliseconds.
fn read(store: &Store, site: SiteId, reading: i64) -> f64 {
    let begun = Instant::now();
    let now = at(reading * 3_600);
    let terms = Arc::new(WatchTerms {
        watched: true,
        key: vec!["number".to_owned()],
        gone_after: Some(2),
        ..WatchTerms::default()
    });
    let (run, _) = store.start_run(site, now).expect("a run");
    let name = |page: i64| format!("table/{page}");
    let tables: Vec<NewRequest> = (0..PAGES)
        .map(|page| content(&name(page), (u32::try_from(page).expect("few"), 0)))
        .collect();
    store
        .add_owned_requests(site, run, tables, Known::AgainAlone)
        .expect("added");
    let leased = store.lease_requests(site, now, 1_000).expect("leased");
    let outcomes = leased.iter().zip(0..).map(|(queued, page)| {
        let rows = (0..ROWS).map(|row| record(page, row, reading)).collect();
        let mut outcome = outcome(queued, rows, Vec::new());
        outcome.answer.fetched_at = now;
        outcome.answer.snapshots.push(snapshot(page, reading));
        outcome.yields.revisited.watch = Some(Arc::clone(&terms));
        outcome
    });
    let outcomes: Vec<PageOutcome> = outcomes.collect();
    store.commit(site, run, outcomes).expect("committed");
    end(store, run);
    begun.elapsed().as_secs_f64() * 1e3
}

fn end(store: &Store, run: RunId) {
    use bowerbird_logic::model::{RunEnd, RunProgress};
    let figures = RunProgress::default();
    store
        .end_run(run, RunEnd::Finished, &figures, None, at(0))
        .expect("ended");
}

/// `cargo test --workspace --features parquet --lib a_year_of_pages_before_changes -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes; prints figures for docs/benchmarks.md"]
fn a_year_of_pages_before_changes() {
    let (store, site) = project();
    let size = |store: &Store| std::fs::metadata(store.path()).expect("the file").len() / 1_000_000;
    println!("first reading: {:.0} ms", read(&store, site, 0));
    let second: Vec<f64> = (1..4).map(|reading| read(&store, site, reading)).collect();
    println!("readings at the beginning, 1 % changed: {second:.0?} ms");
    println!("project after the first day: {} MB", size(&store));
    store
        .write(move |tx| {
            let mut version = tx.prepare_cached(
                "INSERT INTO record_version (record, number, fetched_at, replaced_at, content)
                 SELECT ?1, 1000 + ?2, 1, 2, content FROM record_version LIMIT 1",
            )?;
            for (record, number) in
                (1..=PAGES * ROWS).flat_map(|record| (0..VERSIONS - 2).map(move |n| (record, n)))
            {
                version.execute(rusqlite::params![record, number])?;
            }
            Ok(())
        })
        .expect("versions");
    println!(
        "project with {VERSIONS} versions of each record: {} MB",
        size(&store)
    );
    let (mut kept, mut all, mut all_bytes) = (0_u64, 0_u64, 0_u64);
    let last = DAYS * READINGS_A_DAY;
    for reading in 4..last {
        let packed: Vec<_> = (0..PAGES)
            .filter(|page| differs(*page, reading))
            .filter_map(|page| pack(snapshot(page, reading)).expect("packed"))
            .collect();
        all += PAGES.unsigned_abs();
        kept += packed.len() as u64;
        store
            .write(move |tx| {
                for one in &packed {
                    insert(tx, site, one, true)?;
                }
                if reading % READINGS_A_DAY == 0 {
                    retention::prune(tx, site, at(reading * 3_600))?;
                }
                Ok(())
            })
            .expect("written");
        if reading % 500 == 4 {
            all_bytes = store.snapshot_counts().expect("counts").bytes;
            println!(
                "reading {reading}: {} MB, pages {} MB",
                size(&store),
                all_bytes / 1_000_000
            );
        }
    }
    let counts = store.snapshot_counts().expect("counts");
    let mean = counts.bytes / counts.pages.max(1);
    println!("pages kept: {} of {kept}, {mean} bytes each", counts.pages);
    println!(
        "all pages of {DAYS} days: {all}, {} MB",
        all * mean / 1_000_000
    );
    println!(
        "all pages of a year: {} MB",
        all * mean * 365 / (DAYS.unsigned_abs() * 1_000_000)
    );
    let third: Vec<f64> = (last..last + 3)
        .map(|reading| read(&store, site, reading))
        .collect();
    println!("readings at the end: {third:.0?} ms");
    println!("project at the end: {} MB", size(&store));
    let begun = Instant::now();
    let found = store.page_between(site, "http://127.0.0.1/table/7", (at(0), None));
    assert!(found.expect("read").is_some());
    println!(
        "a page of a version: {:.1} ms",
        begun.elapsed().as_secs_f64() * 1e3
    );
    assert!(all_bytes > 0);
}
