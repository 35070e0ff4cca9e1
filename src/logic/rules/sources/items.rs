//! The entries of a source: their keys, which are records themselves; and the further documents of
//! a source. Input: a document in the plain form. Output: facts about its entries, addresses,
//! records.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value as Json;
use url::Url;

use super::compiled_source::{CompiledSource, Details};
use crate::model::{DefaultColumn, FROM_LIST, Record, Value};
use crate::page::without_fragment;
use crate::rules::ListItem;
use crate::rules::evaluate::ListPage;
use crate::rules::evaluate::compiled::{List, NextPageMethod};
use crate::rules::evaluate::context::{EvaluationContext, SelectionScope};
use crate::sources::{PART, with_parameters};

/// The usual keys of items.
const KEYS: [&str; 7] = ["id_str", "idstr", "id", "_id", "uuid", "guid", "key"];
/// Fields that indicate a change of an entry.
const CHANGES: [&str; 8] = [
    "updated",
    "lastmod",
    "updated_at",
    "updatedAt",
    "modified",
    "modified_at",
    "date_modified",
    "dateModified",
];
/// The maximum number of further documents of one document.
const MAX_FURTHER: usize = 50_000;

impl CompiledSource {
    /// Whether an entry is a record itself.
    pub fn is_alone(&self, item: SelectionScope<'_>) -> bool {
        match self.details {
            Details::Always => is_part(item),
            Details::Never => true,
            Details::Auto => is_part(item) || says(item, "full"),
        }
    }

    /// The key of an entry: by the rule, otherwise by one of the usual names.
    pub fn key_of(
        &self,
        context: &EvaluationContext<'_>,
        item: SelectionScope<'_>,
    ) -> Option<String> {
        if let Some(key) = &self.key {
            return key.values(context, item).into_iter().next();
        }
        let SelectionScope::Json(item) = item else {
            return None;
        };
        KEYS.iter().find_map(|key| match item.get(key)? {
            Json::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        })
    }

    /// The address of an entry without one: the document's, with the entry's key.
    pub fn own_address(
        &self,
        context: &EvaluationContext<'_>,
        item: SelectionScope<'_>,
    ) -> Option<Url> {
        if !self.linkless {
            return None;
        }
        let key = self.key_of(context, item).or_else(|| match item {
            SelectionScope::Json(json) => {
                let mut hasher = DefaultHasher::new();
                json.to_string().hash(&mut hasher);
                Some(format!("{:016x}", hasher.finish()))
            }
            _ => None,
        })?;
        let mut url = without_fragment(context.page.url());
        // The same item moves to other pages of the list later.
        url.set_query(None);
        url.set_fragment(Some(&key));
        Some(url)
    }
}

/// Whether an entry of a feed is a part of the page that it links to, such as a comment: its own
/// content is the record, at its own address.
pub(crate) fn is_part(item: SelectionScope<'_>) -> bool {
    says(item, PART)
}

fn says(item: SelectionScope<'_>, key: &str) -> bool {
    match item {
        SelectionScope::Json(item) => item.get(key) == Some(&Json::Bool(true)),
        _ => false,
    }
}

/// When an entry last changed, as written there; not when it was published.
pub(crate) fn stamp_of(item: SelectionScope<'_>) -> Option<String> {
    let SelectionScope::Json(item) = item else {
        return None;
    };
    CHANGES.iter().find_map(|key| match item.get(key)? {
        Json::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    })
}

/// The accepted sitemaps of an index.
pub(crate) fn further(list: &List, context: &EvaluationContext<'_>) -> Vec<Url> {
    let page = context.page;
    if !page.source().starts_with('{') {
        return Vec::new();
    }
    let maps = context
        .json()
        .documents
        .first()
        .and_then(|json| json.get("maps"));
    let maps = maps.and_then(Json::as_array).into_iter().flatten();
    let wanted = |url: &Url| {
        let patterns = &list.ways.maps;
        patterns.is_empty()
            || patterns
                .iter()
                .any(|pattern| pattern.is_match(url.as_str()))
    };
    maps.filter(|map| list.ways.is_new(context, map))
        .filter_map(|map| page.join(map.get("url")?.as_str()?))
        .map(|url| without_fragment(&url))
        .filter(wanted)
        .take(MAX_FURTHER)
        .collect()
}

/// The page with items older than those found. The oldest item itself may be repeated: sites differ
/// on whether the id is included, and known items are not stored twice.
pub(crate) fn older(list: &List, asked: &Url, found: &ListPage) -> Option<Url> {
    let Some(NextPageMethod::Older(put)) = list.next.as_ref().map(|next| &next.way) else {
        return None;
    };
    let keys = found.items.iter().filter_map(|item| item.key.as_deref());
    let oldest = keys.min_by(|a, b| compare(a, b))?;
    let next = with_parameters(asked, put, "id", oldest);
    (next != *asked).then_some(next)
}

/// The newest of the items' keys.
pub(super) fn newest(items: &[ListItem]) -> Option<&str> {
    let keys = items.iter().filter_map(|item| item.key.as_deref());
    keys.max_by(|a, b| compare(a, b))
}

/// Compares numeric keys by value, of any length; others alphabetically.
fn compare(a: &str, b: &str) -> std::cmp::Ordering {
    let is_number = |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_digit());
    if is_number(a) && is_number(b) {
        let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
        return a.len().cmp(&b.len()).then(a.cmp(b));
    }
    a.cmp(b)
}

impl ListPage {
    /// The newest of the items' keys.
    pub fn newest(&self) -> Option<&str> {
        newest(&self.items)
    }
}

/// The later of two keys.
pub fn later_key<'k>(a: &'k str, b: &'k str) -> &'k str {
    if compare(a, b).is_lt() { b } else { a }
}

impl ListItem {
    /// The record of an item that is one itself.
    pub fn into_record(self) -> Record {
        let mut record = Record {
            url: self.url.into(),
            ..Record::default()
        };
        for (name, value) in self.fields {
            let source = self.provenance.get(&name).copied().unwrap_or_default();
            let column = DefaultColumn::from_token(&name);
            match column.filter(|column| *column != DefaultColumn::Url) {
                Some(column) => {
                    *record.column_mut(column) = match &value {
                        Value::Many(texts) if column != DefaultColumn::Text => texts.join(", "),
                        Value::Many(texts) => texts.join("\n"),
                        value => value.joined(),
                    };
                }
                None => record.fields.push((name.clone(), value)),
            }
            record
                .provenance
                .insert(name, FROM_LIST.saturating_add(source));
        }
        record
    }
}
