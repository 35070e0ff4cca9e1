//! What archives spare the working file: cost of storing and of searching in projects whose working
//! file holds as many records while 1, 2 and 4 million records exist in all, the rest in archives, a
//! period each. Rounds go through the projects in turn, so that a slow moment hits all alike.
//! Also how many records a second move, and a search through all archives. Prints JSON.
//! `cargo bench --bench archives -- fill FOLDER` makes the projects (some 2 GB), `-- measure FOLDER`
//! measures them. `BOWERBIRD_BENCH_PERIOD` says how many records a period has (250,000 otherwise).

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout
)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use bowerbird::io::store::{
    JudgedAnswer, PageOutcome, PageYield, Period, QueuedState, RecordFilter, RecordSort, Store,
};
use bowerbird::logic::model::{
    ListPosition, Record, RequestId, RunId, SiteDraft, SiteId, SourceKind, Verdict,
};
use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, params};

/// Characters of a text.
const CHARS: usize = 500;
/// Different words.
const VOCABULARY: u64 = 60_000;
/// Periods in archives for 1, 2 and 4 million records, one period being in the working file.
const ARCHIVES: [usize; 3] = [3, 7, 15];
const ROUNDS: usize = 8;
/// Batches stored in a round, of as many records as a run stores together.
const BATCHES: usize = 40;
const BATCH: usize = 16;
/// Searches in a round.
const SEARCHES: usize = 60;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let what = arguments.next();
    let folder = arguments.next().map(PathBuf::from);
    match (what.as_deref(), folder) {
        (Some("fill"), Some(folder)) => fill_all(&folder),
        (Some("measure"), Some(folder)) => measure(&folder),
        _ => println!("archives: say `fill FOLDER` and then `measure FOLDER`"),
    }
}

fn period() -> usize {
    let asked = std::env::var("BOWERBIRD_BENCH_PERIOD");
    asked
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(250_000)
}

fn project(folder: &Path, at: usize) -> PathBuf {
    folder.join(format!("p{}.bower", (ARCHIVES[at] + 1) * period()))
}

/// One project with the newest period, copied. The archives are one file under many names, for the
/// working file is measured, which does not read them; their addresses are all different.
fn fill_all(folder: &Path) {
    let most = ARCHIVES[2];
    let first = project(folder, 0);
    fill(&first, most);
    for at in 1..ARCHIVES.len() {
        std::fs::copy(&first, project(folder, at)).unwrap();
    }
    let made = folder.join("made");
    fill(&made, 0);
    for (at, count) in ARCHIVES.iter().enumerate() {
        let project = project(folder, at);
        for number in most - count..most {
            let name = format!("{}-archive-{}", name_of(&project), year(number));
            std::fs::hard_link(&made, folder.join(&name)).unwrap();
            join(&project, &name, number);
        }
    }
    std::fs::remove_file(made).unwrap();
}

fn name_of(project: &Path) -> String {
    project.file_name().unwrap().to_string_lossy().into_owned()
}

fn year(number: usize) -> usize {
    2001 + number
}

/// Fills a file with the records of a period, straight into the tables.
fn fill(path: &Path, number: usize) {
    let store = Store::create(path).unwrap();
    let site = store
        .add_site(&SiteDraft {
            name: "Bench".into(),
            kind: SourceKind::List,
            start: String::new(),
            rule_toml: String::new(),
        })
        .unwrap();
    store.start_run(site, Timestamp::now()).unwrap();
    drop(store);
    let connection = Connection::open(path).unwrap();
    let tx = connection.unchecked_transaction().unwrap();
    let mut record = tx
        .prepare(
            "INSERT INTO record (id, site, run, found_in, page, item, part, fetched_at, url, title,
                                 date, author, fields, provenance)
             VALUES (?1, 1, 1, 1, ?1 / 100, ?1 % 100, 0, ?2, ?3, ?4, '', '', '{}', '{}')",
        )
        .unwrap();
    let mut text = tx
        .prepare("INSERT INTO record_text VALUES (?1, ?2)")
        .unwrap();
    let mut search = tx
        .prepare("INSERT INTO record_search (rowid, title, text) VALUES (?1, ?2, ?3)")
        .unwrap();
    let mut digest = tx
        .prepare("INSERT INTO record_digest (id, unindexed, unsettled) VALUES (?1, 0, 0)")
        .unwrap();
    for n in 0..period() {
        let id = signed(number * period() + n);
        let words = words(id.unsigned_abs());
        let title: String = words.chars().take(40).collect();
        record
            .execute(params![
                id,
                at(number, n),
                url(number * period() + n),
                title
            ])
            .unwrap();
        text.execute(params![id, words]).unwrap();
        // Lower-case Latin words are their own terms.
        search.execute(params![id, title, words]).unwrap();
        digest.execute([id]).unwrap();
    }
    drop((record, text, search, digest));
    tx.execute("UPDATE site SET records = ?1", [signed(period())])
        .unwrap();
    tx.commit().unwrap();
    connection
        .execute_batch(
            "INSERT INTO record_search (record_search) VALUES ('optimize');
             PRAGMA wal_checkpoint(TRUNCATE);",
        )
        .unwrap();
}

/// Makes an archive known to a project, as a move does.
fn join(project: &Path, name: &str, number: usize) {
    let connection = Connection::open(project).unwrap();
    let tx = connection.unchecked_transaction().unwrap();
    tx.execute(
        "INSERT INTO archive (file, first_at, last_at, records) VALUES (?1, ?2, ?3, ?4)",
        params![
            name,
            at(number, 0),
            at(number, period() - 1),
            signed(period())
        ],
    )
    .unwrap();
    let mut key = tx
        .prepare("INSERT INTO archived (site, key) VALUES (1, ?1)")
        .unwrap();
    for n in 0..period() {
        let url = url(number * period() + n);
        key.execute([Blake2b::<U16>::digest(url.as_bytes()).as_slice()])
            .unwrap();
    }
    drop(key);
    tx.commit().unwrap();
}

fn signed(number: usize) -> i64 {
    i64::try_from(number).unwrap()
}

/// When a record was fetched, in microseconds: the records of a period are spread over a year.
fn at(number: usize, n: usize) -> i64 {
    let year = i64::try_from(number).unwrap() * 365 * 86_400;
    let within = i64::try_from(n * 364 * 86_400 / period()).unwrap();
    (978_307_200 + year + within) * 1_000_000
}

fn url(id: usize) -> String {
    format!("https://news.example.org/articles/{id}.html")
}

/// A text of [`CHARS`] characters; words as often as in real texts (Zipf), from the number alone.
fn words(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D;
    let mut text = String::with_capacity(CHARS + 8);
    while text.len() < CHARS {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let share = (state >> 11) as f64 / (1_u64 << 53) as f64;
        let rank = (VOCABULARY as f64).powf(share) as u64;
        text.push_str(&word(rank));
        text.push(' ');
    }
    text
}

fn word(rank: u64) -> String {
    let mut left = rank + 26;
    let mut word = String::new();
    while left > 0 {
        word.push(char::from(b'a' + u8::try_from(left % 26).unwrap()));
        left /= 26;
    }
    word.push('x');
    word
}

/// The figures of a project.
#[derive(Default)]
struct Figures {
    insert: Vec<f64>,
    search: Vec<f64>,
}

fn measure(folder: &Path) {
    let stores: Vec<Store> = (0..ARCHIVES.len())
        .map(|at| Store::open(&project(folder, at)).unwrap())
        .collect();
    let mut figures: Vec<Figures> = stores.iter().map(|_| Figures::default()).collect();
    for store in &stores {
        // Warm: what is measured is work, not the first reading of a file.
        round(store, usize::MAX, &mut Figures::default());
    }
    for number in 0..ROUNDS {
        for (store, figures) in stores.iter().zip(&mut figures) {
            round(store, number, figures);
        }
    }
    let mut told: Vec<serde_json::Value> = Vec::new();
    for (at, figures) in figures.iter_mut().enumerate() {
        let all = (ARCHIVES[at] + 1) * period();
        let everywhere = everywhere(&stores[at]);
        told.push(serde_json::json!({
            "records": all,
            "archives": ARCHIVES[at],
            "working_file_mb": std::fs::metadata(project(folder, at)).unwrap().len() / 1_000_000,
            "insert_batch_ms": percentiles(&mut figures.insert),
            "search_ms": percentiles(&mut figures.search),
            "search_with_archives_ms": everywhere,
        }));
    }
    let (moved, ordering) = moving(&stores[0]);
    println!(
        "{}",
        serde_json::to_string_pretty(&serde_json::json!({
            "projects": told,
            "records_moved_per_second": moved,
            "ordering_the_indexes_s": ordering,
        }))
        .unwrap()
    );
}

fn round(store: &Store, number: usize, figures: &mut Figures) {
    for batch in 0..BATCHES {
        let outcomes: Vec<PageOutcome> = (0..BATCH)
            .map(|n| {
                outcome(
                    number
                        .wrapping_mul(1_000_003)
                        .wrapping_add(batch * BATCH + n),
                )
            })
            .collect();
        let began = Instant::now();
        store.commit(SiteId(1), RunId(1), outcomes).unwrap();
        figures.insert.push(began.elapsed().as_secs_f64() * 1e3);
    }
    for n in 0..SEARCHES {
        let began = Instant::now();
        let filter = search(number, n);
        store.records(&filter, 0, 50).unwrap();
        figures.search.push(began.elapsed().as_secs_f64() * 1e3);
    }
}

/// Words that stand in between a tenth of a percent and two percent of the records.
fn search(round: usize, n: usize) -> RecordFilter {
    let rank = 400 + (round.wrapping_mul(SEARCHES).wrapping_add(n) % 2_000) as u64;
    RecordFilter {
        search: Some(word(rank)),
        sort: RecordSort::ListOrder,
        ..RecordFilter::default()
    }
}

fn everywhere(store: &Store) -> serde_json::Value {
    store.records_anywhere(&search(0, 0), 0, 50).unwrap();
    let mut times: Vec<f64> = (1..SEARCHES)
        .map(|n| {
            let began = Instant::now();
            let filter = search(7, n);
            store.count_found_anywhere(&filter).unwrap();
            store.records_anywhere(&filter, 0, 50).unwrap();
            began.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    percentiles(&mut times)
}

/// Records a second that move out of the working file, and seconds that both indexes take to be put
/// in order afterwards.
fn moving(store: &Store) -> (f64, f64) {
    let before = Timestamp::from_microsecond(at(ARCHIVES[2], 0)).unwrap();
    let some = before
        .checked_add(SignedDuration::from_hours(24 * 30))
        .unwrap();
    let began = Instant::now();
    let mut last = 0.0;
    let moved = store
        .archive(some, Period::Year, &mut |_| {
            last = began.elapsed().as_secs_f64();
            true
        })
        .unwrap();
    let rate = (moved as f64 / last).round();
    (rate, (began.elapsed().as_secs_f64() - last).round())
}

fn outcome(number: usize) -> PageOutcome {
    let text = words(number as u64 ^ 0xABCD_EF01);
    PageOutcome {
        request: RequestId(0),
        found_in: RunId(1),
        position: ListPosition::default(),
        state: QueuedState::Done,
        answer: JudgedAnswer::new(Verdict::ok(), Timestamp::now()),
        yields: PageYield {
            records: vec![Record {
                url: format!(
                    "https://news.example.org/{}/{number}.html",
                    std::process::id()
                ),
                title: text.chars().take(40).collect(),
                text,
                ..Record::default()
            }],
            ..PageYield::default()
        },
    }
}

fn percentiles(times: &mut [f64]) -> serde_json::Value {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = ((times.len() - 1) as f64 * share) as usize;
        (times[place] * 1000.0).round() / 1000.0
    };
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    serde_json::json!({"median": at(0.5), "p95": at(0.95), "mean": (mean * 1000.0).round() / 1000.0})
}
