//! The cursor that an answer tells for its next entries: `pageInfo { endCursor hasNextPage }`,
//! `next_cursor`, `nextPageToken`. Input: the answer and the path of its entries. Output: the
//! JSONPath of the cursor, which finds nothing on the last page where the answer says so.

use serde_json::{Map, Value as Json};
use serde_json_path::{JsonPath, PathElement};

use crate::authoring::learn::json_entries::{plain, step};

/// Names of cursors, the best first.
const CURSORS: [&str; 13] = [
    "end_cursor",
    "next_cursor",
    "next_page_cursor",
    "next_page_token",
    "next_token",
    "continuation_token",
    "continuation",
    "scroll_id",
    "bookmark",
    "last_key",
    "after",
    "next",
    "cursor",
];
/// Names of objects beside the entries that hold them.
const HOLDERS: [&str; 9] = [
    "page_info",
    "paging",
    "pagination",
    "cursors",
    "meta",
    "metadata",
    "response_metadata",
    "cursor",
    "page",
];
/// Names of what tells whether there is more.
const MORE: [&str; 5] = [
    "has_next_page",
    "has_more",
    "has_next",
    "has_more_items",
    "more",
];

/// Names of how many entries there are in all.
const TOTALS: [&str; 6] = [
    "total",
    "total_count",
    "total_results",
    "total_hits",
    "num_found",
    "found",
];

/// A cursor that an answer tells.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ToldCursor {
    /// Its JSONPath.
    pub(super) path: String,
    /// Its name, in the form in which names are compared.
    pub(super) name: String,
    /// Its name as it is written.
    pub(super) key: String,
    /// Whether it is a number called `next`, as the number of the next page is.
    pub(super) is_bare_number: bool,
}

/// The cursor beside the entries at `item`, or further out.
pub(super) fn told_cursor(answer: &Json, item: &JsonPath) -> Option<ToldCursor> {
    let located = item.query_located(answer);
    let entry = located.iter().next()?.location().clone();
    let mut above: Vec<PathElement<'_>> = entry.iter().cloned().collect();
    // From the array outwards.
    while above.pop().is_some() {
        let (path, Some(object)) = at(answer, &above) else {
            continue;
        };
        if let Some(found) = cursor_in(object, &path) {
            return Some(found);
        }
    }
    None
}

/// Whether the answer tells that there are more entries than those that came.
pub(super) fn more_is_told(answer: &Json, item: &JsonPath, entries: u32) -> bool {
    let located = item.query_located(answer);
    let Some(entry) = located.iter().next() else {
        return false;
    };
    let tells = |(key, value): (&String, &Json)| {
        let name = plain(key);
        let more = MORE.contains(&name.as_str()) && value.as_bool() == Some(true);
        let total = value.as_u64().filter(|_| TOTALS.contains(&name.as_str()));
        more || total.is_some_and(|total| total > u64::from(entries))
    };
    let mut above: Vec<PathElement<'_>> = entry.location().iter().cloned().collect();
    while above.pop().is_some() {
        let (_, Some(object)) = at(answer, &above) else {
            continue;
        };
        let holders = object.iter().filter_map(|(key, value)| {
            let inner = value.as_object()?;
            HOLDERS.contains(&plain(key).as_str()).then_some(inner)
        });
        if object.iter().any(tells) || holders.flatten().any(tells) {
            return true;
        }
    }
    false
}

/// The path and the object that the elements lead to.
fn at<'j>(
    answer: &'j Json,
    elements: &[PathElement<'_>],
) -> (String, Option<&'j Map<String, Json>>) {
    let mut path = "$".to_owned();
    let mut value = Some(answer);
    for element in elements {
        match element {
            PathElement::Name(name) => {
                path = step(&path, name);
                value = value.and_then(|value| value.get(name));
            }
            PathElement::Index(index) => {
                path = format!("{path}[{index}]");
                value = value.and_then(|value| value.get(index));
            }
        }
    }
    (path, value.and_then(Json::as_object))
}

/// The cursor of an object, or of one that it holds.
fn cursor_in(object: &Map<String, Json>, path: &str) -> Option<ToldCursor> {
    let inner = object.iter().filter_map(|(key, value)| {
        let is_holder = HOLDERS.contains(&plain(key).as_str());
        Some((
            step(path, key),
            key,
            value.as_object().filter(|_| is_holder)?,
        ))
    });
    let nested = inner.filter_map(|(holder_path, _, holder)| {
        let key = best_key(holder)?;
        let more = more_key(holder);
        let cursor = match more {
            // What is not told at the end is not asked for.
            Some(more) => step(&format!("{path}[?{} == true]", step("@", more)), key),
            None => step(&holder_path, key),
        };
        Some(told(cursor, key, holder))
    });
    let own = best_key(object).map(|key| told(step(path, key), key, object));
    nested.chain(own).next()
}

fn told(path: String, key: &str, holder: &Map<String, Json>) -> ToldCursor {
    let is_number = holder.get(key).is_some_and(Json::is_number);
    ToldCursor {
        path,
        name: plain(key),
        key: key.to_owned(),
        is_bare_number: is_number && plain(key) == "next",
    }
}

/// The key of the cursor with the best name.
fn best_key(object: &Map<String, Json>) -> Option<&str> {
    let cursors = object.iter().filter(|(_, value)| is_cursor(value));
    let ranked = cursors.filter_map(|(key, _)| {
        let name = plain(key);
        let rank = CURSORS.iter().position(|known| *known == name)?;
        Some((rank, key.as_str()))
    });
    ranked.min().map(|(_, key)| key)
}

/// Whether it can be sent back: a number, or a text that is no address.
fn is_cursor(value: &Json) -> bool {
    match value {
        Json::String(text) => {
            !text.is_empty() && !text.starts_with("http") && !text.starts_with(['/', '?'])
        }
        Json::Number(number) => number.as_i64().is_some_and(|number| number > 0),
        _ => false,
    }
}

fn more_key(object: &Map<String, Json>) -> Option<&str> {
    let flags = object.iter().filter(|(_, value)| value.is_boolean());
    let mut named = flags.filter(|(key, _)| MORE.contains(&plain(key).as_str()));
    named.next().map(|(key, _)| key.as_str())
}
