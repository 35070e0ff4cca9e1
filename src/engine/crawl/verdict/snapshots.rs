//! The stored form of an answer. Input: a response with its verdict. Output: a snapshot
//! without secrets, as a page that a changed rule can read again, or as evidence.

use crate::crawl::client::place_of;
use crate::crawl::fetch::Response;
use crate::crawl::read::ReadTask;
use bowerbird_io::fetch::Fetched;
use bowerbird_io::store::{Snapshot, SnapshotMeta, Validators, WantedPicture};
use bowerbird_logic::model::{PageState, Verdict};
use bowerbird_logic::policy::caching_headers::caching_headers;

/// Stored for good pages, so that a changed rule can be rerun, and for the rest as evidence.
pub(super) fn snapshot(
    response: &Response,
    fetched: &Fetched,
    body: &[u8],
    verdict: &Verdict,
    ok: bool,
) -> Option<Snapshot> {
    // A good page that is stored already stays as it is; one that no longer reads well is evidence.
    let is_stored = response.confirmed.is_some() && verdict.state == PageState::Ok;
    if verdict.state == PageState::ProxyFault || is_stored {
        return None;
    }
    let now = response.received_at;
    let validators = response.visitor.filter(|_| ok).and_then(|visitor| {
        let known = caching_headers(&fetched.headers, now)?;
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
                .map(|url| response.session.masked_text(url.as_str()))
                .collect(),
            status: fetched.status,
            headers: fetched
                .headers
                .iter()
                .map(|(name, value)| (name.clone(), response.session.masked_text(value)))
                .collect(),
            fetched_at: now,
            evidence: !ok,
            sent_from: None,
        },
        body: response.session.masked(body).into_owned(),
        validators,
    })
}

/// The picture of a page that was fetched now, as the rule of the task wants one.
pub(super) fn picture_of(task: &ReadTask, fetched: &Fetched, is_good: bool) -> WantedPicture {
    let place = place_of(&task.request);
    if !is_good || task.is_further() || !task.rule.keeps_screenshot_of(place) {
        return WantedPicture::Unwanted;
    }
    match fetched.picture.clone() {
        Some(picture) => WantedPicture::Taken(picture),
        None => WantedPicture::Lacking,
    }
}
