//! The article that a page carries as JSON for its scripts, where the page itself shows next to
//! nothing. Input: a page. Output: its text as HTML or plain text, with title, date and author.
//! Bounded in depth and number of values; an array of articles is a list and is none.

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::ExtractedContent;
use crate::page::{Page, visible_text};
use crate::select::embedded_json;

/// Characters of a text from which it is an article.
const MIN_CHARS: usize = 200;
/// Characters that a page shows at most for its JSON to be looked at.
const SHOWN_CHARS: usize = 400;
/// The maximum number of values looked at, and their depth.
const MAX_SEEN: usize = 200_000;
const MAX_DEPTH: usize = 24;
/// Bytes of a text that are read.
const MAX_TEXT: usize = 2_000_000;

/// Names of keys by their role, in lower case without `_` and `-`.
const TEXTS: [&str; 14] = [
    "articlebody",
    "content",
    "contenthtml",
    "body",
    "bodyhtml",
    "html",
    "fulltext",
    "text",
    "markdown",
    "contentmarkdown",
    "rendered",
    "maincontent",
    "paragraphs",
    "blocks",
];
const TITLES: [&str; 4] = ["title", "headline", "subject", "name"];
const DATES: [&str; 12] = [
    "publishedat",
    "datepublished",
    "publishtime",
    "published",
    "pubdate",
    "publicationdate",
    "publishdate",
    "createdat",
    "date",
    "created",
    "createtime",
    "time",
];
const AUTHORS: [&str; 5] = ["author", "authorname", "byline", "creator", "user"];
/// Parts of the names of keys under which no article stands.
const BESIDE: [&str; 9] = [
    "i18n",
    "translation",
    "locale",
    "dictionary",
    "consent",
    "cookie",
    "config",
    "settings",
    "footer",
];
/// Letters from which a text without a title is an article.
const UNTITLED: usize = 800;
/// Names of an inner object's key that holds further pieces.
const NESTED: [&str; 5] = ["children", "content", "body", "blocks", "paragraphs"];
/// Names of an inner object's key that holds the text.
const INNER: [&str; 5] = ["rendered", "html", "text", "content", "value"];

/// The article in the JSON of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarriedArticle {
    /// Its title; empty if the JSON has none.
    pub title: String,
    /// ISO 8601; empty if the JSON has none.
    pub date: String,
    /// Its author; empty if the JSON has none.
    pub author: String,
    /// Its text as HTML.
    pub html: String,
}

/// The article that `page` carries, if the page itself shows next to nothing.
pub fn carried_article(page: &Page) -> Option<CarriedArticle> {
    let shown = visible_text(page);
    if shown
        .chars()
        .filter(|c| !c.is_whitespace())
        .nth(SHOWN_CHARS)
        .is_some()
    {
        return None;
    }
    let title = page.title();
    let documents = embedded_json(page);
    let mut best: Option<(bool, usize, CarriedArticle)> = None;
    let mut seen = 0;
    for document in &documents {
        let mut open = vec![(&document.json, 0_usize)];
        while let Some((value, depth)) = open.pop() {
            seen += 1;
            if seen > MAX_SEEN || depth > MAX_DEPTH {
                continue;
            }
            match value {
                Value::Object(map) => {
                    if let Some((length, article)) = article_of(map) {
                        let is_titled = !article.title.is_empty() && title.contains(&article.title);
                        let is_better = best
                            .as_ref()
                            .is_none_or(|(titled, most, _)| (is_titled, length) > (*titled, *most));
                        if is_better {
                            best = Some((is_titled, length, article));
                        }
                    }
                    let inner = map.iter().filter(|(key, _)| !is_beside(key));
                    open.extend(inner.map(|(_, value)| (value, depth + 1)));
                }
                Value::Array(items) if is_list(items) => {
                    let named = items.iter().filter(|item| {
                        let own = item.as_object().and_then(|map| text_by(map, &TITLES));
                        own.is_some_and(|own| title.contains(&own))
                    });
                    open.extend(named.map(|value| (value, depth + 1)));
                }
                Value::Array(items) => open.extend(items.iter().map(|value| (value, depth + 1))),
                _ => {}
            }
        }
    }
    best.map(|(_, _, article)| article)
}

/// Puts the article that `page` carries into `content`, if the page showed none.
pub(super) fn fill(page: &Page, content: &mut ExtractedContent) {
    if content.text.chars().nth(MIN_CHARS).is_some() || !content.posts.is_empty() {
        return;
    }
    let Some(article) = carried_article(page) else {
        return;
    };
    let inner = Page::parse(&article.html, page.url());
    content.text = visible_text(&inner).trim().to_owned();
    let metadata = &mut content.metadata;
    if !article.title.is_empty() {
        metadata.title.clone_from(&article.title);
    }
    if metadata.date.is_empty() && !article.date.is_empty() {
        metadata.date.clone_from(&article.date);
        metadata.date_is_declared = true;
    }
    if metadata.author.is_empty() && !article.author.is_empty() {
        metadata.author.clone_from(&article.author);
        metadata.author_is_declared = true;
    }
    content.carried = Some(article.html);
}

/// Whether a key is of what all pages of a program share: its words and settings.
fn is_beside(key: &str) -> bool {
    let key = plain(key);
    BESIDE.iter().any(|word| key.contains(word))
}

/// Whether an array holds several articles.
fn is_list(items: &[Value]) -> bool {
    let objects = items.iter().filter_map(Value::as_object);
    let mut articles =
        objects.filter(|map| text_by(map, &TITLES).is_some() && article_of(map).is_some());
    articles.nth(1).is_some()
}

/// A key in the form in which names are compared.
fn plain(key: &str) -> String {
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The value of the best of `names`.
fn value_by<'m>(map: &'m Map<String, Value>, names: &[&str]) -> Option<&'m Value> {
    let ranked = map.iter().filter_map(|(key, value)| {
        let key = plain(key);
        Some((names.iter().position(|name| *name == key)?, value))
    });
    ranked
        .filter(|(_, value)| !value.is_null())
        .min_by_key(|(rank, _)| *rank)
        .map(|(_, value)| value)
}

/// The short text of the best of `names`, or of the object there.
fn text_by(map: &Map<String, Value>, names: &[&str]) -> Option<String> {
    let value = value_by(map, names)?;
    let text = match value {
        Value::String(text) => text.as_str(),
        Value::Object(inner) => {
            let names = ["rendered", "name", "displayName", "username", "nickname"];
            names.iter().find_map(|name| inner.get(*name)?.as_str())?
        }
        _ => return None,
    };
    let text = text.trim();
    (!text.is_empty() && text.chars().nth(300).is_none()).then(|| text.to_owned())
}

/// The article in an object, with the length of its text.
fn article_of(map: &Map<String, Value>) -> Option<(usize, CarriedArticle)> {
    let (length, html) = map
        .iter()
        .filter(|(key, _)| TEXTS.contains(&plain(key).as_str()))
        .filter_map(|(_, value)| long_text(value))
        .max_by_key(|(length, _)| *length)?;
    let title = text_by(map, &TITLES).unwrap_or_default();
    if title.is_empty() && length < UNTITLED {
        return None;
    }
    let article = CarriedArticle {
        title,
        date: value_by(map, &DATES).and_then(date).unwrap_or_default(),
        author: text_by(map, &AUTHORS).unwrap_or_default(),
        html,
    };
    Some((length, article))
}

/// A long text as HTML: a string, an object with one inside, or an array of paragraphs.
fn long_text(value: &Value) -> Option<(usize, String)> {
    let html = match value {
        Value::String(text) if is_code(text) => return None,
        Value::String(text) => html_of(text),
        Value::Object(inner) => match INNER.iter().find_map(|name| inner.get(*name)?.as_str()) {
            Some(text) if is_code(text) => return None,
            Some(text) => html_of(text),
            None => paragraphs(
                NESTED
                    .iter()
                    .find_map(|name| inner.get(*name)?.as_array())?,
            ),
        },
        Value::Array(items) => paragraphs(items),
        _ => return None,
    };
    let length = letters(&html);
    (length >= MIN_CHARS && html.len() <= MAX_TEXT).then_some((length, html))
}

/// The paragraphs of an array: texts, objects with one, or the blocks of an editor, whose text stands
/// in pieces (`children`, `content`) inside of them.
fn paragraphs(items: &[Value]) -> String {
    let mut html = String::new();
    let mut open: Vec<(&Value, usize)> = items.iter().rev().map(|item| (item, 0)).collect();
    while let Some((item, depth)) = open.pop() {
        if depth > MAX_DEPTH || html.len() > MAX_TEXT {
            break;
        }
        match item {
            Value::String(text) => html.push_str(&html_of(text)),
            Value::Object(map) => {
                if let Some(text) = INNER.iter().find_map(|name| map.get(*name)?.as_str()) {
                    html.push_str(&html_of(text));
                    continue;
                }
                let inner = NESTED.iter().find_map(|name| map.get(*name)?.as_array());
                match inner.map(|inner| (pieces(inner), inner)) {
                    Some((Some(text), _)) => html.push_str(&html_of(&text)),
                    Some((None, inner)) => {
                        open.extend(inner.iter().rev().map(|item| (item, depth + 1)));
                    }
                    None => {}
                }
            }
            _ => {}
        }
    }
    html
}

/// The text of an array of pieces of one line; `None` if one of them is no piece.
fn pieces(items: &[Value]) -> Option<String> {
    let piece = |item: &Value| {
        let map = item.as_object()?;
        let kind = ["nodeType", "_type", "type"].iter();
        let kind = kind.filter_map(|name| map.get(*name)?.as_str()).next();
        let is_piece =
            kind.is_none_or(|kind| matches!(kind, "text" | "span" | "hyperlink" | "link"));
        let text = INNER.iter().find_map(|name| map.get(*name)?.as_str());
        let inner = || pieces(NESTED.iter().find_map(|name| map.get(*name)?.as_array())?);
        if !is_piece {
            return None;
        }
        text.map(str::to_owned).or_else(inner)
    };
    let found: Option<Vec<String>> = items.iter().map(piece).collect();
    found
        .filter(|found| !found.is_empty())
        .map(|found| found.concat())
}

/// Whether a text is a program or data instead of words.
fn is_code(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with(['{', '[', ';'])
        || text.starts_with("<script")
        || text.starts_with("(function")
}

/// The text as HTML: plain paragraphs get tags.
fn html_of(text: &str) -> String {
    if text.contains("</") || text.contains("<p>") || text.contains("<br") {
        return text.to_owned();
    }
    let lines = text
        .split('\n')
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let lines = lines.map(|line| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        format!("<p>{line}</p>")
    });
    lines.collect()
}

/// Letters outside of tags.
fn letters(html: &str) -> usize {
    let (mut inside, mut count) = (false, 0);
    for c in html.chars() {
        match c {
            '<' => inside = true,
            '>' => inside = false,
            c if !inside && !c.is_whitespace() => count += 1,
            _ => {}
        }
    }
    count
}

/// A date as it stands, or of seconds or milliseconds since 1970.
fn date(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => {
            let text = text.trim();
            let day = text.get(..10)?;
            day.parse::<jiff::civil::Date>()
                .ok()
                .map(|_| text.to_owned())
        }
        Value::Number(number) => {
            let number = number.as_i64()?;
            let time = match number {
                630_000_000..4_200_000_000 => Timestamp::from_second(number),
                630_000_000_000..4_200_000_000_000 => Timestamp::from_millisecond(number),
                _ => return None,
            };
            Some(time.ok()?.to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use url::Url;

    use super::*;
    use crate::generic::{Method, extract};

    const LINE: &str =
        "The dyers of the valley grew woad for a thousand years before the mills came. ";

    fn page(script: &str) -> Page {
        let url = Url::parse("http://a.example/p").unwrap();
        let source = format!(
            "<title>Woad – Paper</title><div id=__next></div>{script}<script src=/_next/a.js></script>"
        );
        Page::parse(&source, &url)
    }

    fn next(data: &Value) -> Page {
        page(&format!(
            "<script id=__NEXT_DATA__ type=application/json>{data}</script>"
        ))
    }

    #[test]
    fn an_article_in_the_data_is_the_content_of_an_empty_page() {
        let post = json!({"title": "Woad", "published_at": "2026-03-04T05:06:07Z",
            "author": {"name": "Ann Dyer"}, "content": format!("<p>{}</p><p>Second.</p>", LINE.repeat(5))});
        let other = json!({"title": "Madder", "content": LINE.repeat(9)});
        let page = next(&json!({"props": {"post": post, "more": [other.clone(), other]}}));
        let found = extract(&page, Method::Auto);
        assert!(
            found.text.starts_with("The dyers") && found.text.ends_with("Second."),
            "{}",
            found.text
        );
        assert_eq!(found.metadata.title, "Woad");
        assert_eq!(found.metadata.author, "Ann Dyer");
        assert_eq!(found.metadata.date, "2026-03-04T05:06:07Z");
    }

    #[test]
    fn paragraphs_and_inner_texts_are_read() {
        let blocks = json!({"headline": "Woad", "date": 1_772_600_000_000_i64,
            "body": (0..6).map(|_| json!({"type": "text", "content": LINE})).collect::<Vec<_>>()});
        let found = extract(&next(&json!({"a": [blocks]})), Method::Auto);
        assert_eq!(found.text.matches("dyers").count(), 6);
        let rendered =
            json!({"title": {"rendered": "Woad"}, "content": {"rendered": LINE.repeat(6)}});
        let found = extract(
            &page(&format!("<script>window.post={rendered}</script>")),
            Method::Auto,
        );
        assert_eq!(
            (
                found.metadata.title.as_str(),
                found.text.matches("dyers").count()
            ),
            ("Woad", 6)
        );
    }

    #[test]
    fn a_list_or_a_page_with_text_of_its_own_carries_no_article() {
        let post = |n: usize| json!({"title": format!("Post {n}"), "content": LINE.repeat(6)});
        let list = next(&json!({"posts": [post(1), post(2), post(3)]}));
        assert_eq!(carried_article(&list), None);
        let url = Url::parse("http://a.example/p").unwrap();
        let own = format!(
            "<p>{}</p><script>window.x={}</script>",
            LINE.repeat(9),
            post(1)
        );
        assert_eq!(carried_article(&Page::parse(&own, &url)), None);
    }
}
