//! Normalises one entry of an RSS or Atom feed. Input: its element. Output: an object with
//! `id`, `url`, `title`, `date`, `updated`, `author`, `authors`, `summary`, `text`, `html`, `full`,
//! `categories`, `image`, `enclosures`, `comments`, and every other prefixed element under its name
//! (`media:credit`). Keys without a value are left out.

use serde_json::{Map, Value, json};
use url::Url;

use super::feed_text::{line, readable};
use super::full_text::is_full;
use crate::sources::markup::{Markup, MarkupElement, NodeId};

/// The maximum number of authors or categories of an entry.
const MAX_NAMES: usize = 500;

/// An entry.
pub(super) fn entry(markup: &Markup<'_>, id: NodeId) -> Value {
    let mut draft = Draft::default();
    if let Some(node) = markup.node(id) {
        draft.once("about", node.attribute("rdf:about").unwrap_or_default());
    }
    for (child, node) in markup.children(id) {
        draft.take(markup, child, node);
    }
    // Groups hold pictures and films of one item in several sizes.
    for (child, node) in markup.below(id) {
        if matches!(node.name.as_str(), "media:content" | "media:thumbnail") {
            draft.medium(child, node);
        }
    }
    let base = base_of(markup, id);
    draft.finish(base.as_deref())
}

/// The contents of an entry, as they are read.
#[derive(Default)]
struct Draft {
    texts: Map<String, Value>,
    others: Map<String, Value>,
    authors: Vec<String>,
    categories: Vec<String>,
    enclosures: Vec<Value>,
    pictures: Vec<String>,
}

impl Draft {
    /// Keeps the first value that is not blank.
    fn once(&mut self, key: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() && !self.texts.contains_key(key) {
            self.texts.insert(key.to_owned(), Value::from(value));
        }
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.texts.get(key).and_then(Value::as_str)
    }

    fn take(&mut self, markup: &Markup<'_>, id: NodeId, node: &MarkupElement) {
        let text = node.text.as_str();
        match node.name.as_str() {
            "title" => self.once("title", &line(&marked_up(markup, id, node))),
            "dc:title" | "media:title" | "itunes:title" => self.once("other-title", &line(text)),
            "link" => self.link(node),
            "guid" => {
                self.once("id", text);
                if !node
                    .attribute("ispermalink")
                    .is_some_and(|v| v.eq_ignore_ascii_case("false"))
                {
                    self.once("guid", text);
                }
            }
            "id" => self.once("id", text),
            "feedburner:origlink" => self.once("original", text),
            "pubdate" | "published" | "issued" | "dcterms:created" | "created" => {
                self.once("date", text);
            }
            "dc:date" | "dcterms:issued" | "date" => self.once("dc-date", text),
            "updated" | "modified" | "dcterms:modified" | "atom:updated" => {
                self.once("updated", text);
            }
            "author" | "dc:creator" | "itunes:author" | "contributor" | "creator" => {
                let person = person(markup, id);
                let known = self.authors.len() >= MAX_NAMES || self.authors.contains(&person);
                if !person.is_empty() && !known {
                    self.authors.push(person);
                }
            }
            "content:encoded" | "content" | "xhtml:body" | "body" | "fulltext" => {
                self.once("content", &marked_up(markup, id, node));
            }
            "description" | "summary" => self.once("description", &marked_up(markup, id, node)),
            "itunes:summary" | "media:description" | "dcterms:abstract" => {
                self.once("other-summary", text);
            }
            "category" | "dc:subject" | "itunes:keywords" | "media:keywords" => {
                self.category(node);
            }
            "enclosure" => self.enclosure(node),
            "itunes:image" => self.picture(node.attribute("href").unwrap_or_default()),
            "comments" => self.once("comments", text),
            name if name.contains(':') => self.other(name, node),
            _ => {}
        }
    }

    /// RSS has the address as text, Atom in `href`; the one without a relation is the entry's.
    fn link(&mut self, node: &MarkupElement) {
        let href = node.attribute("href").unwrap_or_default();
        match node.attribute("rel").unwrap_or("alternate") {
            "alternate" if !href.is_empty() => self.once("link", href),
            "alternate" => self.once("link", &node.text),
            "enclosure" => self.enclosure(node),
            "replies" => self.once("comments", href),
            "related" | "via" => self.once("related", href),
            _ => {}
        }
    }

    fn category(&mut self, node: &MarkupElement) {
        let named = node.attribute("label").or(node.attribute("term"));
        let text = named.map_or_else(|| line(&node.text), line);
        let many = node.name.ends_with("keywords");
        let parts = text.split(|c| many && matches!(c, ',' | '，'));
        for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
            if self.categories.len() < MAX_NAMES
                && !self.categories.iter().any(|known| known == part)
            {
                self.categories.push(part.to_owned());
            }
        }
    }

    fn enclosure(&mut self, node: &MarkupElement) {
        let url = node.attribute("url").or(node.attribute("href"));
        let Some(url) = url.filter(|url| !url.is_empty()) else {
            return;
        };
        let kind = node.attribute("type").unwrap_or_default();
        if kind.starts_with("image/") {
            self.picture(url);
        }
        let length = node.attribute("length").unwrap_or_default();
        self.enclosures
            .push(json!({ "url": url, "type": kind, "length": length }));
    }

    fn medium(&mut self, _id: NodeId, node: &MarkupElement) {
        let url = node.attribute("url").unwrap_or_default();
        let is_picture = node.name == "media:thumbnail"
            || node.attribute("medium") == Some("image")
            || node
                .attribute("type")
                .is_some_and(|kind| kind.starts_with("image/"));
        if is_picture {
            self.picture(url);
        } else {
            self.enclosure(node);
        }
    }

    fn picture(&mut self, url: &str) {
        if !url.is_empty() {
            self.pictures.push(url.to_owned());
        }
    }

    fn other(&mut self, name: &str, node: &MarkupElement) {
        let text = match line(&node.text) {
            text if text.is_empty() => {
                let mut values = node.attributes.iter();
                let value = values.find(|(name, _)| !name.starts_with("xml"));
                value.map(|(_, value)| value.clone()).unwrap_or_default()
            }
            text => text,
        };
        if text.is_empty() {
            return;
        }
        let known = self.others.entry(name.to_owned());
        let known = known.or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(texts) = known {
            texts.push(Value::String(text));
        }
    }

    fn finish(mut self, base: Option<&str>) -> Value {
        let mut done = Map::new();
        let first = |keys: &[&str]| keys.iter().find_map(|key| self.get(key));
        let id = first(&["id", "about"]);
        let is_address = |text: &&str| text.starts_with("http://") || text.starts_with("https://");
        let url = first(&["original", "link"])
            .or(first(&["guid", "id", "about"]).filter(is_address))
            .or(first(&["related"]))
            .map(|url| joined(base, url));
        let enclosed = self.enclosures.first().and_then(|e| e.get("url")?.as_str());
        let url = url.or(enclosed.map(|url| joined(base, url)));
        let content = first(&["content", "description", "other-summary"]).unwrap_or_default();
        let text = readable(content);
        let summary = line(first(&["description", "other-summary"]).unwrap_or_default());
        let values = [
            ("id", id.map(str::to_owned)),
            ("url", url),
            ("title", first(&["title", "other-title"]).map(str::to_owned)),
            (
                "date",
                first(&["date", "dc-date", "updated"]).map(str::to_owned),
            ),
            ("updated", first(&["updated"]).map(str::to_owned)),
            ("author", Some(self.authors.join(", "))),
            ("summary", Some(summary)),
            ("html", Some(content.to_owned())),
            (
                "comments",
                first(&["comments"]).map(|url| joined(base, url)),
            ),
            ("image", self.pictures.first().map(|url| joined(base, url))),
        ];
        for (key, value) in values {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                done.insert(key.to_owned(), Value::String(value));
            }
        }
        if is_full(&text) {
            done.insert("full".to_owned(), Value::Bool(true));
        }
        if !text.is_empty() {
            done.insert("text".to_owned(), Value::String(text));
        }
        for (key, list) in [("authors", self.authors), ("categories", self.categories)] {
            if !list.is_empty() {
                done.insert(key.to_owned(), Value::from(list));
            }
        }
        if !self.enclosures.is_empty() {
            done.insert("enclosures".to_owned(), Value::Array(self.enclosures));
        }
        done.append(&mut self.others);
        Value::Object(done)
    }
}

/// The content of an element as HTML: nested elements (XHTML in Atom, tags that should have been
/// escaped) are kept as they are.
fn marked_up(markup: &Markup<'_>, id: NodeId, node: &MarkupElement) -> String {
    let has_elements = markup.children(id).next().is_some();
    if has_elements {
        // Character data in between stays marked; an HTML parser would treat it as a comment.
        return markup
            .inside(id)
            .replace("<![CDATA[", "")
            .replace("]]>", "");
    }
    if node.attribute("type") == Some("text") {
        return node.text.replace('&', "&amp;").replace('<', "&lt;");
    }
    node.text.clone()
}

/// A person: the name in Atom, "address (name)" in RSS, else the text.
pub(super) fn person(markup: &Markup<'_>, id: NodeId) -> String {
    let part = |wanted: &str| {
        let found = markup.children(id).find(|(_, node)| node.name == wanted);
        found
            .map(|(_, node)| line(&node.text))
            .filter(|text| !text.is_empty())
    };
    if let Some(name) = part("name").or_else(|| part("itunes:name")) {
        return name;
    }
    let text = markup
        .node(id)
        .map_or_else(String::new, |node| line(&node.text));
    match text.split_once('(') {
        Some((address, name)) if address.contains('@') => {
            name.trim_end().trim_end_matches(')').trim().to_owned()
        }
        _ => text,
    }
}

/// The base of the addresses in an element: `xml:base` from here upwards, joined.
fn base_of(markup: &Markup<'_>, id: NodeId) -> Option<String> {
    let own = markup.node(id).into_iter();
    let bases: Vec<&str> = own
        .chain(markup.above(id))
        .filter_map(|node| node.attribute("xml:base"))
        .collect();
    let mut base: Option<String> = None;
    for next in bases.into_iter().rev() {
        base = Some(joined(base.as_deref(), next));
    }
    base
}

/// `href` joined to `base`; unchanged where there is no absolute base, to be joined to the
/// document's address later.
fn joined(base: Option<&str>, href: &str) -> String {
    let href = href.trim();
    let Some(base) = base else {
        return href.to_owned();
    };
    match Url::parse(base).and_then(|base| base.join(href)) {
        Ok(url) => url.into(),
        Err(_) if href.contains("://") || href.starts_with('/') => href.to_owned(),
        Err(_) => {
            let folder = base.rfind('/').and_then(|end| base.get(..=end));
            format!("{}{href}", folder.unwrap_or_default())
        }
    }
}
