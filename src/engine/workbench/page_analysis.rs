//! Analyses a page for the offers above the picture. Input: a parsed page. Output: the
//! guessed role, repeated records with their first rows, next pages. The suggestions behind the
//! offers are kept, so that accepting one needs no second analysis.

use jiff::Timestamp;

use super::super::protocol::authoring::{AnalysedPage, NextOffer, Offer, PageReading, PageRole};
use super::author::accept_suggestions::{base_of, next_offers, with_suggestion};
use super::reading::read_with;
use bowerbird_logic::authoring::learn::{
    FeedLink, Overview, OverviewKind, PaginationKind, Suggestion, overview,
};
use bowerbird_logic::model::{SourceKind, Value};
use bowerbird_logic::page::{ElementIndex, Page, without_fragment};
use bowerbird_logic::rules::{parse, source_starter, write};
use bowerbird_logic::sources::feed;

/// The maximum number of offers of a page.
const MAX_OFFERS: usize = 6;
/// The number of rows shown of an offer.
const FIRST_ROWS: usize = 3;

/// The analysis, with what accepting an offer needs.
pub(crate) struct PageAnalysis {
    /// The reported part.
    pub understood: AnalysedPage,
    /// The suggestions behind the offers, in their order.
    pub suggestions: Vec<Suggestion>,
}

/// The number of records with links from which a page with a next page counts as a list.
const MANY: usize = 5;
/// Confidence below which the kind of a page is open.
const UNSURE: f64 = 0.6;
/// The minimum confidence of the next page for that.
const SURE: f64 = 0.75;

/// Analyses a page.
pub(crate) fn grasp(page: &Page, now: Timestamp) -> PageAnalysis {
    let overview = overview(page);
    let mut offers = Vec::new();
    let mut suggestions = Vec::new();
    for suggestion in &overview.suggestions {
        if offers.len() >= MAX_OFFERS {
            break;
        }
        if let Some(offer) = offer(suggestion, page, now) {
            offers.push(offer);
            suggestions.push(suggestion.clone());
        }
    }
    let named = |feed: &FeedLink| (feed.url.to_string(), feed.title.clone());
    let itself = (overview.kind == OverviewKind::Feed).then(|| feed_itself(page));
    let next = next_offers(page);
    PageAnalysis {
        understood: AnalysedPage {
            role: role(&overview, &offers, &next),
            offers,
            next,
            feeds: itself
                .into_iter()
                .chain(overview.feeds.iter().map(named))
                .collect(),
            entries: entries(&overview.kind, page, now).map(Box::new),
            entries_took: None,
            ready: None,
            overview,
        },
        suggestions,
    }
}

/// The entries of a feed or a sitemap.
fn entries(kind: &OverviewKind, page: &Page, now: Timestamp) -> Option<PageReading> {
    let kind = match kind {
        OverviewKind::Feed => SourceKind::Feed,
        OverviewKind::Sitemap => SourceKind::Sitemap,
        _ => return None,
    };
    let here = [without_fragment(page.url()).to_string()];
    let name = page.url().host_str().unwrap_or("localhost");
    entries_by(&source_starter(kind, name, &here), page, now)
}

/// The entries that a rule finds in a document.
pub(crate) fn entries_by(rule_toml: &str, page: &Page, now: Timestamp) -> Option<PageReading> {
    let rule = parse(rule_toml).ok()?;
    let read = read_with(&rule, PageRole::List, page, now);
    (read.role == PageRole::List).then_some(read)
}

/// The address of a feed with its title.
fn feed_itself(page: &Page) -> (String, String) {
    let read = feed(page.source());
    let title = read.as_ref().and_then(|read| read.pointer("/feed/title"));
    let title = title.and_then(|title| title.as_str()).unwrap_or_default();
    (page.url().to_string(), title.to_owned())
}

fn role(overview: &Overview, offers: &[Offer], next: &[NextOffer]) -> PageRole {
    let Some(best) = offers.first() else {
        return PageRole::Article;
    };
    // If the page may not be a single text, more records on a next page make it a list anyway.
    let goes_on = next
        .first()
        .is_some_and(|next| next.confidence >= SURE && next.kind != PaginationKind::SinglePage);
    let unsure = overview.confidence < UNSURE;
    let is_list = unsure && best.role == PageRole::List && best.count >= MANY && goes_on;
    match overview.kind {
        OverviewKind::List { .. } | OverviewKind::Thread { .. } => best.role,
        OverviewKind::Article { .. } | OverviewKind::Nothing if is_list => PageRole::List,
        _ => PageRole::Article,
    }
}

/// The suggestion as its rule reads the page; `None` if that rule finds nothing.
fn offer(suggestion: &Suggestion, page: &Page, now: Timestamp) -> Option<Offer> {
    let base = base_of(page.url(), PageRole::Article);
    let (file, role) = with_suggestion(suggestion, &base);
    let rule = parse(&write(&file)).ok()?;
    let reading = read_with(&rule, role, page, now);
    let elements: Vec<ElementIndex> = reading.rows.iter().filter_map(|row| row.element).collect();
    if elements.is_empty() {
        return None;
    }
    let text = |value: &Option<Value>| value.as_ref().map(Value::joined).unwrap_or_default();
    let rows = reading.rows.iter().take(FIRST_ROWS);
    Some(Offer {
        role,
        count: reading.count,
        first_rows: rows
            .map(|row| row.cells.iter().map(|cell| text(&cell.value)).collect())
            .collect(),
        columns: reading.columns,
        score: suggestion.score,
        why: suggestion.why.clone(),
        elements,
    })
}
