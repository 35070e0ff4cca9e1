//! The stored form of an answer. Input: a response with its verdict. Output: a snapshot
//! without secrets, as a page that a changed rule can read again, or as evidence.

use crate::context::page_client::chosen_or;
use crate::crawl::client::place_of;
use crate::crawl::fetch::Response;
use crate::crawl::read::ReadTask;
use bowerbird_io::fetch::Fetched;
use bowerbird_io::store::{NoScreenshot, Screenshot, Snapshot, SnapshotMeta, Validators};
use bowerbird_logic::model::{PagePicture, PageState, Verdict};
use bowerbird_logic::policy::caching_headers::caching_headers;
use bowerbird_logic::rules::FetchMode;

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

/// The picture of a page that was fetched now, as the rule of the task wants one. Its words are
/// without secrets; what the picture itself shows cannot be covered.
pub(super) fn picture_of(
    (task, response): (&ReadTask, &Response),
    fetched: &Fetched,
    is_good: bool,
) -> Screenshot {
    let place = place_of(&task.request);
    let is_new = is_good && response.confirmed.is_none();
    // A further page of an article makes no record of its own.
    if !is_new || task.is_part() || !task.rule.keeps_screenshot_of(place) {
        return Screenshot::NotRequested;
    }
    match &fetched.picture {
        Some(picture) => Screenshot::Taken(PagePicture {
            words: response.session.masked_text(&picture.words),
            ..picture.clone()
        }),
        None if fetched.shown || chosen_or(FetchMode::Auto) == FetchMode::Http => {
            Screenshot::Missing(NoScreenshot::NotTaken)
        }
        None => Screenshot::Missing(NoScreenshot::NoBrowser),
    }
}
