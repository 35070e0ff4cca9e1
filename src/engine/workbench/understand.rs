//! What a page is and what may be made of it, for the offers above the picture. Flows in: a
//! parsed page. Flows out: the guessed role, repeated records with their first rows, ways on. The
//! suggestions behind the offers are kept, so that accepting one needs no second look.

use jiff::Timestamp;
use url::Url;

use super::offers::{base_of, next_offers, with_suggestion};
use super::reading::read_with;
use super::types::{Offer, PageRole, Understood};
use crate::logic::learn::{Suggestion, suggest};
use crate::logic::model::Value;
use crate::logic::page::{ElementIndex, Page};
use crate::logic::rules::{parse, write};

/// Offers of a page at most.
const MAX_OFFERS: usize = 6;
/// Rows shown of an offer.
const FIRST_ROWS: usize = 3;
/// Records from which on repetition alone makes a page a list.
const LEAST_RECORDS: usize = 3;

/// What was understood, with what accepting an offer needs.
pub(crate) struct Grasp {
    /// As it is told.
    pub understood: Understood,
    /// The suggestions behind the offers, in their order.
    pub suggestions: Vec<Suggestion>,
}

/// Looks at a page.
pub(crate) fn grasp(page: &Page, now: Timestamp) -> Grasp {
    let mut offers = Vec::new();
    let mut suggestions = Vec::new();
    for suggestion in suggest(page) {
        if offers.len() >= MAX_OFFERS {
            break;
        }
        if let Some(offer) = offer(&suggestion, page, now) {
            offers.push(offer);
            suggestions.push(suggestion);
        }
    }
    Grasp {
        understood: Understood {
            role: role(&offers),
            offers,
            next: next_offers(page),
            feeds: feeds(page),
        },
        suggestions,
    }
}

fn role(offers: &[Offer]) -> PageRole {
    match offers.first() {
        Some(best) if best.count >= LEAST_RECORDS => best.role,
        _ => PageRole::Article,
    }
}

/// The suggestion as its rule reads the page; nothing when that rule finds nothing.
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

/// Feeds that the page declares.
fn feeds(page: &Page) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for element in page.elements() {
        let value = element.value();
        let of = |name: &str| value.attr(name).unwrap_or_default();
        let kind = of("type").to_ascii_lowercase();
        let is_feed = value.name() == "link"
            && of("rel").to_ascii_lowercase().contains("alternate")
            && (kind.contains("rss") || kind.contains("atom") || kind.contains("feed+json"));
        if !is_feed {
            continue;
        }
        let Some(url) = page.join(of("href").trim()).map(Url::into) else {
            continue;
        };
        if found.iter().all(|(known, _)| *known != url) {
            found.push((url, crate::logic::page::collapse(of("title"))));
        }
    }
    found
}
