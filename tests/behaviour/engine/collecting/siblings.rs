//! Reposts within one site: pages that share the site's template stay apart, and articles that
//! really come again are folded, by the settling and by the pass over the whole project.

use std::collections::HashMap;

use bowerbird::engine::records::texts::{RecordAssessor, Step, fold_later};
use bowerbird::engine::types::{Record, RecordFilter, Store};
use bowerbird::io::store::{JudgedAnswer, PageOutcome, PageYield, QueuedState};
use bowerbird::logic::model::{ListPosition, RecordId, RequestId, SiteDraft, SourceKind, Verdict};
use jiff::Timestamp;

const CONTAINERS: [&str; 8] = [
    "vector", "deque", "list", "array", "stack", "queue", "bitset", "rope",
];
static FUNCTIONS: [&str; 5] = ["begin", "insert", "erase", "resize", "swap"];

/// Words without a meaning, the same for a seed.
fn words(seed: u64, count: usize) -> Vec<String> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        format!("w{}", state % 4_000)
    };
    (0..count).map(|_| next()).collect()
}

/// A page of a manual: most of it stands on its siblings too, but for the names.
fn manual(container: &str, function: &str) -> Record {
    let seed = |text: &str| text.bytes().fold(7, |sum, byte| sum * 31 + u64::from(byte));
    let about = words(seed(function), 90);
    let named: Vec<String> = about
        .chunks(15)
        .map(|part| format!("{} {container}", part.join(" ")))
        .collect();
    let menu = words(1, 120).join(" ");
    let own = words(seed(container) ^ seed(function), 14).join(" ");
    Record {
        url: format!("http://manual.example/{container}/{function}"),
        title: format!("{container}::{function} - Manual"),
        text: format!(
            "{container} {function}\n{}\n{own}\n{menu}",
            named.join("\n")
        ),
        ..Record::default()
    }
}

fn article(number: u64) -> Record {
    Record {
        url: format!("http://manual.example/news/{number}"),
        title: format!("Report {number}"),
        text: words(1_000 + number, 200).join(" "),
        ..Record::default()
    }
}

/// The article once more: cut off, between head and foot of another page, and both.
fn again(number: u64, form: u64) -> Record {
    let text = words(1_000 + number, 200);
    let (head, foot) = (words(5_000 + number, 8), words(6_000 + number, 8));
    let kept = if form == 1 { 200 } else { 160 };
    let mut all: Vec<String> = text.into_iter().take(kept).collect();
    if form > 0 {
        all = [head, all, foot].concat();
    }
    Record {
        url: format!("http://manual.example/news/{number}/again/{form}"),
        title: format!("Report {number} ({form})"),
        text: all.join(" "),
        ..Record::default()
    }
}

/// Stores the records of one site, `batch` at a time, and settles each batch before the next.
fn settled(records: &[Record], batch: usize) -> Store {
    let store = Store::temporary().unwrap();
    let draft = SiteDraft {
        name: "Manual".to_owned(),
        kind: SourceKind::Crawl,
        start: String::new(),
        rule_toml: String::new(),
    };
    let site = store.add_site(&draft).unwrap();
    let now = Timestamp::now();
    let (run, _) = store.start_run(site, now).unwrap();
    let mut settler = RecordAssessor::new(store.clone());
    for records in records.chunks(batch) {
        let outcome = PageOutcome {
            request: RequestId(0),
            found_in: run,
            position: ListPosition::default(),
            state: QueuedState::Done,
            answer: JudgedAnswer::new(Verdict::ok(), now),
            yields: PageYield {
                records: records.to_vec(),
                ..PageYield::default()
            },
        };
        store.commit(site, run, vec![outcome]).unwrap();
        while settler.step().unwrap() == Step::More {}
    }
    store
}

/// The address that each folded record repeats, by its own.
fn folds(store: &Store) -> HashMap<String, String> {
    let all = store.records(&RecordFilter::default(), 0, 1_000).unwrap();
    let urls: HashMap<RecordId, String> = all
        .into_iter()
        .map(|stored| (stored.id, stored.record.url))
        .collect();
    let reposts = store.latest_reposts(1_000).unwrap();
    let fold = |of: &RecordId| urls[of].clone();
    reposts
        .iter()
        .map(|repost| (fold(&repost.record), fold(&repost.of)))
        .collect()
}

fn manual_pages() -> Vec<Record> {
    let page =
        |function: &'static &'static str| CONTAINERS.iter().map(move |c| manual(c, function));
    FUNCTIONS.iter().flat_map(page).collect()
}

#[test]
fn pages_that_share_the_template_of_their_site_are_no_reposts() {
    for batch in [1, 7, 40] {
        let store = settled(&manual_pages(), batch);
        assert_eq!(folds(&store), HashMap::new(), "{batch} at a time");
        assert_eq!(fold_later(&store, &mut |_| true).unwrap(), 0);
        assert_eq!(folds(&store), HashMap::new(), "by the pass");
    }
}

#[test]
fn articles_of_a_site_with_a_template_that_come_again_are_folded() {
    let mut records = manual_pages();
    records.extend((0..6).map(article));
    for number in 0..6 {
        records.extend((0..3).map(|form| again(number, form)));
    }
    // A page of the manual under a second address.
    let double = Record {
        url: "http://manual.example/old/vector/begin".to_owned(),
        ..manual("vector", "begin")
    };
    records.push(double.clone());
    let store = settled(&records, 10);
    let folds = folds(&store);
    for number in 0..6 {
        for form in 0..3 {
            let of = folds.get(&again(number, form).url);
            assert_eq!(of, Some(&article(number).url), "{number} {form}");
        }
    }
    let first = manual("vector", "begin").url;
    assert_eq!(folds.get(&double.url), Some(&first));
    assert_eq!(folds.len(), 19, "{folds:?}");
}

#[test]
fn what_was_folded_before_the_template_was_known_is_unfolded() {
    let keyword = |number: u64| Record {
        url: format!("http://manual.example/keyword/{number}"),
        title: format!("Keyword k{number} - Manual"),
        text: format!(
            "{}\n{}",
            words(9_000 + number, 5).join(" "),
            words(2, 150).join(" ")
        ),
        ..Record::default()
    };
    for batch in [1, 5, 12] {
        let store = settled(&(0..12).map(keyword).collect::<Vec<_>>(), batch);
        assert_eq!(folds(&store), HashMap::new(), "{batch} at a time");
    }
}
