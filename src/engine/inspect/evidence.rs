//! Prepares a site's evidence for display: the page as received, with the place of every piece of
//! evidence in its text, its source, its headers and its picture. Input: the store, an address,
//! the evidence. Output: plain values. Sends no requests to the site.

use std::ops::Range;
use std::sync::Arc;

use jiff::Timestamp;
use url::Url;

use crate::protocol::EngineError;
use bowerbird_io::store::{Snapshot, StoreReader};
use bowerbird_logic::detect::{find_in_source, find_in_text};
use bowerbird_logic::model::{Evidence, EvidencePlace, SiteId};
use bowerbird_logic::page::{ElementIndex, Page, decode, inner_text, visible_text};

/// The maximum depth of a marked element; deeper ones are marked by an ancestor.
const DEEPEST: usize = 128;

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
    /// The evidence, in its order.
    pub found: Vec<FoundEvidence>,
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
    let kept = store.evidence_or_page(site, url)?;
    Ok(kept.map(|kept| read(kept, evidence)))
}

fn read(kept: Snapshot, evidence: &[Evidence]) -> EvidencePage {
    let Snapshot { meta, body, .. } = kept;
    let kind = meta
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let source = decode(&body, kind.map(|(_, value)| value.as_str())).text;
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
    }
}

fn place(
    piece: &Evidence,
    headers: &[(String, String)],
    text: &str,
    source: &str,
    page: Option<&Page>,
) -> FoundEvidence {
    let in_page = matches!(
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
