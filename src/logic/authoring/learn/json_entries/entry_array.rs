//! The array of a document that holds its entries. Input: JSON. Output: the array that says most,
//! with its path; what stands beside the content of each page counts less.

use serde_json::{Map, Value as Json};

use super::{DATES, Entries, LINKS, SAMPLE, TEXTS, TITLES, plain, step};

/// The maximum number of values looked at while arrays are searched for.
const MAX_SEEN: usize = 200_000;
/// How deep arrays of entries are searched for.
const MAX_DEPTH: usize = 6;

/// An array of entries.
pub(super) struct EntryArray<'j> {
    /// How much its entries say.
    pub(super) weight: usize,
    /// Its JSONPath.
    pub(super) path: String,
    /// Its objects.
    pub(super) entries: Entries<'j>,
}

/// The array of objects that most of the document consists of.
pub(super) fn best_array(json: &Json) -> Option<EntryArray<'_>> {
    let mut queue = vec![("$".to_owned(), json, 0)];
    let mut seen = 0;
    let mut best: Option<EntryArray<'_>> = None;
    while let Some((path, value, depth)) = queue.pop() {
        seen += 1;
        if seen > MAX_SEEN || depth > MAX_DEPTH {
            continue;
        }
        match value {
            Json::Array(items) => {
                let entries: Entries<'_> = items.iter().filter_map(Json::as_object).collect();
                let all: usize = entries.iter().take(SAMPLE).map(|entry| weight(entry)).sum();
                let weight = all / if is_beside(&path) { BESIDE } else { 1 };
                if entries.len() < 2 || entries.len() != items.len() {
                    let inner = items.iter().take(SAMPLE).enumerate();
                    queue.extend(
                        inner.map(|(at, value)| (format!("{path}[{at}]"), value, depth + 1)),
                    );
                } else if best.as_ref().is_none_or(|best| weight > best.weight) {
                    best = Some(EntryArray {
                        weight,
                        path,
                        entries,
                    });
                }
            }
            Json::Object(object) => {
                let inner = object.iter();
                queue.extend(inner.map(|(key, value)| (step(&path, key), value, depth + 1)));
            }
            _ => {}
        }
    }
    best
}

/// By how much what stands beside the content of a page counts less.
const BESIDE: usize = 4;

/// Whether the array at `path` is by its name what stands beside the content of each page.
fn is_beside(path: &str) -> bool {
    let path = path.to_lowercase();
    let last = path
        .rsplit(['.', '\''])
        .find(|part| !part.is_empty() && *part != "]");
    let words = [
        "menu",
        "nav",
        "footer",
        "header",
        "language",
        "locale",
        "breadcrumb",
        "social",
        "categor",
        "tags",
        "filter",
        "option",
        "related",
        "recommend",
        "facet",
        "translation",
    ];
    last.is_some_and(|last| words.iter().any(|word| last.contains(word)))
}

/// How much an entry says: its texts and numbers; a title, a date or an address counts as much as
/// ten, a long text for more than a short one.
fn weight(entry: &Map<String, Json>) -> usize {
    entry
        .iter()
        .map(|(key, value)| match value {
            Json::String(text) if !text.trim().is_empty() => {
                let key = plain(key);
                let named = [&TITLES[..], &LINKS[..], &TEXTS[..], &DATES[..]];
                let is_named = named.iter().any(|names| names.contains(&key.as_str()));
                1 + 9 * usize::from(is_named) + text.len().min(400) / 40
            }
            Json::Number(_) => 1,
            _ => 0,
        })
        .sum()
}
