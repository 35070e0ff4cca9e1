//! The interface behind a page: which of the requests that its scripts made brought the entries that
//! it shows. Input: the page as it is shown, and the requests with their answers. Output: a rule of
//! kind `api`. Answers are known by their texts: what the page shows must be in them.
//!
//! Below: the way to further entries, the values that a request sends, the cursor that an answer tells.

mod paging;
mod sent_values;
#[cfg(test)]
mod tests;
mod told_cursor;

use std::collections::BTreeMap;

use serde_json::Value as Json;
use url::Url;

use super::json_entries;
use crate::page::{Page, without_fragment};
use crate::rules::{RuleFile, next_address};

/// The minimum number of entries that the page shows, and their share among the first ones.
const MIN_SHOWN: usize = 2;
const MIN_SHARE: f64 = 0.5;
/// How many entries are compared.
const SAMPLE: usize = 40;
/// The minimum number of characters of a text that is looked for.
const MIN_CHARS: usize = 6;
/// Headers that scripts add and interfaces may insist on; none of them says who one is.
const KEPT_HEADERS: [&str; 7] = [
    "accept",
    "x-requested-with",
    "apollo-require-preflight",
    "x-apollo-operation-name",
    "apollographql-client-name",
    "apollographql-client-version",
    "graphql-preflight",
];

/// A request that a page made, with its answer.
pub struct InterfaceRequest<'a> {
    /// `GET` or `POST`.
    pub method: &'a str,
    /// Its address.
    pub url: &'a str,
    /// Its headers.
    pub headers: &'a [(String, String)],
    /// The body that was sent.
    pub body: Option<&'a str>,
    /// The text that came.
    pub answer: &'a str,
}

/// An interface that brought what a page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct PageInterface {
    /// The rule that reads it, without a name.
    pub rule: RuleFile,
    /// Its place among the requests.
    pub request: usize,
    /// Entries of the answer that the page shows, and those compared.
    pub shown: usize,
    /// Entries compared.
    pub compared: usize,
    /// The text that came.
    pub answer: String,
}

/// The interface whose answer the page shows most of; the first of equal ones.
pub fn page_interface(page: &Page, requests: &[InterfaceRequest<'_>]) -> Option<PageInterface> {
    let text = squeezed(&visible_text(page));
    let mut best: Option<PageInterface> = None;
    for (number, request) in requests.iter().enumerate() {
        let Some(found) = of_request(&text, number, request) else {
            continue;
        };
        if best.as_ref().is_none_or(|best| found.shown > best.shown) {
            best = Some(found);
        }
    }
    best
}

fn of_request(text: &str, number: usize, request: &InterfaceRequest<'_>) -> Option<PageInterface> {
    let url = Url::parse(request.url).ok()?;
    let is_post = match request.method {
        "GET" => false,
        "POST" => true,
        _ => return None,
    };
    let answer = request.answer.trim_start();
    let json: Json = serde_json::from_str(answer).ok()?;
    let mut rule = json_entries(&Page::parse(answer, &url))?;
    let item = rule.api.as_ref()?.item.jsonpath.clone()?;
    let path = serde_json_path::JsonPath::parse(&item).ok()?;
    let entries: Vec<&Json> = path.query(&json).all().into_iter().take(SAMPLE).collect();
    let shown = entries.iter().filter(|entry| shows(text, entry)).count();
    if shown < MIN_SHOWN || (shown as f64) < MIN_SHARE * entries.len() as f64 {
        return None;
    }
    let body: Option<Json> = match is_post {
        true => Some(serde_json::from_str(request.body?).ok()?),
        false => None,
    };
    let api = rule.api.as_mut()?;
    let is_known = api.next.as_ref().is_some_and(|next| !next.auto);
    let states_next = !is_post && next_address(&json).is_some();
    let paging = match is_known || states_next {
        true => None,
        false => paging::paging(&url, body.as_ref(), &json, &path),
    };
    if let Some(body) = &body {
        let start = paging.as_ref().map_or(&url, |paging| &paging.start);
        api.body = Some(paging::template(body, start, paging.as_ref())?);
    }
    if let Some(paging) = paging {
        rule.site.start = vec![without_fragment(&paging.start).into()];
        api.next = Some(paging.next);
    }
    rule.network.headers = kept_headers(request.headers);
    Some(PageInterface {
        rule,
        request: number,
        shown,
        compared: entries.len(),
        answer: answer.to_owned(),
    })
}

/// Whether a text of the entry stands on the page.
fn shows(text: &str, entry: &Json) -> bool {
    let mut queue = vec![entry];
    while let Some(value) = queue.pop() {
        match value {
            Json::String(said) => {
                let said = squeezed(said);
                let is_long = said.chars().count() >= MIN_CHARS;
                if is_long && !said.starts_with("http") && text.contains(&said) {
                    return true;
                }
            }
            Json::Array(all) => queue.extend(all),
            Json::Object(all) => queue.extend(all.values()),
            _ => {}
        }
    }
    false
}

/// The text of a page without what scripts and styles say.
fn visible_text(page: &Page) -> String {
    let mut text = String::new();
    for node in page.html().tree.nodes() {
        let Some(said) = node.value().as_text() else {
            continue;
        };
        let hidden = node.parent().is_some_and(|parent| {
            let element = parent.value().as_element();
            element
                .is_some_and(|e| matches!(e.name(), "script" | "style" | "noscript" | "template"))
        });
        if !hidden {
            text.push_str(said);
            text.push(' ');
        }
    }
    text
}

/// A text without the differences that layout makes.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn kept_headers(headers: &[(String, String)]) -> BTreeMap<String, String> {
    let kept = headers.iter().filter(|(name, value)| {
        KEPT_HEADERS.contains(&name.to_ascii_lowercase().as_str())
            && !value.starts_with("*/*")
            && value.chars().all(|c| matches!(c, ' '..='~'))
    });
    kept.cloned().collect()
}
