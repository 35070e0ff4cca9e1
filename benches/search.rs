//! Search over many records of realistic length, half English and half Chinese: time of 1,000
//! queries whose words stand in up to 2 % of the records, of commoner ones, what the index adds to
//! the file, and `grep -F -c` over the same texts in the same run. Prints JSON. Texts are made from a
//! seed, words as often as in real texts (Zipf). `cargo bench --bench search -- 1000000 [FOLDER]`.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used
)]

mod shared;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Command;
use std::time::Instant;

use bowerbird::io::store::{JudgedAnswer, PageOutcome, PageYield, RecordFilter, RecordSort, Store};
use bowerbird::logic::model::{ListPosition, Record, RunId, SourceKind, Verdict};
use jiff::Timestamp;
use shared::{ms, percentile};

/// Words of an English text, and words of two characters of a Chinese one: some 900 and 500 characters.
const ENGLISH_WORDS: usize = 150;
const CHINESE_WORDS: usize = 250;
/// Different words of each language.
const VOCABULARY: usize = 60_000;
const QUERIES: usize = 1_000;
const BATCH: usize = 500;
/// Queries that `grep` is timed with.
const GREPS: usize = 5;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let records: usize = arguments
        .next()
        .and_then(|n| n.parse().ok())
        .unwrap_or(20_000);
    let folder = match arguments.next() {
        Some(folder) => tempfile::tempdir_in(folder).unwrap(),
        None => tempfile::tempdir().unwrap(),
    };
    let path = folder.path().join("bench.bower");
    let (store, site) = shared::project(&path, SourceKind::List);
    let (run, _) = store.start_run(site, Timestamp::now()).unwrap();
    let mut words = WordSource::new();
    let mut dump =
        std::io::BufWriter::new(std::fs::File::create(folder.path().join("texts")).unwrap());
    let mut counts = [vec![0_u32; VOCABULARY], vec![0_u32; VOCABULARY]];
    let began = Instant::now();
    let mut bytes = 0_usize;
    let mut number = 0;
    while number < records {
        let mut batch = Vec::new();
        for _ in 0..BATCH.min(records - number) {
            let language = number % 2;
            let text = words.text(language, &mut counts[language]);
            bytes += text.len();
            writeln!(dump, "{text}").unwrap();
            batch.push(outcome(number, text, run));
            number += 1;
        }
        store.commit(site, run, batch).unwrap();
    }
    dump.flush().unwrap();
    let filled = began.elapsed();
    let index = index_bytes(&path);

    let limit = |language: usize, low: f64, high: f64| -> Vec<usize> {
        let share = |count: u32| f64::from(count) / records as f64;
        (0..VOCABULARY)
            .filter(|at| (low..=high).contains(&share(counts[language][*at])))
            .collect()
    };
    let rare = [limit(0, 1e-5, 0.02), limit(1, 1e-5, 0.02)];
    let common = [limit(0, 0.02, 0.5), limit(1, 0.02, 0.5)];
    let mut few = Vec::new();
    let mut many = Vec::new();
    for number in 0..QUERIES {
        let language = number % 2;
        few.push(query(&words, language, &rare[language], number));
        many.push(query(&words, language, &common[language], number));
    }
    let mut heavy: Vec<String> = (0..QUERIES)
        .map(|number| {
            // The commonest of those that stand in up to 2 %: the worst of that kind.
            let language = number % 2;
            words.word(
                language,
                rare[language][(number / 2) % rare[language].len().min(50)],
            )
        })
        .collect();
    heavy.dedup();
    let figures = serde_json::json!({
        "records": records,
        "text_mb": bytes / 1_000_000,
        "fill_s": filled.as_secs(),
        "index_mb": index / 1_000_000,
        "index_share_of_text": index as f64 / bytes as f64,
        "file_mb": std::fs::metadata(&path).unwrap().len() / 1_000_000,
        "up_to_2_percent": times(&store, &few),
        "just_below_2_percent": times(&store, &heavy),
        "commoner": times(&store, &many),
        "grep": greps(&folder.path().join("texts"), &few),
    });
    println!("{}", serde_json::to_string_pretty(&figures).unwrap());
}

fn outcome(number: usize, text: String, run: RunId) -> PageOutcome {
    let title: String = text.chars().take(40).collect();
    PageOutcome {
        position: ListPosition {
            page: u32::try_from(number / 100).unwrap(),
            item: u32::try_from(number % 100).unwrap(),
        },
        answer: JudgedAnswer::new(
            Verdict::ok(),
            Timestamp::from_second(1_700_000_000 + i64::try_from(number).unwrap()).unwrap(),
        ),
        yields: PageYield {
            records: vec![Record {
                url: format!("http://127.0.0.1/{number}"),
                title,
                text,
                ..Record::default()
            }],
            ..PageYield::default()
        },
        ..shared::outcome(run)
    }
}

/// A word; every third time two words, every tenth time a phrase.
fn query(words: &WordSource, language: usize, of: &[usize], number: usize) -> String {
    let pick = |seed: usize| words.word(language, of[mixed(seed as u64) as usize % of.len()]);
    match number % 10 {
        3 | 6 => format!("{} {}", pick(number), pick(number + 7_919)),
        9 => format!("\"{}\"", pick(number)),
        _ => pick(number),
    }
}

fn times(store: &Store, queries: &[String]) -> serde_json::Value {
    let mut took = Vec::new();
    let mut found = 0;
    let mut cut = 0;
    for query in queries {
        let filter = RecordFilter {
            search: Some(query.clone()),
            sort: RecordSort::ListOrder,
            ..RecordFilter::default()
        };
        let began = Instant::now();
        let counted = store.count_found(&filter).unwrap();
        store.records(&filter, 0, 20).unwrap();
        took.push(began.elapsed());
        found += counted.records;
        cut += u32::from(counted.newest_only);
    }
    took.sort_unstable();
    let at = |percent: usize| ms(percentile(&took, percent));
    serde_json::json!({
        "queries": queries.len(), "p50_ms": at(50), "p95_ms": at(95), "max_ms": at(100),
        "found_each": found / queries.len() as u64, "newest_only": cut,
    })
}

fn greps(texts: &std::path::Path, queries: &[String]) -> serde_json::Value {
    let mut took = Vec::new();
    for query in queries
        .iter()
        .filter(|q| !q.contains(['"', ' ']))
        .take(GREPS)
    {
        let began = Instant::now();
        Command::new("grep")
            .args(["-F", "-c", query])
            .arg(texts)
            .output()
            .unwrap();
        took.push(began.elapsed());
    }
    took.sort_unstable();
    serde_json::json!({ "queries": took.len(), "p50_ms": ms(took[took.len() / 2]) })
}

fn index_bytes(path: &std::path::Path) -> u64 {
    let file = rusqlite::Connection::open(path).unwrap();
    file.query_row(
        "SELECT coalesce(sum(length(block)), 0) FROM record_search_data",
        [],
        |row| row.get::<_, i64>(0),
    )
    .unwrap()
    .try_into()
    .unwrap()
}

/// Words of two made-up languages.
struct WordSource {
    state: u64,
    /// Sums of the words' shares.
    sums: Vec<f64>,
}

impl WordSource {
    fn new() -> Self {
        let mut sum = 0.0;
        let sums = (0..VOCABULARY)
            .map(|rank| {
                sum += 1.0 / (rank as f64 + 2.7);
                sum
            })
            .collect();
        Self { state: 1, sums }
    }

    fn next(&mut self) -> u64 {
        self.state += 1;
        mixed(self.state)
    }

    fn rank(&mut self) -> usize {
        let all = self.sums[VOCABULARY - 1];
        let at = (self.next() >> 11) as f64 / (1_u64 << 53) as f64 * all;
        self.sums
            .partition_point(|sum| *sum < at)
            .min(VOCABULARY - 1)
    }

    fn word(&self, language: usize, rank: usize) -> String {
        if language == 1 {
            // Two of some 3,000 characters, as common ones are.
            let hash = mixed(rank as u64 + 1_000_000);
            let han = |n: u64| char::from_u32(0x4E00 + u32::try_from(n % 3_000).unwrap()).unwrap();
            return [han(hash), han(hash >> 20)].iter().collect();
        }
        let mut word = String::new();
        let mut rest = rank + 20;
        while rest > 0 {
            let syllables = [
                "ba", "de", "ki", "lo", "mu", "ne", "ra", "si", "to", "va", "we", "zu", "pa", "fi",
                "go", "hu",
            ];
            word.push_str(syllables[rest % 16]);
            rest /= 16;
        }
        word
    }

    fn text(&mut self, language: usize, counts: &mut [u32]) -> String {
        let length = if language == 1 {
            CHINESE_WORDS
        } else {
            ENGLISH_WORDS
        };
        let mut out = String::new();
        let mut seen = std::collections::HashSet::new();
        for place in 0..length {
            let rank = self.rank();
            if seen.insert(rank) {
                counts[rank] += 1;
            }
            let word = self.word(language, rank);
            let end = match (language, place % 12) {
                (1, 11) => "。",
                (1, _) => "",
                (_, 11) => ". ",
                _ => " ",
            };
            write!(out, "{word}{end}").unwrap();
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
