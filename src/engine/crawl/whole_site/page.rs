//! What a crawl keeps of one page. Runs on a thread for blocking work.

use std::collections::HashSet;
use std::sync::LazyLock;

use scraper::{ElementRef, Selector as CssSelector};
use url::Url;

use super::scope::Scope;
use crate::logic::page::{Page, decode, join, without_fragment};
use crate::logic::select::{Selector, Take};

/// One page of a crawl.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CrawledPage {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) h1: String,
    /// Number of `a[href]` that join to an address.
    pub(super) links: usize,
    pub(super) fields: Vec<String>,
}

/// Reads a page: its record, and the addresses in scope that it links to, each once.
pub(super) fn read_page(
    body: &[u8],
    content_type: Option<&str>,
    url: &Url,
    fields: &[(String, Selector)],
    scope: &Scope,
) -> (CrawledPage, Vec<Url>) {
    let decoded = decode(body, content_type);
    let page = Page::parse(&decoded.text, url);
    let (links, found) = follow(&page, scope);
    let record = CrawledPage {
        url: without_fragment(url).into(),
        title: first_text(&page, "title"),
        h1: first_text(&page, "h1"),
        links,
        fields: fields
            .iter()
            .map(|(_, selector)| {
                let first = selector.select(&page, None, &Take::Text).into_iter().next();
                first.map(|selected| selected.value).unwrap_or_default()
            })
            .collect(),
    };
    (record, found)
}

static LINKS: LazyLock<Option<CssSelector>> =
    LazyLock::new(|| CssSelector::parse("a[href], area[href]").ok());

/// Counts the links and collects those in scope.
fn follow(page: &Page, scope: &Scope) -> (usize, Vec<Url>) {
    let Some(selector) = LINKS.as_ref() else {
        return (0, Vec::new());
    };
    let mut count = 0;
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for element in page.html().select(selector) {
        let Some(href) = element.value().attr("href") else {
            continue;
        };
        // Pages repeat their links; joining is the dear part.
        let is_anchor = element.value().name() == "a";
        if is_anchor && page.base().join(href).is_ok() {
            count += 1;
        }
        if seen.insert(href)
            && let Some(url) = join(page.base(), href)
        {
            let url = without_fragment(&url);
            if scope.contains(&url) {
                found.push(url);
            }
        }
    }
    (count, found)
}

/// Trimmed text of the first element named `tag`.
fn first_text(page: &Page, tag: &str) -> String {
    page.html()
        .tree
        .nodes()
        .filter_map(ElementRef::wrap)
        .find(|element| element.value().name() == tag)
        .map(|element| element.text().collect::<String>().trim().to_owned())
        .unwrap_or_default()
}
