//! Sitemaps by the protocol of sitemaps.org, version 0.9: sets of addresses, indexes of further
//! sitemaps, plain text lists, with the extensions for news, pictures and languages; feeds count as
//! sitemaps too. Input: decoded text. Output: one JSON document: `entries` with `url`,
//! `lastmod`, `changefreq`, `priority`, `title`, `date`, `publication`, `language`, `keywords`,
//! `images`, `alternates`; `maps` with `url` and `lastmod` of further sitemaps. More than the
//! protocol's 50,000 addresses are accepted: many sites ignore the limit.

use serde_json::{Map, Value, json};
use url::Url;

use super::feed::feed;
use super::feed::feed_text::line;
use super::markup::{Markup, MarkupElement, NodeId};

/// The maximum number of addresses of a sitemap.
const MAX_ENTRIES: usize = 250_000;
/// The root of a sitemap must be among this many first elements.
const HEAD: usize = 10;
/// The maximum number of pictures and languages kept for an address.
const MAX_BESIDE: usize = 50;

/// Parses `text` as a sitemap; `None` for anything else.
pub fn sitemap(text: &str) -> Option<Value> {
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if !start.contains('<') {
        return plain(start);
    }
    let markup = Markup::read(text);
    let mut head = markup
        .nodes()
        .take(HEAD)
        .map(|(_, node)| node.name.as_str());
    if !head.any(|name| matches!(name, "urlset" | "sitemapindex")) {
        return as_feed(start);
    }
    let (mut maps, mut entries) = (Vec::new(), Vec::new());
    let is_entry = |node: &MarkupElement| matches!(node.name.as_str(), "url" | "sitemap");
    let inside = markup.all_inside(is_entry);
    for ((id, node), _) in markup.nodes().zip(inside).filter(|(_, inside)| !inside) {
        match node.name.as_str() {
            "url" if entries.len() < MAX_ENTRIES => entries.extend(entry(&markup, id)),
            "sitemap" if maps.len() < MAX_ENTRIES => maps.extend(entry(&markup, id)),
            _ => {}
        }
    }
    Some(json!({ "maps": maps, "entries": entries }))
}

/// One address per line; the protocol allows nothing else in the file.
fn plain(text: &str) -> Option<Value> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_address = |line: &str| {
        (line.starts_with("http://") || line.starts_with("https://"))
            && !line.contains(char::is_whitespace)
            && Url::parse(line).is_ok()
    };
    let mut entries = Vec::new();
    let mut others = 0_usize;
    for line in lines.take(MAX_ENTRIES) {
        if is_address(line) {
            entries.push(json!({ "url": line }));
        } else {
            others += 1;
        }
        if others > 5 && others > entries.len() {
            return None;
        }
    }
    (!entries.is_empty() && entries.len() > others)
        .then(|| json!({ "maps": [], "entries": entries }))
}

fn as_feed(text: &str) -> Option<Value> {
    let found = feed(text)?;
    let entries = found.get("entries").cloned().unwrap_or_default();
    Some(json!({ "maps": [], "entries": entries }))
}

/// An address with its metadata; `None` without an address.
fn entry(markup: &Markup<'_>, id: NodeId) -> Option<Value> {
    let mut done = Map::new();
    let (mut images, mut alternates) = (Vec::new(), Vec::new());
    for (_, node) in markup.below(id) {
        let direct = node.parent == Some(id);
        match node.name.as_str() {
            "loc" if direct => put(&mut done, "url", node),
            "lastmod" | "changefreq" | "priority" if direct => {
                let name = node.name.clone();
                put(&mut done, &name, node);
            }
            "news:publication_date" => put(&mut done, "date", node),
            "news:title" | "video:title" => put(&mut done, "title", node),
            "news:name" => put(&mut done, "publication", node),
            "news:language" => put(&mut done, "language", node),
            "news:keywords" => put(&mut done, "keywords", node),
            "video:publication_date" => put(&mut done, "date", node),
            "image:loc" | "video:thumbnail_loc" if images.len() < MAX_BESIDE => {
                images.push(Value::from(node.text.trim()));
            }
            "xhtml:link" if alternates.len() < MAX_BESIDE => {
                alternates.extend(node.attribute("href").map(Value::from));
            }
            _ => {}
        }
    }
    if !images.is_empty() {
        done.insert("images".to_owned(), Value::Array(images));
    }
    if !alternates.is_empty() {
        done.insert("alternates".to_owned(), Value::Array(alternates));
    }
    done.contains_key("url").then_some(Value::Object(done))
}

fn put(done: &mut Map<String, Value>, key: &str, node: &MarkupElement) {
    // Addresses are not HTML, whatever their queries contain.
    let text = match key {
        "url" => node.text.trim().to_owned(),
        _ => line(&node.text),
    };
    if !text.is_empty() && !done.contains_key(key) {
        done.insert(key.to_owned(), Value::String(text));
    }
}

#[cfg(test)]
mod tests;
