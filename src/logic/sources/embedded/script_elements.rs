//! The scripts of a page by its source, without a tree. Input: source. Output: its scripts. For a
//! page of which only the data matters.

use serde_json::Value;

use super::{EmbeddedDocument, PageScript, attributes, embedded_documents};

/// The maximum number of scripts.
const MAX_SCRIPTS: usize = 5_000;

/// The documents of that name that the page of `source` carries.
pub(crate) fn named_document<'s>(
    source: &'s str,
    name: &'s str,
) -> impl Iterator<Item = Value> + 's {
    let (scripts, attributes) = parts(source);
    let all = scripts.into_iter().chain(attributes);
    let found = embedded_documents(all).into_iter();
    let named = move |document: &EmbeddedDocument| document.name == name;
    found.filter(named).map(|document| document.json)
}

/// The attributes of the page of `source` that hold JSON.
pub(crate) fn attributes_of(source: &str) -> Vec<PageScript> {
    parts(source).1
}

/// The scripts, and the attributes outside of them.
fn parts(source: &str) -> (Vec<PageScript>, Vec<PageScript>) {
    let (mut found, mut outside) = (Vec::new(), Vec::new());
    let mut rest = source;
    while let Some(open) = find(rest, "<script") {
        attributes::collect(rest.get(..open).unwrap_or(""), &mut outside);
        let after = rest.get(open + "<script".len()..).unwrap_or("");
        let Some((given, inner)) = tag(after) else {
            return (found, outside);
        };
        let end = find(inner, "</script").unwrap_or(inner.len());
        let (text, after) = inner.split_at_checked(end).unwrap_or((inner, ""));
        found.push(PageScript {
            id: attribute(given, "id").unwrap_or_default(),
            kind: attribute(given, "type")
                .unwrap_or_default()
                .to_ascii_lowercase(),
            text: text.to_owned(),
        });
        rest = after;
        if found.len() >= MAX_SCRIPTS {
            return (found, outside);
        }
    }
    attributes::collect(rest, &mut outside);
    (found, outside)
}

/// Where `sign`, in lower case, begins.
fn find(text: &str, sign: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'<', bytes).find(|at| {
        let there = bytes.get(*at..at.saturating_add(sign.len()));
        there.is_some_and(|there| there.eq_ignore_ascii_case(sign.as_bytes()))
    })
}

/// The attributes of a tag, after its name, and what follows it.
fn tag(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    let end = text.bytes().position(|b| match (quote, b) {
        (Some(open), _) => {
            if b == open {
                quote = None;
            }
            false
        }
        (None, b'"' | b'\'') => {
            quote = Some(b);
            false
        }
        (None, b) => b == b'>',
    })?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

fn attribute(attributes: &str, name: &str) -> Option<String> {
    let mut rest = attributes;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let end = rest.find(|c: char| c.is_whitespace() || c == '=')?;
        let (key, after) = rest.split_at_checked(end)?;
        let Some(value) = after.trim_start().strip_prefix('=').map(str::trim_start) else {
            rest = after;
            continue;
        };
        let (value, after) = match value.chars().next()? {
            quote @ ('"' | '\'') => value.get(1..)?.split_once(quote)?,
            _ => {
                let end = value.find(char::is_whitespace).unwrap_or(value.len());
                value.split_at_checked(end)?
            }
        };
        if key.eq_ignore_ascii_case(name) {
            return Some(value.to_owned());
        }
        rest = after;
    }
}
