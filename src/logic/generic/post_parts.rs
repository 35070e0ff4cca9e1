//! What stands around the text of a post: who wrote it, when, its number, the link that leads to it.
//! Flows in: node features, where the post and its text stand. Flows out: values as the page writes
//! them. Never reads a clock.

use std::ops::Range;

use super::features::{Item, Tree};
use super::kind_words::Words;
use super::post_words::PostWords;

/// Longest name, in characters.
const MAX_NAME: usize = 40;
/// Nodes around a post's beginning in which its anchor stands.
const NEAR: usize = 4;

/// Where a post stands: its own part of the page, and its text in it.
#[derive(Clone)]
pub(super) struct Place {
    /// Nodes of the post.
    pub within: Range<usize>,
    /// Nodes of its text; empty when that has no box of its own.
    pub text: Range<usize>,
}

impl Place {
    /// Its nodes outside of the text.
    fn around(&self) -> impl Iterator<Item = usize> + '_ {
        self.within.clone().filter(|at| !self.text.contains(at))
    }
}

/// The first short name of a person in a post, outside of its text.
pub(super) fn author(tree: &Tree<'_>, place: &Place, words: &Words) -> String {
    let mut by_name = None;
    for at in place.around() {
        let Some(item) = tree.get(at) else { break };
        let name = || {
            let text = short_text(tree, at);
            let is_name = !text.is_empty() && !words.is_date(&text) && !words.is_post_label(&text);
            is_name.then_some(text)
        };
        if item.name() == "a" && item.attr("href").is_some_and(|href| words.is_person(href)) {
            if let Some(name) = name() {
                return name;
            }
        } else if by_name.is_none() && item.element.is_some() {
            let names = format!(
                "{} {}",
                item.attr("class").unwrap_or_default(),
                item.attr("itemprop").unwrap_or_default()
            );
            if names.len() > 1 && words.is_author(&names.to_ascii_lowercase()) {
                by_name = name();
            }
        }
    }
    by_name.unwrap_or_default()
}

/// The first day or time in a post, outside of its text.
pub(super) fn date(tree: &Tree<'_>, place: &Place, words: &Words) -> String {
    let mut shown = String::new();
    for at in place.around() {
        let Some(item) = tree.get(at) else { break };
        if let Some(value) = item
            .attr("datetime")
            .filter(|value| !value.trim().is_empty())
        {
            return value.trim().to_owned();
        }
        if shown.is_empty() && item.element.is_none() && words.is_date(item.text) {
            shown = item.text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
    }
    shown
}

/// The number of a post, outside of its text.
pub(super) fn floor(tree: &Tree<'_>, place: &Place, words: &PostWords) -> Option<u32> {
    place.around().find_map(|at| {
        let item = tree.get(at)?;
        if item.element.is_none() {
            return words.floor(item.text);
        }
        // The sign and the digits may stand in tags of their own.
        let small = item.chars > 1 && item.chars <= 8 && item.end > at + 2 && item.end <= at + 12;
        small
            .then(|| words.floor(&short_text(tree, at).replace(' ', "")))
            .flatten()
    })
}

/// The address that leads to a post as the page writes it: that of its number, of its time, of a
/// link that says so, or the name of its box as a fragment.
pub(super) fn link(tree: &Tree<'_>, place: &Place, words: &Words, own: &PostWords) -> String {
    let mut best: Option<(u8, &str)> = None;
    for at in place.around() {
        let Some(item) = tree.get(at).filter(|item| item.name() == "a") else {
            continue;
        };
        let Some(href) = item.attr("href").map(str::trim) else {
            continue;
        };
        let score = score_of_link(tree, at, item, href, words, own);
        if score > best.map_or(0, |(known, _)| known) {
            best = Some((score, href));
        }
    }
    if let Some((_, href)) = best {
        return href.to_owned();
    }
    let start = place.within.start;
    let named = (start..place.within.end.min(start + NEAR)).find_map(|at| {
        let item = tree.get(at)?;
        let id = item.attr("id").or_else(|| item.attr("name"))?;
        id.bytes().any(|b| b.is_ascii_digit()).then_some(id)
    });
    named.map_or_else(String::new, |id| format!("#{}", id.trim()))
}

fn score_of_link(
    tree: &Tree<'_>,
    at: usize,
    item: &Item<'_>,
    href: &str,
    words: &Words,
    own: &PostWords,
) -> u8 {
    let lower = href.to_ascii_lowercase();
    let elsewhere = href.is_empty()
        || href == "#"
        || lower.starts_with("javascript:")
        || lower.starts_with("mailto:")
        || ["login", "signin", "report", "register", "reply", "share"]
            .iter()
            .any(|part| lower.contains(part));
    if elsewhere || words.is_person(href) && !href.contains('#') {
        return 0;
    }
    let text = short_text(tree, at);
    let names = format!(
        "{} {}",
        item.attr("class").unwrap_or_default(),
        item.attr("rel").unwrap_or_default()
    );
    let digits = |text: &str| text.bytes().any(|b| b.is_ascii_digit());
    let timed = (at..item.end).any(|n| tree.get(n).is_some_and(|i| i.name() == "time"));
    if own.floor(&text.replace(' ', "")).is_some() {
        5
    } else if own.is_link(&names.to_ascii_lowercase()) {
        4
    } else if timed || words.is_date(&text) {
        3
    } else if href.split_once('#').is_some_and(|(_, name)| digits(name)) {
        2
    } else {
        0
    }
}

/// The text inside `at` where it is no longer than a name.
pub(super) fn short_text(tree: &Tree<'_>, at: usize) -> String {
    let end = tree.get(at).map_or(at, |item| item.end);
    let mut text = String::new();
    for item in tree.items.get(at..end).unwrap_or_default() {
        text.push_str(item.text);
        text.push(' ');
        if text.len() > 8 * MAX_NAME {
            return String::new();
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > MAX_NAME {
        String::new()
    } else {
        text
    }
}
