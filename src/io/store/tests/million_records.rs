//! How long searches take among a million records: made of a seed, half English and half Chinese, words as
//! often as in real texts (Zipf), with an author, a date and five fields. Each query is a count and the
//! first 20 records, as the window asks. Prints p50 and p95 of each sort, and of all.
//!
//! `cargo test --release -p bowerbird-io million_records -- --ignored --nocapture`; environment:
//! `BOWERBIRD_RECORDS` (how many), `BOWERBIRD_FOLDER` (where the project is kept for the next time).

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::*;

const VOCABULARY: usize = 60_000;
const BATCH: usize = 1_000;
/// Queries of each sort.
const QUERIES: usize = 100;

#[test]
#[ignore = "fills a project of some gigabytes"]
fn searches_among_a_million_records() {
    let number = std::env::var("BOWERBIRD_RECORDS").ok();
    let records = number.and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = std::env::var_os("BOWERBIRD_FOLDER").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| temporary.path().to_owned());
    let path = folder.join(format!("million-{records}.bower"));
    if !path.exists() {
        let began = Instant::now();
        fill(&path, records);
        println!("filled in {:.0} s", began.elapsed().as_secs_f64());
    }
    let store = Store::open(&path).expect("opens");
    let words = Words::new();
    let word = |number: usize, low: usize, high: usize| {
        words.word(
            number % 2,
            low + mixed(number as u64) as usize % (high - low),
        )
    };
    let rare = |n: usize| word(n, 300, 20_000);
    let common = |n: usize| word(n, 0, 60);
    let by_date = RecordSort::Column {
        name: "date".to_owned(),
        descending: true,
    };
    type MakeQuery<'a> = Box<dyn Fn(usize) -> String + 'a>;
    let sorts: Vec<(&str, RecordSort, MakeQuery<'_>)> = vec![
        ("a rare word", RecordSort::ListOrder, Box::new(&rare)),
        ("a common word", RecordSort::ListOrder, Box::new(&common)),
        (
            "a common word, newest date first",
            by_date.clone(),
            Box::new(&common),
        ),
        (
            "two words",
            RecordSort::ListOrder,
            Box::new(|n| format!("{} {}", rare(n), common(n + 7))),
        ),
        (
            "or, not, brackets",
            RecordSort::ListOrder,
            Box::new(|n| format!("({} or {}) not {}", rare(n), rare(n + 31), common(n))),
        ),
        (
            "title:, author:",
            RecordSort::ListOrder,
            Box::new(|n| match n % 2 {
                0 => format!("title:{}", rare(n)),
                _ => format!("author:\"Author {}\"", mixed(n as u64) % 2_000),
            }),
        ),
        (
            "a field",
            RecordSort::ListOrder,
            Box::new(|n| match n % 3 {
                0 => format!("company:\"Company {}\"", mixed(n as u64) % 5_000),
                1 => format!("category:kind{}", mixed(n as u64) % 20),
                _ => format!("-category:kind{} {}", mixed(n as u64) % 20, rare(n)),
            }),
        ),
        (
            "a number, few",
            RecordSort::ListOrder,
            Box::new(|n| format!("price:<{}.{}", mixed(n as u64) % 4, n % 10)),
        ),
        (
            "a number, many",
            RecordSort::ListOrder,
            Box::new(|n| match n % 3 {
                0 => format!("price:>={}", 20 + mixed(n as u64) % 450),
                1 => format!("rating:>{}", mixed(n as u64) % 4),
                _ => format!("price:{}..{}", n, n + 40),
            }),
        ),
        (
            "a number and a word",
            RecordSort::ListOrder,
            Box::new(|n| {
                let text = if n % 2 == 0 { rare(n) } else { common(n) };
                format!("{text} price:<{}", 1 + mixed(n as u64) % 300)
            }),
        ),
        (
            "date:",
            RecordSort::ListOrder,
            Box::new(|n| match n % 3 {
                0 => format!("date:202{}-0{}", n % 6, 1 + n % 9),
                1 => format!("date:>202{}-11-01", n % 6),
                _ => format!("until:<202{}", n % 6),
            }),
        ),
        (
            "date: and a word",
            RecordSort::ListOrder,
            Box::new(|n| {
                let text = if n % 2 == 0 { rare(n) } else { common(n) };
                format!("{text} date:202{}-0{}", n % 6, 1 + n % 9)
            }),
        ),
        (
            "all of them",
            RecordSort::ListOrder,
            Box::new(|n| {
                format!(
                    "({} or company:\"Company {}\") price:<{} -category:kind3 date:>=2022",
                    rare(n),
                    n,
                    50 + n
                )
            }),
        ),
    ];
    let mut all = Vec::new();
    for (name, sort, query) in &sorts {
        let mut took = Vec::new();
        let (mut found, mut cut) = (0, 0);
        for number in 0..QUERIES {
            let filter = RecordFilter {
                search: Some(query(number)),
                sort: sort.clone(),
                ..RecordFilter::default()
            };
            let began = Instant::now();
            let counted = store.count_found(&filter).expect("a count");
            store.records(&filter, 0, 20).expect("records");
            took.push((began.elapsed(), query(number)));
            found += counted.records;
            cut += u32::from(counted.newest_only);
        }
        all.extend(took.iter().map(|(time, _)| *time));
        took.sort();
        let worst = took.last().map(|(_, query)| query.clone());
        let times: Vec<Duration> = took.into_iter().map(|(time, _)| time).collect();
        println!(
            "{name:34} p50 {:6.1} ms  p95 {:6.1} ms  max {:6.1} ms  found {:6}  cut {cut:3}  worst {}",
            at_percent(&times, 50),
            at_percent(&times, 95),
            at_percent(&times, 100),
            found / QUERIES as u64,
            worst.unwrap_or_default()
        );
    }
    all.sort();
    let p95 = at_percent(&all, 95);
    println!("all: p50 {:.1} ms, p95 {p95:.1} ms", at_percent(&all, 50));
}

fn at_percent(sorted: &[Duration], percent: usize) -> f64 {
    let place = (sorted.len() * percent / 100).min(sorted.len() - 1);
    sorted[place].as_secs_f64() * 1_000.0
}

fn fill(path: &std::path::Path, records: usize) {
    let store = Store::create(path).expect("made");
    let site = store.add_site(&draft("Site")).expect("a site");
    let (run, _) = store.start_run(site, at(0)).expect("a run");
    let mut words = Words::new();
    let mut number = 0;
    while number < records {
        let batch = (0..BATCH.min(records - number)).map(|_| {
            number += 1;
            PageOutcome {
                request: RequestId(0),
                found_in: run,
                position: ListPosition {
                    page: u32::try_from(number / 100).expect("small"),
                    item: u32::try_from(number % 100).expect("small"),
                },
                state: QueuedState::Done,
                answer: JudgedAnswer::new(Verdict::ok(), at(number as i64)),
                yields: PageYield {
                    records: vec![made_record(number, &mut words)],
                    ..PageYield::default()
                },
            }
        });
        store.commit(site, run, batch.collect()).expect("stored");
    }
}

fn made_record(number: usize, words: &mut Words) -> Record {
    let dice = mixed(number as u64 + 77);
    let language = number % 2;
    let day = |n: u64| {
        let (year, month, day) = (2018 + n % 9, 1 + n / 9 % 12, 1 + n / 108 % 28);
        format!("{year}-{month:02}-{day:02}")
    };
    Record {
        url: format!("http://127.0.0.1/{}/{number}", dice % 300),
        title: words.text(language, 8),
        date: day(dice >> 7),
        author: format!("Author {}", dice % 2_000),
        text: words.text(language, if language == 1 { 120 } else { 80 }),
        fields: vec![
            (
                "price".into(),
                one(&format!("{}.{:02}", dice % 500, (dice >> 9) % 100)),
            ),
            ("rating".into(), one(&(1 + (dice >> 17) % 5).to_string())),
            (
                "company".into(),
                one(&format!("Company {}", (dice >> 21) % 5_000)),
            ),
            (
                "category".into(),
                one(&format!("kind{}", (dice >> 33) % 20)),
            ),
            ("until".into(), one(&day(dice >> 40))),
        ],
        ..Record::default()
    }
}

/// Words of two made-up languages.
struct Words {
    state: u64,
    /// Sums of the words' shares.
    sums: Vec<f64>,
}

impl Words {
    fn new() -> Self {
        let mut sum = 0.0;
        let shares = (0..VOCABULARY).map(|rank| {
            sum += 1.0 / (rank as f64 + 2.7);
            sum
        });
        Self {
            sums: shares.collect(),
            state: 1,
        }
    }

    fn rank(&mut self) -> usize {
        self.state += 1;
        let all = self.sums[VOCABULARY - 1];
        let place = (mixed(self.state) >> 11) as f64 / (1_u64 << 53) as f64 * all;
        self.sums
            .partition_point(|sum| *sum < place)
            .min(VOCABULARY - 1)
    }

    fn word(&self, language: usize, rank: usize) -> String {
        if language == 1 {
            // Two of some 3,000 characters, as common ones are.
            let hash = mixed(rank as u64 + 1_000_000);
            let han = |n: u64| char::from_u32(0x4E00 + u32::try_from(n % 3_000).expect("small"));
            return [han(hash), han(hash >> 20)].into_iter().flatten().collect();
        }
        let syllables = [
            "ba", "de", "ki", "lo", "mu", "ne", "ra", "si", "to", "va", "we", "zu", "pa", "fi",
            "go", "hu",
        ];
        let mut word = String::new();
        let mut rest = rank + 20;
        while rest > 0 {
            word.push_str(syllables[rest % 16]);
            rest /= 16;
        }
        word
    }

    fn text(&mut self, language: usize, length: usize) -> String {
        let mut out = String::new();
        for place in 0..length {
            let rank = self.rank();
            let end = match (language, place % 12) {
                (1, 11) => "。",
                (1, _) => "",
                (_, 11) => ". ",
                _ => " ",
            };
            write!(out, "{}{end}", self.word(language, rank)).expect("written");
        }
        out
    }
}

fn mixed(mut x: u64) -> u64 {
    x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
