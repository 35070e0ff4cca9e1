//! The judge over collected answers: how many blocks it knows, how many ordinary pages it takes for
//! one, and what a page costs beyond its parse. Argument: a folder with `manifest.jsonl` (JSON
//! lines of `{id, label, kind, file, status, headers, url}`; files relative to it, `.gz` or plain, or
//! the text as `body`), or such a file. Labels are those of `train_refusals`; ambiguous ones and
//! kinds whose names begin with `mock` are left out. Prints JSON: with status and
//! headers, and by the body alone, each with the pages that came out wrong; microseconds a page.

#![allow(
    missing_docs,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::expect_used
)]

#[path = "shared/answers.rs"]
mod stored;

use std::path::Path;
use std::time::Instant;

use bowerbird::logic::detect::{Answer, Signals, judge};
use bowerbird::logic::model::{PageState, Verdict};
use serde_json::{Value, json};
use stored::{body, entries, headers, is_refusal, is_unscored};

/// Times that each page is judged; the fastest counts, for a page is judged once in a crawl whose
/// caches are warm with pages like it.
const ROUNDS: usize = 9;

struct Case {
    id: String,
    refused: bool,
    status: u16,
    headers: Vec<(String, String)>,
    url: String,
    body: String,
}

fn main() {
    let set = std::env::args().skip(1).find(|a| a != "--bench");
    let cases = cases(Path::new(&set.expect("a set")));
    let signals = Signals::shipped().expect("shipped signals");
    let whole = score(&cases, |case| verdict(&signals, case, true));
    let body = score(&cases, |case| verdict(&signals, case, false));
    println!(
        "{}",
        json!({ "whole": whole, "body_only": body, "us": times(&signals, &cases) })
    );
}

fn cases(set: &Path) -> Vec<Case> {
    let entries = entries(set);
    let scored = entries.iter().filter(|entry| !is_unscored(entry));
    scored
        .map(|entry| {
            let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
            Case {
                id: text("id"),
                refused: is_refusal(entry),
                status: entry["status"].as_u64().map_or(0, |s| s as u16),
                headers: headers(&entry["headers"]),
                url: text("url"),
                body: body(set, entry),
            }
        })
        .collect()
}

fn verdict(signals: &Signals, case: &Case, whole: bool) -> Verdict {
    judge(
        signals,
        &Answer {
            requested_url: &case.url,
            final_url: &case.url,
            status: if whole { case.status } else { 0 },
            headers: if whole { &case.headers } else { &[] },
            body: &case.body,
            now_s: 0,
            ..Answer::default()
        },
    )
}

fn keeps_out(verdict: &Verdict) -> bool {
    verdict.state.is_block() || verdict.state == PageState::LoginRequired
}

fn score(cases: &[Case], of: impl Fn(&Case) -> Verdict) -> Value {
    let (mut blocks, mut known, mut ordinary) = (0, 0, 0);
    let (mut missed, mut alarms) = (Vec::new(), Vec::new());
    for case in cases {
        let verdict = of(case);
        let shown = || json!([case.id, verdict.state.token(), verdict.evidence.first()]);
        match (case.refused, keeps_out(&verdict)) {
            (true, true) => known += 1,
            (true, false) => missed.push(shown()),
            (false, true) => alarms.push(shown()),
            (false, false) => {}
        }
        match case.refused {
            true => blocks += 1,
            false => ordinary += 1,
        }
    }
    json!({
        "blocks": blocks,
        "known": known,
        "recall": f64::from(known) / f64::from(blocks.max(1)),
        "ordinary": ordinary,
        "missed": missed,
        "alarms": alarms,
    })
}

/// Median, 99th percentile and slowest of the microseconds that a page costs.
fn times(signals: &Signals, cases: &[Case]) -> Value {
    let mut times: Vec<(f64, &str)> = cases
        .iter()
        .map(|case| {
            let fastest = (0..ROUNDS).map(|_| {
                let began = Instant::now();
                std::hint::black_box(verdict(signals, case, true));
                began.elapsed().as_secs_f64() * 1e6
            });
            (fastest.fold(f64::INFINITY, f64::min), case.id.as_str())
        })
        .collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize].0;
    json!({
        "pages": times.len(),
        "median": at(0.5),
        "p99": at(0.99),
        "slowest": times.last(),
    })
}
