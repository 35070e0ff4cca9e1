//! Feeds: RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed. Input: decoded text. Output:
//! one JSON document, whatever the format: `entries` with the keys of `entry`, `feed` with the
//! feed's metadata, and `next`, the address of older entries (RFC 5005). Damaged feeds yield their
//! complete entries.
//!
//! Below: one entry, JSON Feed, and texts of feeds.

use serde_json::{Map, Value, json};

use super::markup::{Markup, MarkupElement, NodeId};
use entry::entry;
use entry_parts::mark_parts;
use feed_text::{line, readable};
use json_feed::json_feed;

/// The maximum number of entries of a feed.
pub(super) const MAX_ENTRIES: usize = 20_000;
/// The root of a feed must be among this many first elements.
const HEAD: usize = 20;

/// Parses `text` as a feed; `None` for anything else.
pub fn feed(text: &str) -> Option<Value> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with(['{', '[']) {
        return json_feed(start);
    }
    if !text.contains('<') {
        return None;
    }
    let markup = Markup::read(text);
    let root = root_of(&markup)?;
    let mut entries = Vec::new();
    let is_entry = |node: &MarkupElement| matches!(node.name.as_str(), "item" | "entry");
    let inside = markup.all_inside(is_entry);
    for ((id, node), inside) in markup.nodes().zip(inside) {
        // The last entry of a truncated document may lack anything.
        if is_entry(node) && node.closed && !inside && entries.len() < MAX_ENTRIES {
            entries.push(entry(&markup, id));
        }
    }
    mark_parts(&mut entries);
    let channel = markup
        .below(root)
        .find(|(_, node)| node.name == "channel")
        .map_or(root, |(id, _)| id);
    Some(json!({
        "feed": about(&markup, channel),
        "next": next(&markup, channel).unwrap_or_default(),
        "entries": entries,
    }))
}

/// The element that makes a document a feed, which must be near its beginning. A page that shows a
/// feed as text, or contains one further down, does not count.
fn root_of(markup: &Markup<'_>) -> Option<NodeId> {
    for (id, node) in markup.nodes().take(HEAD) {
        match node.name.as_str() {
            "rss" | "rdf" | "rdf:rdf" | "feed" | "channel" => return Some(id),
            "html" | "head" | "body" | "svg" => return None,
            _ => {}
        }
    }
    None
}

/// The feed's metadata.
fn about(markup: &Markup<'_>, channel: NodeId) -> Value {
    let mut about = Map::new();
    let mut set = |key: &str, value: String| {
        if !value.is_empty() && !about.contains_key(key) {
            about.insert(key.to_owned(), Value::String(value));
        }
    };
    for (id, node) in markup.children(channel) {
        match node.name.as_str() {
            "title" => set("title", line(&node.text)),
            "description" | "subtitle" | "tagline" => set("description", readable(&node.text)),
            "language" | "dc:language" => set("language", node.text.trim().to_owned()),
            "link" if node.attribute("rel").is_none_or(|rel| rel == "alternate") => {
                let href = node.attribute("href").unwrap_or(node.text.trim());
                set("url", href.to_owned());
            }
            "image" => {
                let url = markup.children(id).find(|(_, node)| node.name == "url");
                set(
                    "image",
                    url.map_or("", |(_, node)| node.text.trim()).to_owned(),
                );
            }
            "author" | "managingeditor" | "dc:creator" | "itunes:author" => {
                set("author", entry::person(markup, id));
            }
            _ => {}
        }
    }
    Value::Object(about)
}

/// The address of the feed's older entries: of the next page of a paged feed (RFC 5005 §3), or
/// of the archive before this document (§4).
fn next(markup: &Markup<'_>, channel: NodeId) -> Option<String> {
    let linked = |wanted: &str| {
        markup.children(channel).find_map(|(_, node)| {
            let rel = node.attribute("rel")?;
            let fits = node.name == "link" && rel.eq_ignore_ascii_case(wanted);
            fits.then(|| node.attribute("href").map(str::to_owned))?
        })
    };
    linked("next").or_else(|| linked("prev-archive"))
}

pub(super) mod entry;
pub(super) mod entry_parts;
pub(super) mod feed_text;
mod full_text;
pub(super) mod json_feed;
#[cfg(test)]
mod tests;
