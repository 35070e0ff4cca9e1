//! Answers that are not read as pages: faults, and files that are not pages. Input: a task.
//! Output: a reading without contents.

use jiff::Timestamp;
use url::Url;

use super::{ReadTask, Reading};
use crate::crawl::fetch::Response;
use bowerbird_io::fetch::{FetchError, Fetched};
use bowerbird_logic::detect::{Answer, judge};
use bowerbird_logic::messages::Explain;
use bowerbird_logic::model::{EvidencePlace, PageState, Verdict};
use bowerbird_logic::page::without_fragment;

/// A fetch without an answer, or with an incomplete one.
pub(super) fn unanswered(task: &ReadTask, response: &Response, error: &FetchError) -> Reading {
    let fault = error.fault();
    let verdict = judge(
        &task.signals,
        &Answer {
            fault: Some(&fault),
            requested_url: &task.request.url,
            final_url: &task.request.url,
            through_proxy: response.through_proxy,
            since_last_request: response.since_last,
            now_s: response.received_at.as_second(),
            ..Answer::default()
        },
    );
    let mut reading = Reading::judged(&task.request.url, verdict, response.received_at);
    reading.answer.heard.bytes = error.bytes();
    Reading {
        fault: Some(error.explain()),
        lasting: error.is_lasting(),
        ..reading
    }
}

/// An answer of which only the headers were read: a PDF or a film linked as an article.
pub(super) fn no_page(fetched: &Fetched, url: &Url, at: Timestamp) -> Reading {
    let kind = fetched.header("content-type").unwrap_or_default();
    let length = fetched.header("content-length");
    let matched = match length.and_then(|text| text.trim().parse::<u64>().ok()) {
        Some(bytes) => format!("{kind}, {} KiB", bytes.div_ceil(1024)),
        None => kind.to_owned(),
    };
    let verdict = Verdict::by_signal(
        PageState::Empty,
        "not-markup",
        EvidencePlace::Header,
        &matched,
    );
    let mut reading = Reading::judged(without_fragment(url).as_str(), verdict, at);
    reading.answer.heard.status = fetched.status;
    reading.no_page = true;
    reading
}
