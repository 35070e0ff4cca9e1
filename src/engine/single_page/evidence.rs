//! Prepares a site's evidence for display: the page as received, with the place of every piece of
//! evidence in its text, its source, its headers and its picture. Input: the store, an address,
//! the evidence. Output: plain values. Sends no requests to the site.

use std::ops::Range;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use url::Url;

use crate::extract::stored_page::content_type;
use crate::protocol::EngineError;
use bowerbird_io::store::{Snapshot, StoreReader};
use bowerbird_logic::detect::{find_in_source, find_in_text, reason};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Evidence, EvidencePlace, PageState, SiteEvent, SiteId, Verdict};
use bowerbird_logic::page::{ElementIndex, Page, decode, inner_text, visible_text};

/// The maximum depth of a marked element; deeper ones are marked by an ancestor.
const DEEPEST: usize = 128;
/// Newest transitions of a site that are searched for a verdict.
const EVENTS: u64 = 200;
/// The project stores times in microseconds: a larger difference means another answer.
const SAME_ANSWER: SignedDuration = SignedDuration::from_millis(1);

/// A stored answer with the evidence found in it.
#[derive(Clone, Debug, PartialEq)]
pub struct EvidencePage {
    /// Its addresses: the requested one, then the redirects.
    pub url_chain: Vec<String>,
    /// Status.
    pub status: u16,
    /// Response headers, without credentials.
    pub headers: Vec<(String, String)>,
    /// When it was received.
    pub fetched_at: Timestamp,
    /// Whether it was stored as evidence; else it is the last stored page.
    pub is_evidence: bool,
    /// The stored size in bytes.
    pub bytes: usize,
    /// Its source.
    pub source: Arc<str>,
    /// Its readable text.
    pub text: Arc<str>,
    /// The evidence, in its order; that of `verdict` if none was given.
    pub found: Vec<FoundEvidence>,
    /// The verdict on this answer when it was received; `None` for a good page, or if it is no
    /// longer known.
    pub verdict: Option<PastVerdict>,
}

/// The verdict that was given on a stored answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PastVerdict {
    /// The state.
    pub state: PageState,
    /// The verdict in words.
    pub reason: Message,
    /// Its evidence.
    pub evidence: Vec<Evidence>,
}

/// A piece of evidence with its place in the page.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundEvidence {
    /// Byte range in the text.
    pub in_text: Option<Range<usize>>,
    /// Byte range in the source.
    pub in_source: Option<Range<usize>>,
    /// The header, counted from 0.
    pub header: Option<usize>,
    /// The smallest element that shows it.
    pub element: Option<ElementIndex>,
}

/// The stored answer of `url` (the evidence of a block first, else the page), with the places of
/// `evidence` in it; `None` when nothing is stored.
///
/// # Errors
/// From the store.
pub fn evidence_page(
    store: &StoreReader,
    site: SiteId,
    url: &str,
    evidence: &[Evidence],
) -> Result<Option<EvidencePage>, EngineError> {
    let Some(kept) = store.evidence_or_page(site, url)? else {
        return Ok(None);
    };
    let verdict = match kept.meta.evidence {
        true => past_verdict(store, site, &kept)?,
        false => None,
    };
    let of_then = verdict.as_ref().map(|verdict| verdict.evidence.as_slice());
    let shown = match evidence.is_empty() {
        true => of_then.unwrap_or_default(),
        false => evidence,
    };
    let page = read(kept, shown);
    Ok(Some(EvidencePage { verdict, ..page }))
}

/// The verdict on a stored answer: from the run that received it, else from the timeline of the
/// site.
fn past_verdict(
    store: &StoreReader,
    site: SiteId,
    kept: &Snapshot,
) -> Result<Option<PastVerdict>, EngineError> {
    let Some(asked) = kept.meta.url_chain.first() else {
        return Ok(None);
    };
    let at = kept.meta.fetched_at;
    let mut verdict = store.verdict_of_answer(site, asked, at)?;
    if verdict.is_none() {
        let events = store.site_events(site, EVENTS)?;
        let same = |event: &SiteEvent| {
            let snapshot = event.snapshot_at;
            snapshot.is_some_and(|time| time.duration_since(at).abs() <= SAME_ANSWER)
        };
        let event = events.into_iter().find(same);
        verdict = event.map(|event| Verdict {
            state: event.state,
            evidence: event.evidence,
            retry_after: None,
        });
    }
    Ok(verdict.map(|verdict| PastVerdict {
        state: verdict.state,
        reason: reason(&verdict, asked),
        evidence: verdict.evidence,
    }))
}

fn read(kept: Snapshot, evidence: &[Evidence]) -> EvidencePage {
    let Snapshot { meta, body, .. } = kept;
    let source = decode(&body, content_type(&meta)).text;
    let address = meta.url_chain.last().and_then(|url| Url::parse(url).ok());
    let page = address.map(|address| Page::parse(&source, &address));
    let text = page.as_ref().map(visible_text).unwrap_or_default();
    let found = evidence
        .iter()
        .map(|piece| place(piece, &meta.headers, &text, &source, page.as_ref()))
        .collect();
    EvidencePage {
        url_chain: meta.url_chain,
        status: meta.status,
        fetched_at: meta.fetched_at,
        is_evidence: meta.evidence,
        bytes: body.len(),
        text: text.into(),
        headers: meta.headers,
        source: source.into(),
        found,
        verdict: None,
    }
}

fn place(
    piece: &Evidence,
    headers: &[(String, String)],
    text: &str,
    source: &str,
    page: Option<&Page>,
) -> FoundEvidence {
    let in_page = !piece.is_of_whole_page()
        && matches!(
            piece.place,
            EvidencePlace::Title
                | EvidencePlace::Structure
                | EvidencePlace::Body
                | EvidencePlace::Proxy
                | EvidencePlace::History
                | EvidencePlace::Rule
        );
    let matched = piece.matched.as_str();
    let within = |found: Option<Range<usize>>| found.filter(|_| in_page);
    let in_head = matches!(piece.place, EvidencePlace::Header | EvidencePlace::Proxy);
    let header = headers.iter().position(|(name, value)| {
        in_head && find_in_text(&format!("{name}: {value}"), matched).is_some()
    });
    let in_text = within(find_in_text(text, matched));
    FoundEvidence {
        in_source: within(find_in_source(source, matched)),
        element: page
            .filter(|_| in_text.is_some())
            .and_then(|page| showing(page, matched)),
        in_text,
        header,
    }
}

/// The smallest element whose text contains `matched`.
fn showing(page: &Page, matched: &str) -> Option<ElementIndex> {
    let body = page
        .elements()
        .find(|element| element.value().name() == "body")?;
    let holds = |index: ElementIndex| find_in_text(&inner_text(page, index), matched).is_some();
    let mut smallest = page.index_of(body)?;
    if !holds(smallest) {
        return None;
    }
    for _ in 0..DEEPEST {
        let inside = page.element(smallest)?.child_elements();
        let mut inside = inside.filter_map(|child| page.index_of(child));
        match inside.find(|child| holds(*child)) {
            Some(child) => smallest = child,
            None => break,
        }
    }
    Some(smallest)
}
