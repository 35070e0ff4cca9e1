//! The next page of entries by the numbers beside them: `page: 1, totalPages: 5`. Input: a page, a
//! document and the path of its entries. Output: how the next page is asked for.

use serde_json::{Map, Value as Json};

use super::plain;
use crate::page::Page;
use crate::rules::NextRule;
use crate::select::{Selector, SelectorKind};

/// Names of the number of the page, and of how many there are.
const PAGES: [&str; 5] = [
    "page",
    "current_page",
    "page_number",
    "page_index",
    "page_no",
];
const TOTALS: [&str; 7] = [
    "total_pages",
    "page_count",
    "last_page",
    "pages",
    "num_pages",
    "total_page",
    "max_page",
];
/// Names of the objects beside the entries that hold them.
const HOLDERS: [&str; 7] = [
    "pagination",
    "paging",
    "pager",
    "page_info",
    "meta",
    "paginator",
    "page",
];

/// The addresses of further pages, if there are some.
pub(super) fn next_by_counts(page: &Page, json: &Json, path: &str) -> Option<NextRule> {
    let mut above = path;
    // Beside the entries, or one step further out.
    for _ in 0..2 {
        above = above.rsplit_once('.')?.0;
        let selector = Selector::compile(SelectorKind::JsonPath, above).ok()?;
        let holder = selector
            .select_json(json)
            .first()
            .and_then(|value| value.as_object())?;
        let inner = holder
            .iter()
            .filter(|(key, _)| HOLDERS.contains(&plain(key).as_str()));
        let inner = inner.filter_map(|(_, value)| value.as_object());
        for numbers in std::iter::once(holder).chain(inner) {
            if let Some(current) = current_of_more(numbers) {
                return Some(rule(page, current));
            }
        }
    }
    None
}

/// The number of the page, if more follow.
fn current_of_more(numbers: &Map<String, Json>) -> Option<u32> {
    let number = |names: &[&str]| {
        let mut found = numbers
            .iter()
            .filter(|(key, _)| names.contains(&plain(key).as_str()));
        found.find_map(|(_, value)| u32::try_from(value.as_u64()?).ok())
    };
    let (current, total) = (number(&PAGES)?, number(&TOTALS)?);
    (current < total).then_some(current)
}

/// The parameter of the address that holds the number, else the usual one.
fn rule(page: &Page, current: u32) -> NextRule {
    let name = parameter(page, current).unwrap_or_else(|| "page".to_owned());
    NextRule {
        pages: Some(format!("&{name}={{n}}")),
        from: current.checked_add(1),
        ..NextRule::default()
    }
}

/// The parameter of the address that holds the number.
fn parameter(page: &Page, current: u32) -> Option<String> {
    let mut parameters = page.url().query_pairs();
    let named = parameters.find(|(name, value)| {
        matches!(&**name, "page" | "p" | "pg" | "pn") && *value == current.to_string()
    });
    named.map(|(name, _)| name.into_owned())
}

/// As [`next_by_counts`], for a response whose own address holds the number of the page: others may
/// be numbered in ways that only the response tells.
pub(super) fn next_by_address(page: &Page, json: &Json, path: &str) -> Option<NextRule> {
    let next = next_by_counts(page, json, path)?;
    let current = next.from?.checked_sub(1)?;
    parameter(page, current).map(|_| next)
}
