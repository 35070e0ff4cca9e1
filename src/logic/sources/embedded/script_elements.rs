//! The scripts of a page by its source, without a tree. Input: source. Output: its scripts. For a
//! page of which only the data matters.

use serde_json::Value;

use super::{EmbeddedDocument, PageScript, embedded_documents};

/// The maximum number of scripts.
const MAX_SCRIPTS: usize = 5_000;

/// The documents of that name that the page of `source` carries.
pub(crate) fn named_document<'s>(
    source: &'s str,
    name: &'s str,
) -> impl Iterator<Item = Value> + 's {
    let found = embedded_documents(scripts(source).into_iter()).into_iter();
    let named = move |document: &EmbeddedDocument| document.name == name;
    found.filter(named).map(|document| document.json)
}

fn scripts(source: &str) -> Vec<PageScript> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(open) = find(rest, "<script") {
        let after = rest.get(open + "<script".len()..).unwrap_or("");
        let Some((attributes, inner)) = tag(after) else {
            break;
        };
        let end = find(inner, "</script").unwrap_or(inner.len());
        let (text, after) = inner.split_at_checked(end).unwrap_or((inner, ""));
        found.push(PageScript {
            id: attribute(attributes, "id").unwrap_or_default(),
            kind: attribute(attributes, "type")
                .unwrap_or_default()
                .to_ascii_lowercase(),
            text: text.to_owned(),
        });
        rest = after;
        if found.len() >= MAX_SCRIPTS {
            break;
        }
    }
    found
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
