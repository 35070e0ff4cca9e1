//! Normalises JSON Feed, versions 1 and 1.1. Input: JSON text. Output: the same document as
//! for any other feed; `None` if the JSON is not a feed.

use serde_json::{Map, Value, json};

use super::MAX_ENTRIES;
use super::entry_parts::mark_parts;
use super::feed_text::{line, readable};
use super::full_text::is_full;
use crate::sources::json::size::read_json;

/// Parses JSON text as a feed.
pub(super) fn json_feed(text: &str) -> Option<Value> {
    let root: Value = read_json(text)?;
    let items = root.get("items")?.as_array()?;
    let version = text_at(&root, "version").unwrap_or_default();
    let says_so = version.contains("jsonfeed.org");
    let looks_so = |item: &Value| {
        let has = |key: &str| item.get(key).is_some();
        has("id") && (has("content_html") || has("content_text")) && (has("url") || has("title"))
    };
    if !says_so && !items.first().is_some_and(looks_so) {
        return None;
    }
    let mut about = Map::new();
    for (key, from) in [
        ("title", "title"),
        ("url", "home_page_url"),
        ("description", "description"),
        ("language", "language"),
        ("image", "icon"),
    ] {
        put(&mut about, key, text_at(&root, from));
    }
    let feed_authors = authors(&root);
    let entries = items.iter().take(MAX_ENTRIES);
    let mut entries: Vec<Value> = entries.map(|item| entry(item, &feed_authors)).collect();
    mark_parts(&mut entries);
    Some(json!({
        "feed": about,
        "next": text_at(&root, "next_url").unwrap_or_default(),
        "entries": entries,
    }))
}

fn entry(item: &Value, feed_authors: &[String]) -> Value {
    let mut done = Map::new();
    let text = |key: &str| text_at(item, key);
    let html = text("content_html");
    let content = html
        .clone()
        .or_else(|| text("content_text"))
        .or_else(|| text("summary"));
    let readable = readable(content.as_deref().unwrap_or_default());
    let id = text("id");
    let is_address = |id: &String| id.starts_with("http");
    put(&mut done, "id", id.clone());
    put(
        &mut done,
        "url",
        text("url")
            .or(text("external_url"))
            .or(id.filter(is_address)),
    );
    put(&mut done, "title", text("title").map(|title| line(&title)));
    put(
        &mut done,
        "date",
        text("date_published").or(text("date_modified")),
    );
    put(&mut done, "updated", text("date_modified"));
    put(
        &mut done,
        "summary",
        text("summary").map(|summary| line(&summary)),
    );
    put(&mut done, "html", html);
    put(&mut done, "image", text("image").or(text("banner_image")));
    put(&mut done, "language", text("language"));
    if is_full(&readable) {
        done.insert("full".to_owned(), Value::Bool(true));
    }
    put(&mut done, "text", Some(readable));
    let own = authors(item);
    let authors = if own.is_empty() { feed_authors } else { &own };
    put(&mut done, "author", Some(authors.join(", ")));
    if !authors.is_empty() {
        done.insert("authors".to_owned(), Value::from(authors.to_vec()));
    }
    if let Some(tags) = item.get("tags").filter(|tags| tags.is_array()) {
        done.insert("categories".to_owned(), tags.clone());
    }
    let attachments = item.get("attachments").and_then(Value::as_array);
    let enclosures: Vec<Value> = attachments.into_iter().flatten().map(enclosure).collect();
    if !enclosures.is_empty() {
        done.insert("enclosures".to_owned(), Value::Array(enclosures));
    }
    // Extensions begin with an underscore.
    if let Some(fields) = item.as_object() {
        let own = fields.iter().filter(|(key, _)| key.starts_with('_'));
        done.extend(own.map(|(key, value)| (key.clone(), value.clone())));
    }
    Value::Object(done)
}

fn enclosure(attachment: &Value) -> Value {
    json!({
        "url": text_at(attachment, "url").unwrap_or_default(),
        "type": text_at(attachment, "mime_type").unwrap_or_default(),
        "length": text_at(attachment, "size_in_bytes").unwrap_or_default(),
    })
}

/// Version 1.1 has several authors, version 1 had one.
fn authors(of: &Value) -> Vec<String> {
    let several = of.get("authors").and_then(Value::as_array);
    let one = of.get("author").into_iter();
    let all = several.into_iter().flatten().chain(one);
    let mut names: Vec<String> = all.filter_map(|author| text_at(author, "name")).collect();
    names.dedup();
    names
}

/// A text or number as text.
fn text_at(of: &Value, key: &str) -> Option<String> {
    let text = match of.get(key)? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn put(into: &mut Map<String, Value>, key: &str, value: Option<String>) {
    if let Some(value) = value.filter(|value| !value.is_empty()) {
        into.insert(key.to_owned(), Value::String(value));
    }
}
