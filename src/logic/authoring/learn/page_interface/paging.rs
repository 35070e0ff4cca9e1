//! How an interface is asked for its further entries: by a cursor that its answer tells, an offset, or
//! the number of a page, in the body of the request, in its address, or in JSON in its address
//! (GraphQL, persisted queries, searches by POST). Input: a request with its answer. Output: `next` of
//! a rule, with the body and the address that the rule starts with.

use serde_json::Value as Json;
use serde_json_path::JsonPath;
use url::Url;
use url::form_urlencoded::byte_serialize;

use super::sent_values::{Carrier, Part, SentValue, json_of, sent_values, value_at};
use super::told_cursor::{ToldCursor, more_is_told, told_cursor};
use crate::authoring::learn::json_entries::plain;
use crate::rules::NextRule;
use crate::sources::{address_and_body, with_parameters};

/// Names of values that are sent, in the form in which they are compared.
const CURSORS: [&str; 14] = [
    "after",
    "cursor",
    "next_cursor",
    "page_cursor",
    "page_token",
    "next_page_token",
    "next_token",
    "continuation",
    "continuation_token",
    "starting_after",
    "start_after",
    "scroll_id",
    "bookmark",
    "end_cursor",
];
const OFFSETS: [&str; 8] = [
    "offset",
    "skip",
    "from",
    "start",
    "start_index",
    "start_at",
    "first_result",
    "record_offset",
];
const SIZES: [&str; 12] = [
    "limit",
    "size",
    "first",
    "take",
    "page_size",
    "per_page",
    "hits_per_page",
    "results_per_page",
    "max_results",
    "count",
    "rows",
    "top",
];
const PAGES: [&str; 9] = [
    "page",
    "page_number",
    "page_no",
    "page_num",
    "page_index",
    "current_page",
    "pageno",
    "pn",
    "p",
];
/// Names of objects that hold the number of a page, and what they call it.
const PAGE_HOLDERS: [&str; 3] = ["page", "pagination", "paging"];
const PAGE_IN_HOLDER: [&str; 3] = ["number", "current", "index"];
/// Names of the ends of a range: a `from` beside one of them begins a range, not a page.
const RANGE_ENDS: [&str; 7] = ["to", "end", "max", "until", "lt", "lte", "gte"];
/// The maximum number of entries that a page is believed to have.
const MAX_SIZE: u32 = 10_000;
/// What stands in a body for a placeholder until it is text.
const MARK: char = '\u{1}';

/// How an interface is asked on.
#[derive(Debug, PartialEq)]
pub(super) struct Paging {
    pub(super) next: NextRule,
    /// The template of the body.
    pub(super) body: Option<Json>,
    /// The start address.
    pub(super) start: Url,
    /// What the template has at first instead of what was sent.
    hole: Option<String>,
}

/// What changes from page to page.
enum Change {
    Cursor(String),
    Count { from: u32, step: u32 },
}

/// The way to further entries; `None` if nothing that was sent is known to lead there.
pub(super) fn paging(
    url: &Url,
    body: Option<&Json>,
    answer: &Json,
    item: &JsonPath,
) -> Option<Paging> {
    let sent = sent_values(url, body);
    let entries = u32::try_from(item.query(answer).len()).ok()?;
    let told = told_cursor(answer, item);
    if let Some(told) = &told
        && let Some(place) = sent_cursor(&sent)
    {
        return written(url, body, &place, &Change::Cursor(told.path.clone()));
    }
    let is_more = told.is_some() || more_is_told(answer, item, entries);
    let counted = count_place(&sent, entries, is_more);
    // What was sent counts pages already: nothing is made up beside it.
    let told = told.filter(|told| counted.is_none() && !told.is_bare_number);
    if let Some(told) = told
        && let Some(place) = new_cursor((url, body), &told)
    {
        return written(url, body, &place, &Change::Cursor(told.path));
    }
    let (place, change) = counted?;
    written(url, body, place, &change)
}

/// The offset or the number of a page that was sent, and how it counts. An offset deeper in what was
/// sent than the number of a page is one of something else.
fn count_place(sent: &[SentValue], entries: u32, is_more: bool) -> Option<(&SentValue, Change)> {
    let named = |names: &'static [&'static str]| {
        sent.iter()
            .filter(move |value| names.contains(&plain(&value.name).as_str()))
    };
    let size = named(&SIZES)
        .find_map(SentValue::number)
        .filter(|size| (1..=MAX_SIZE).contains(size) && *size >= entries)
        // The interface sends fewer than it is asked for.
        .filter(|size| !is_more || *size <= entries.saturating_mul(2))
        .unwrap_or(entries);
    let begins_range = |value: &SentValue| {
        let beside = sent.iter().filter(|other| value.is_beside(other));
        let mut names = beside.map(|other| plain(&other.name));
        names.any(|name| RANGE_ENDS.contains(&name.as_str()))
    };
    let offset = named(&OFFSETS).find_map(|value| {
        let first = value.number().filter(|_| !begins_range(value))?;
        (size > 0 && first.is_multiple_of(size)).then_some((value, first))
    });
    let in_holder = sent.iter().filter(|value| {
        PAGE_HOLDERS.contains(&plain(&value.holder).as_str())
            && PAGE_IN_HOLDER.contains(&plain(&value.name).as_str())
    });
    let page = named(&PAGES)
        .chain(in_holder)
        .find_map(|value| Some((value, value.number().filter(|page| *page < MAX_SIZE)?)));
    let is_deeper = |offset: &SentValue| {
        page.is_some_and(|(page, _)| offset.path.len() > page.path.len().max(1))
    };
    if let Some((place, first)) = offset.filter(|(offset, _)| !is_deeper(offset)) {
        let from = first.checked_add(size)?;
        return Some((place, Change::Count { from, step: size }));
    }
    let (place, first) = page?;
    let from = first.checked_add(1)?;
    Some((place, Change::Count { from, step: 1 }))
}

/// Where the cursor goes: what was sent by such a name.
fn sent_cursor(sent: &[SentValue]) -> Option<SentValue> {
    let is_open = |value: &SentValue| value.value.is_null() || value.value.is_string();
    let rank = |value: &SentValue| {
        let name = plain(&value.name);
        CURSORS.iter().position(|known| *known == name)
    };
    let named = sent
        .iter()
        .filter(|value| is_open(value) || value.value.is_number() && plain(&value.name) != "after");
    let named = named.filter_map(|value| Some((rank(value)?, value)));
    let (_, place) = named.min_by_key(|(rank, _)| *rank)?;
    Some(place.clone())
}

/// Where a cursor goes for which nothing was sent: a variable of the query, or else beside the rest of
/// the body, by the name that the answer gives it.
fn new_cursor((url, body): (&Url, Option<&Json>), told: &ToldCursor) -> Option<SentValue> {
    let new = |path: Vec<Part>, name: &str| SentValue {
        carrier: Carrier::Body,
        path,
        name: name.to_owned(),
        holder: String::new(),
        value: Json::Null,
    };
    let Some(body) = body else {
        // A persisted query by GET.
        let mut names = url.query_pairs().map(|(name, _)| name);
        let has_variables = names.any(|name| name == "variables");
        return (has_variables && told.name == "end_cursor").then(|| SentValue {
            carrier: Carrier::JsonParameter("variables".to_owned()),
            ..new(vec![Part::Key("after".to_owned())], "after")
        });
    };
    let body = body.as_object()?;
    match body.get("query").and_then(Json::as_str) {
        Some(query) => {
            let declared = |name: &&&str| {
                let variable = format!("${name}");
                query.match_indices(&variable).any(|(at, _)| {
                    let rest = query.get(at + variable.len()..).unwrap_or_default();
                    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                })
            };
            let name = CURSORS.iter().find(declared)?;
            let path = ["variables", name].map(|key| Part::Key(key.to_owned()));
            Some(new(path.to_vec(), name))
        }
        // A persisted query says nothing of its variables.
        None if body.contains_key("variables") || body.contains_key("extensions") => {
            let path = ["variables", "after"].map(|key| Part::Key(key.to_owned()));
            (told.name == "end_cursor").then(|| new(path.to_vec(), "after"))
        }
        None => {
            let key = asked_by(&told.key);
            Some(new(vec![Part::Key(key.clone())], &key))
        }
    }
}

/// By what name a cursor is sent that is told by this one: `nextPageToken` goes back as `pageToken`.
fn asked_by(key: &str) -> String {
    let rest = key
        .strip_prefix("next")
        .or_else(|| key.strip_prefix("end"))
        .map(|rest| rest.trim_start_matches(['_', '-']))
        .filter(|rest| !rest.is_empty());
    let Some(rest) = rest else {
        return key.to_owned();
    };
    let mut letters = rest.chars();
    let first = letters.next().map(|c| c.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

/// The rule's parts for a change at `place`.
fn written(url: &Url, body: Option<&Json>, place: &SentValue, change: &Change) -> Option<Paging> {
    let hole = match change {
        Change::Cursor(_) => "{cursor}",
        Change::Count { .. } => "{n}",
    };
    let (put, body, start, own_hole) = match &place.carrier {
        Carrier::Parameter(name) => (format!("{name}={hole}"), body.cloned(), url.clone(), None),
        Carrier::JsonParameter(name) => {
            let text = url.query_pairs().find(|(known, _)| known == name)?.1;
            let mut json = json_of(&text)?;
            let is_text = !matches!(place.value, Json::Number(_));
            put_in(&mut json, &place.path, Json::String(MARK.to_string()))?;
            let mark = Json::String(MARK.to_string()).to_string();
            let encoded: String = byte_serialize(json.to_string().as_bytes()).collect();
            let shown = if is_text {
                format!("\"{hole}\"")
            } else {
                hole.to_owned()
            };
            let shown = shown.replace('"', "%22");
            let mark: String = byte_serialize(mark.as_bytes()).collect();
            let name: String = byte_serialize(name.as_bytes()).collect();
            let put = format!("{name}={}", encoded.replace(&mark, &shown));
            (put, body.cloned(), url.clone(), None)
        }
        Carrier::Body => {
            let name = free_name(url, &place.name);
            let mut body = body?.clone();
            let own_hole = hole_of(&name, place, change);
            put_in(
                &mut body,
                &place.path,
                Json::String(format!("{MARK}{name}{MARK}")),
            )?;
            let first = match &place.value {
                Json::String(text) if !text.is_empty() => Some(text.clone()),
                Json::Number(number) => Some(number.to_string()),
                _ => None,
            };
            let start = match first {
                Some(first) => with_parameters(url, &format!("{name}={{first}}"), "first", &first),
                None => url.clone(),
            };
            (format!("{name}={hole}"), Some(body), start, Some(own_hole))
        }
    };
    let next = match change {
        Change::Cursor(path) => NextRule {
            cursor: Some(path.clone()),
            put: Some(put),
            ..NextRule::default()
        },
        Change::Count { from, step } => NextRule {
            pages: Some(format!("&{put}")),
            from: Some(*from),
            step: (*step != 1).then_some(*step),
            ..NextRule::default()
        },
    };
    Some(Paging {
        next,
        body,
        start,
        hole: own_hole,
    })
}

/// Puts a value at a path; what leads there is made where it is missing.
fn put_in(json: &mut Json, path: &[Part], new: Json) -> Option<()> {
    let Some((Part::Key(last), above)) = path.split_last() else {
        *value_at(json, path)? = new;
        return Some(());
    };
    let mut here = json;
    for part in above {
        here = match part {
            Part::Key(key) => {
                let inner = here
                    .as_object_mut()?
                    .entry(key.clone())
                    .or_insert(Json::Null);
                if inner.is_null() {
                    *inner = Json::Object(serde_json::Map::new());
                }
                inner
            }
            Part::Index(at) => here.get_mut(*at)?,
        };
    }
    here.as_object_mut()?.insert(last.clone(), new);
    Some(())
}

/// The placeholder with which the body says it as it was said: text as text, and nothing as nothing.
fn hole_of(name: &str, place: &SentValue, change: &Change) -> String {
    match (&place.value, change) {
        (Json::Number(_), _) => format!("{{{name}}}"),
        (Json::Null, Change::Count { .. }) => format!("{{{name}}}"),
        (Json::Null, _) => format!("\"{{{name}?}}\""),
        _ => format!("\"{{{name}}}\""),
    }
}

/// A name for a parameter of the address that it has not.
fn free_name(url: &Url, name: &str) -> String {
    let mut free: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
        .collect();
    if free.is_empty() {
        free.push('v');
    }
    while url.query_pairs().any(|(known, _)| known == free) {
        free.push('_');
    }
    free
}

/// The template of a body that is sent as `body` at first; `None` if what it says would be taken for a
/// placeholder.
pub(super) fn template(body: &Json, start: &Url, paging: Option<&Paging>) -> Option<String> {
    let mut wanted = paging
        .and_then(|paging| paging.body.as_ref())
        .unwrap_or(body)
        .clone();
    space_queries(&mut wanted);
    let mut text = wanted.to_string();
    if let Some(hole) = paging.and_then(|paging| paging.hole.as_ref()) {
        let name = hole.trim_matches(['"', '{', '}', '?']);
        let mark = Json::String(format!("{MARK}{name}{MARK}")).to_string();
        text = text.replace(&mark, hole);
    }
    // Filled for the first page it says what was sent.
    let (_, first) = address_and_body(start, &text);
    let first: Json = serde_json::from_str(&first).ok()?;
    let mut sent = body.clone();
    space_queries(&mut sent);
    is_said_by(&sent, &first).then_some(text)
}

/// Whether `said` has all that was sent; what is nothing in it may be more.
fn is_said_by(sent: &Json, said: &Json) -> bool {
    match (sent, said) {
        (Json::Object(sent), Json::Object(said)) => {
            let all = sent
                .iter()
                .all(|(key, value)| said.get(key).is_some_and(|said| is_said_by(value, said)));
            let more = said
                .iter()
                .filter(|(key, _)| !sent.contains_key(key.as_str()));
            all && more.into_iter().all(|(_, value)| is_nothing(value))
        }
        (Json::Array(sent), Json::Array(said)) => {
            sent.len() == said.len() && sent.iter().zip(said).all(|(a, b)| is_said_by(a, b))
        }
        (Json::Null, said) => is_nothing(said),
        (sent, said) => sent == said,
    }
}

fn is_nothing(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Object(all) => all.values().all(Json::is_null),
        _ => false,
    }
}

/// GraphQL says the same with blanks around its names, and so `{id}` is no placeholder. A hash of the
/// query, which would no longer be that of the text, is not needed beside it.
fn space_queries(body: &mut Json) {
    let all = match body {
        Json::Array(all) => all.iter_mut().collect(),
        other => vec![other],
    };
    for one in all {
        let Some(object) = one.as_object_mut() else {
            continue;
        };
        let Some(Json::String(query)) = object.get_mut("query") else {
            continue;
        };
        let spaced = query.replace('{', "{ ").replace('}', " }");
        *query = spaced;
        if let Some(Json::Object(extensions)) = object.get_mut("extensions") {
            extensions.remove("persistedQuery");
            if extensions.is_empty() {
                object.remove("extensions");
            }
        }
    }
}
