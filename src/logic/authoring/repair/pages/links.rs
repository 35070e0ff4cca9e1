//! What links to content look like: addresses known from before, their shapes, what the rule allows.
//! Input: the rule, old pages and collected addresses. Output: which links of a page lead to content.

use std::collections::HashSet;

use regex::Regex;
use url::Url;

use super::index::ElementTexts;
use crate::authoring::repair::OldPage;
use crate::authoring::repair::value_comparison::{address_key, address_shape};
use crate::authoring::samples::PageKind;
use crate::page::{ElementIndex, without_fragment};
use crate::rules::Rule;

/// What is known of the links to content.
pub(in crate::authoring::repair) struct Links {
    /// Addresses that old lists named.
    pub known: HashSet<String>,
    /// Addresses that were collected before.
    collected: HashSet<String>,
    /// Shapes of the addresses that old lists named, otherwise of those collected.
    pub shapes: HashSet<String>,
    allow: Vec<Regex>,
    deny: Vec<Regex>,
    /// The median number of items of a list.
    pub usual: usize,
}

impl Links {
    /// Collects them from the old lists.
    pub fn of(rule: &Rule, old: &[OldPage], collected: &[Url]) -> Self {
        let patterns = |list: &[String]| list.iter().filter_map(|p| Regex::new(p).ok()).collect();
        let list = rule.file().list.as_ref();
        let urls = || {
            old.iter()
                .flat_map(|o| o.items.iter().map(|item| &item.url))
        };
        let contents = || old.iter().filter(|o| o.kind == PageKind::Content);
        let mut sizes: Vec<usize> = old
            .iter()
            .filter(|o| o.kind == PageKind::List)
            .map(|o| o.items.len())
            .collect();
        sizes.sort_unstable();
        let known = urls().map(address_key);
        let mut shapes: HashSet<String> = urls().map(address_shape).collect();
        if shapes.is_empty() {
            shapes.extend(collected.iter().map(address_shape));
        }
        Self {
            collected: collected.iter().map(address_key).collect(),
            known: known
                .chain(contents().map(|o| address_key(o.page.url())))
                .collect(),
            shapes,
            allow: list.map(|l| patterns(&l.filter.allow)).unwrap_or_default(),
            deny: list.map(|l| patterns(&l.filter.deny)).unwrap_or_default(),
            usual: sizes.get(sizes.len() / 2).copied().unwrap_or(0),
        }
    }

    /// Whether an address is known from before, by its key.
    pub fn is_known(&self, key: &str) -> bool {
        self.known.contains(key) || self.collected.contains(key)
    }

    /// Whether the rule allows an address and it resembles the earlier ones.
    pub fn fits(&self, url: &Url) -> bool {
        let matches = |pattern: &Regex| pattern.is_match(url.as_str());
        let allowed = self.allow.is_empty() || self.allow.iter().any(matches);
        allowed
            && !self.deny.iter().any(matches)
            && (self.is_known(&address_key(url))
                || self.shapes.is_empty()
                || self.shapes.contains(&address_shape(url)))
    }

    /// A link of a page on which `allow` matches no address: the one with the longest text.
    pub fn refused(&self, lens: &ElementTexts<'_>) -> Option<Url> {
        if self.allow.is_empty() {
            return None;
        }
        let mut longest: Option<(usize, Url)> = None;
        for anchor in (0..lens.len()).filter(|e| lens.tag(*e) == "a") {
            let Some(url) = lens
                .attr(anchor, "href")
                .and_then(|h| lens.page.join(h.trim()))
            else {
                continue;
            };
            if self
                .allow
                .iter()
                .any(|pattern| pattern.is_match(url.as_str()))
            {
                return None;
            }
            let length = lens.squeezed(anchor).len();
            if longest.as_ref().is_none_or(|(most, _)| length > *most) {
                longest = Some((length, url));
            }
        }
        longest.map(|(_, url)| url)
    }

    /// The fitting links of a page, each with its anchor, in page order.
    pub fn on(&self, lens: &ElementTexts<'_>) -> Vec<(ElementIndex, Url)> {
        let here = without_fragment(lens.page.url());
        let anchors = (0..lens.len()).filter(|e| lens.tag(*e) == "a");
        let linked = anchors.filter_map(|e| {
            let url = lens.page.join(lens.attr(e, "href")?.trim())?;
            Some((e, without_fragment(&url)))
        });
        linked
            .filter(|(_, url)| *url != here && self.fits(url))
            .collect()
    }
}
