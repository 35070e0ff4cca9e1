//! Answers that are not read as pages, and what is kept of those that are: faults, files that are
//! no pages, snapshots. Flows in: a job. Flows out: a reading without contents, or a snapshot.

use url::Url;

use super::reading::{Job, Reading, because, named};
use bowerbird_io::fetch::{FetchError, Fetched, keeping};
use bowerbird_io::store::{Snapshot, SnapshotMeta, Validators};
use bowerbird_logic::detect::{Answer, RuleOutcome, judge};
use bowerbird_logic::messages::Explain;
use bowerbird_logic::model::{PageState, Place, Verdict};
use bowerbird_logic::page::without_fragment;

/// A fetch without an answer, or without a whole one.
pub(in crate::crawl) fn unanswered(job: &Job, error: &FetchError) -> Reading {
    let fault = error.fault();
    let verdict = judge(
        &job.signals,
        &Answer {
            fault: Some(&fault),
            requested_url: &job.request.url,
            final_url: &job.request.url,
            status: 0,
            headers: &[],
            through_proxy: job.through_proxy,
            body: "",
            page: None,
            rule: RuleOutcome::Unknown,
            body_repeats: false,
            since_last_request: job.since_last,
            took: None,
            now_s: job.now.as_second(),
        },
    );
    let received = match error {
        FetchError::Incomplete { received, .. } => received.as_deref(),
        _ => None,
    };
    let kept = received.and_then(|part| {
        let body = job.session.masked_part(&part.body);
        snapshot(job, part, &body, &verdict, false)
    });
    Reading {
        bytes: error.bytes(),
        snapshots: kept.into_iter().collect(),
        fault: Some(error.explain()),
        lasting: error.is_lasting(),
        ..Reading::verdict_only(&job.request.url, named(job, verdict), job.now)
    }
}

/// Kept for good pages, so that a changed rule can run again, and for the rest as evidence.
pub(in crate::crawl) fn snapshot(
    job: &Job,
    fetched: &Fetched,
    body: &[u8],
    verdict: &Verdict,
    ok: bool,
) -> Option<Snapshot> {
    // What is kept already stays as it is.
    if verdict.state == PageState::ProxyFault || job.kept.is_some() {
        return None;
    }
    let now = job.now;
    let validators = job.visitor.filter(|_| ok).and_then(|visitor| {
        let known = keeping(&fetched.headers, now)?;
        Some(Validators {
            etag: known.etag,
            last_modified: known.last_modified,
            visitor,
            fresh_until: known.fresh_until,
        })
    });
    Some(Snapshot {
        meta: SnapshotMeta {
            url_chain: fetched
                .url_chain
                .iter()
                .map(|url| job.session.masked_text(url.as_str()))
                .collect(),
            status: fetched.status,
            headers: fetched
                .headers
                .iter()
                .map(|(name, value)| (name.clone(), job.session.masked_text(value)))
                .collect(),
            fetched_at: now,
            evidence: !ok,
        },
        body: job.session.masked(body).into_owned(),
        validators,
    })
}

/// An answer that was left at its headers: a PDF or a film behind the link of an article.
pub(in crate::crawl) fn no_page(job: &Job, fetched: &Fetched, url: &Url) -> Reading {
    let kind = fetched.header("content-type").unwrap_or_default();
    let length = fetched.header("content-length");
    let matched = match length.and_then(|text| text.trim().parse::<u64>().ok()) {
        Some(bytes) => format!("{kind}, {} KiB", bytes.div_ceil(1024)),
        None => kind.to_owned(),
    };
    let verdict = because(PageState::Empty, "not-markup", Place::Header, &matched);
    Reading {
        status: fetched.status,
        no_page: true,
        ..Reading::verdict_only(without_fragment(url).as_str(), verdict, job.now)
    }
}
