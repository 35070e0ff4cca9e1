//! Makes the project: sites in all states with tasks, and their records over the last ninety days.

use std::path::Path;
use std::time::{Duration, Instant};

use bowerbird::engine::records::texts::{RecordAssessor, Step};
use bowerbird::io::store::{JudgedAnswer, PageOutcome, PageYield, QueuedState, Store};
use bowerbird::logic::messages::Message;
use bowerbird::logic::model::{
    Evidence, EvidencePlace, ListPosition, NetworkFigures, PageState, Record, RequestId, RunId,
    SiteDraft, SiteId, SiteStatus, SourceKind, Strength, TaskDraft, Timing, Verdict,
};
use jiff::{Timestamp, ToSpan};

use super::serve::address;

/// Characters of a record's text.
const TEXT: usize = 500;
const BATCH: usize = 500;
/// How far back records reach, in seconds.
const PAST: i64 = 90 * 86_400;

/// Makes the project at `file`; nothing is done where there is one.
pub fn make(file: &Path, records: usize, sites: usize) {
    if file.exists() {
        println!("{} is there already", file.display());
        return;
    }
    let began = Instant::now();
    let store = Store::create(file).unwrap();
    let now = Timestamp::now();
    let made: Vec<(SiteId, RunId)> = (0..sites).map(|number| site(&store, number, now)).collect();
    let each = records / sites;
    for (number, (site, run)) in made.iter().enumerate() {
        for first in (0..each).step_by(BATCH) {
            let batch = (first..(first + BATCH).min(each))
                .map(|item| outcome(number, item, each, *run, now))
                .collect();
            store.commit(*site, *run, batch).unwrap();
        }
    }
    // What the program would do beside, so that an idle window has nothing left to do.
    let mut settler = RecordAssessor::new(store.clone());
    while settler.step().unwrap() == Step::More {}
    println!(
        "made {} records of {sites} sites in {:.0} s, {} MB",
        each * sites,
        began.elapsed().as_secs_f64(),
        std::fs::metadata(file).unwrap().len() / 1_000_000
    );
}

fn site(store: &Store, number: usize, now: Timestamp) -> (SiteId, RunId) {
    let name = match number % 2 {
        0 => format!("Harbour Herald {number}"),
        _ => format!("海港日报第{number}号"),
    };
    let rule_toml = format!(
        r#"
[site]
name = "{name}"
kind = "list"
start = ["{address}/"]
[politeness]
delay = "0s"
concurrency = 4
[list]
item = {{ css = "article.entry" }}
link = {{ css = "h2 a", take = "href" }}
next = {{ css = "a.next", take = "href" }}
[[field]]
name = "title"
select = [{{ css = "h1" }}]
required = true
"#,
        address = address(number)
    );
    let draft = SiteDraft {
        name,
        kind: SourceKind::List,
        start: address(number),
        rule_toml,
    };
    let site = store.add_site(&draft).unwrap();
    store.set_site_status(site, &status(number, now)).unwrap();
    let timing = Timing::Interval {
        seconds: 3_600,
        jitter_seconds: 60,
    };
    let task = TaskDraft::of_site(site, timing);
    store
        .add_task(&task, now.checked_add(30.minutes()).ok())
        .unwrap();
    let (run, _) = store.start_run(site, now).unwrap();
    (site, run)
}

fn status(number: usize, now: Timestamp) -> SiteStatus {
    let state = match number % 20 {
        3 => PageState::Blocked,
        7 => PageState::LayoutChanged,
        11 => PageState::RateLimited,
        13 => PageState::Outage,
        17 => PageState::LoginRequired,
        _ => PageState::Ok,
    };
    SiteStatus {
        state,
        since: now,
        reason: Message::new("app-state-ok"),
        next: None,
        evidence: Vec::new(),
        url: address(number),
    }
}

fn outcome(number: usize, item: usize, each: usize, run: RunId, now: Timestamp) -> PageOutcome {
    let place = |n: usize| u32::try_from(n).unwrap();
    let back = PAST * i64::try_from(each - item).unwrap() / i64::try_from(each).unwrap();
    let at = now
        .checked_sub((back + i64::try_from(number % 600).unwrap()).seconds())
        .unwrap();
    let verdict = match item % 50 {
        49 => Verdict::because(PageState::Outage, unavailable()),
        _ => Verdict::ok(),
    };
    let records = match verdict.state {
        PageState::Ok => vec![record(number, item)],
        _ => Vec::new(),
    };
    PageOutcome {
        request: RequestId(0),
        found_in: run,
        position: ListPosition {
            page: place(item / 20),
            item: place(item % 20),
        },
        state: QueuedState::Done,
        answer: JudgedAnswer {
            heard: NetworkFigures {
                status: if records.is_empty() { 503 } else { 200 },
                bytes: 40_000,
                took: Some(Duration::from_millis(
                    80 + u64::try_from(item % 300).unwrap(),
                )),
                ..NetworkFigures::default()
            },
            ..JudgedAnswer::new(verdict, at)
        },
        yields: PageYield {
            records,
            ..PageYield::default()
        },
    }
}

fn unavailable() -> Evidence {
    Evidence {
        signal: "status-5xx".to_owned(),
        strength: Strength::Strong,
        place: EvidencePlace::Status,
        matched: "503".to_owned(),
    }
}

fn record(number: usize, item: usize) -> Record {
    let words: [&[&str]; 2] = [
        &[
            "the ", "ferry ", "leaves ", "at ", "seven ", "harbour ", "is ", "quiet ", "council ",
            "votes ", "on ", "bridges ", "and ", "prices ", "rise. ",
        ],
        &[
            "渡轮", "七点", "离开", "港口", "很", "安静", "议会", "表决", "桥梁", "价格", "上涨",
            "，", "记者", "报道", "。",
        ],
    ];
    let words = words[number % 2];
    let mut state = (number * 1_000_003 + item) as u64;
    let mut text = String::with_capacity(TEXT * 3);
    while text.chars().count() < TEXT {
        for _ in 0..20 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(words[(state >> 33) as usize % words.len()]);
        }
    }
    let title: String = text.chars().take(30).collect();
    Record {
        url: format!("{}/a/{}", address(number), item + 1_000_000),
        title: format!("{title} {item}"),
        text,
        ..Record::default()
    }
}
