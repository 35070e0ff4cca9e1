//! The data that a crawl keeps of one page.

use std::collections::HashSet;

use encoding_rs::{Encoding, UTF_8};
use url::Url;

use super::scope::Scope;
use bowerbird_logic::page::{Joined, Joiner, Outline, Page, decode_owned, without_fragment};
use bowerbird_logic::select::{Selector, Take};

/// One page of a crawl.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CrawledPage {
    pub(super) url: String,
    pub(super) title: String,
    pub(super) h1: String,
    /// Number of `a[href]` that resolve to an address.
    pub(super) links: usize,
    pub(super) fields: Vec<String>,
}

/// The addresses found on a page, concatenated in one text.
#[derive(Debug, Default)]
pub(super) struct PageAddresses {
    text: String,
    ends: Vec<usize>,
    /// A hash of the page's content, without digits.
    pub(super) said: u64,
}

impl PageAddresses {
    /// The addresses, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins
            .zip(&self.ends)
            .filter_map(|(begin, end)| self.text.get(begin..*end))
    }

    fn push(&mut self, url: &str) {
        self.text.push_str(url);
        self.ends.push(self.text.len());
    }
}

/// Reads a page: its record, and the addresses in scope that it links to. A tree is built only for
/// fields, and where the tags alone are not enough.
pub(super) fn read_page(
    body: Vec<u8>,
    content_type: Option<&str>,
    url: &Url,
    fields: &[(String, Selector)],
    scope: &Scope,
) -> (CrawledPage, PageAddresses) {
    let decoded = decode_owned(body, content_type);
    let page = (!fields.is_empty()).then(|| Page::parse_decoded(&decoded, url));
    let outline = match &page {
        Some(page) => Outline::of_page(page),
        None => Outline::read(&decoded.text),
    };
    let encoding = Encoding::for_label(decoded.encoding.as_bytes()).unwrap_or(UTF_8);
    let joiner = Joiner::new(&outline.base_url(url), encoding);
    let (links, mut found) = follow(&outline, &joiner, scope);
    found.said = outline.said;
    let record = CrawledPage {
        url: without_fragment(url).into(),
        links,
        fields: fields
            .iter()
            .map(|(_, selector)| {
                let page = page.as_ref();
                let first = page
                    .and_then(|page| selector.select(page, None, &Take::Text).into_iter().next());
                first.map(|selected| selected.value).unwrap_or_default()
            })
            .collect(),
        title: outline.title,
        h1: outline.h1,
    };
    (record, found)
}

/// Counts the links and collects those in scope.
fn follow(outline: &Outline<'_>, joiner: &Joiner, scope: &Scope) -> (usize, PageAddresses) {
    let mut count = 0;
    let mut found = PageAddresses::default();
    let mut whole = String::new();
    // Pages repeat their links, and resolving is the expensive part.
    let mut invalid = HashSet::new();
    let mut seen = HashSet::new();
    for link in &outline.links {
        let href = link.href.as_ref();
        if seen.insert(href) {
            match joiner.join(href, &mut whole) {
                Joined::Page if scope.contains(&whole) => found.push(&whole),
                Joined::Page | Joined::Elsewhere => {}
                Joined::Invalid => {
                    invalid.insert(href);
                }
            }
        }
        count += usize::from(link.is_anchor && !invalid.contains(href));
    }
    (count, found)
}
