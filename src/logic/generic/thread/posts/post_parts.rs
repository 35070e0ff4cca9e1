//! The surroundings of a post's text: author, date, number, permalink. Input: node features, the
//! position of the post and its text. Output: values as written. Never reads a clock.

use std::ops::Range;

use crate::generic::features::{BodyTree, Item};
use crate::generic::words::kind_words::KindVocabulary;
use crate::generic::words::post_words::PostWords;

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 40;
/// The maximum distance in nodes of an anchor from a post's start.
const NEAR: usize = 4;

/// The position of a post: its own part of the page, and its text in it.
#[derive(Clone)]
pub(super) struct PostBounds {
    /// Nodes of the post.
    pub within: Range<usize>,
    /// Nodes of its text; empty without a box of its own.
    pub text: Range<usize>,
}

impl PostBounds {
    /// Its nodes outside of the text.
    fn around(&self) -> impl Iterator<Item = usize> + '_ {
        self.within.clone().filter(|at| !self.text.contains(at))
    }
}

/// The first short name of a person in a post, outside its text.
pub(super) fn author(
    tree: &BodyTree<'_>,
    place: &PostBounds,
    words: &KindVocabulary,
    own: &PostWords,
) -> String {
    let start = place.within.start;
    let said = (start..place.within.end.min(start + NEAR)).find_map(|at| {
        let item = tree.get(at)?;
        let name = item.attr("data-author").or(item.attr("data-username"))?;
        is_name(name.trim(), words, own).then(|| name.trim().to_owned())
    });
    if let Some(name) = said {
        return name;
    }
    let mut by_name = None;
    for at in place.around() {
        let Some(item) = tree.get(at) else { break };
        let valid = |text: &String| is_name(text, words, own);
        if item.name() == "a"
            && item
                .attr("href")
                .is_some_and(|href| words.is_person(href) || own.is_person(href))
        {
            if let Some(name) = Some(short_text(tree, at)).filter(valid) {
                return name;
            }
        } else if by_name.is_none() && item.element.is_some() {
            let names = format!(
                "{} {}",
                item.attr("class").unwrap_or_default(),
                item.attr("itemprop").unwrap_or_default()
            )
            .to_ascii_lowercase();
            if names.len() > 1 && (words.is_author(&names) || own.is_named(&names)) {
                // A menu of actions on a user may be in the name's box.
                let named = [first_text(tree, at), short_text(tree, at)];
                by_name = named.into_iter().find(valid);
            }
        }
    }
    by_name.unwrap_or_default()
}

/// The first words in bold or in a heading before the text of a post: a name, if it differs between
/// posts.
pub(super) fn first_bold(
    tree: &BodyTree<'_>,
    place: &PostBounds,
    words: &KindVocabulary,
    own: &PostWords,
) -> String {
    let before_text = |at: &usize| place.text.is_empty() || *at < place.text.start;
    let bold = |at: usize| {
        let name = tree.get(at)?.name();
        if !matches!(name, "dt" | "strong" | "b" | "h3" | "h4" | "h5" | "cite") {
            return None;
        }
        let text = short_text(tree, at);
        is_name(&text, words, own).then_some(text)
    };
    place
        .around()
        .take_while(before_text)
        .find_map(bold)
        .unwrap_or_default()
}

/// Whether a short text may be a name: not a letter that replaces a picture, a number, a day or a
/// label.
fn is_name(text: &str, words: &KindVocabulary, own: &PostWords) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let wide = |c: char| u32::from(c) >= 0x2E80;
    letters.map(|c| if wide(c) { 2 } else { 1 }).sum::<usize>() >= 2
        && !words.is_date(text)
        && !words.is_post_label(text)
        && !own.is_no_name(text)
}

/// The date of a post as written outside its text. The day its author joined does not count.
pub(super) fn date(
    tree: &BodyTree<'_>,
    place: &PostBounds,
    words: &KindVocabulary,
    own: &PostWords,
) -> String {
    let mut best: Option<(i32, String)> = None;
    // The text before a date says what it refers to.
    let mut label = "";
    for at in place.around() {
        let Some(item) = tree.get(at) else { break };
        let joined = own.is_joined(label);
        let found = match item.attr("datetime").map(str::trim) {
            Some(value) if !value.is_empty() => {
                Some((if joined { 0 } else { 6 }, value.to_owned()))
            }
            _ if item.element.is_none() && is_day(item.text, words) => {
                let text = item.text.split_whitespace().collect::<Vec<_>>().join(" ");
                let parent = tree.get(item.parent);
                let class = parent.and_then(|p| p.attr("class")).unwrap_or_default();
                let named = own.is_when(&class.to_ascii_lowercase());
                let in_link = parent.is_some_and(|p| p.name() == "a");
                let clock = text.contains(':') && text.bytes().any(|b| b.is_ascii_digit());
                let mut score = 1 + i32::from(clock) * 2 + i32::from(named) + i32::from(in_link);
                if joined || own.is_joined(&text) {
                    score = 0;
                }
                Some((score, text))
            }
            _ => None,
        };
        if let Some((score, text)) = found
            && score > best.as_ref().map_or(0, |(known, _)| *known)
        {
            best = Some((score, text));
        }
        if item.element.is_none() && item.chars > 0 {
            label = item.text;
        }
    }
    best.map_or_else(String::new, |(_, text)| text)
}

/// Whether a text is a date; a name that starts like a month and ends in a digit is not.
fn is_day(text: &str, words: &KindVocabulary) -> bool {
    let text = text.trim();
    let one_word =
        text.len() > 4 && text.is_ascii() && text.bytes().all(|b| b.is_ascii_alphanumeric());
    words.is_date(text) && !(one_word && text.bytes().any(|b| b.is_ascii_alphabetic()))
}

/// The number of a post, outside its text.
pub(super) fn floor(tree: &BodyTree<'_>, place: &PostBounds, words: &PostWords) -> Option<u32> {
    place.around().find_map(|at| {
        let item = tree.get(at)?;
        if item.element.is_none() {
            return words.floor(item.text);
        }
        // The sign and the digits may be in separate tags.
        let small = item.chars > 1 && item.chars <= 8 && item.end > at + 2 && item.end <= at + 12;
        small
            .then(|| words.floor(&short_text(tree, at).replace(' ', "")))
            .flatten()
    })
}

/// The permalink of a post as written: the link of its number, of its time, one named so, or the
/// name of its box as a fragment.
pub(super) fn link(
    tree: &BodyTree<'_>,
    place: &PostBounds,
    words: &KindVocabulary,
    own: &PostWords,
) -> String {
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
    tree: &BodyTree<'_>,
    at: usize,
    item: &Item<'_>,
    href: &str,
    words: &KindVocabulary,
    own: &PostWords,
) -> u8 {
    let lower = href.to_ascii_lowercase();
    let elsewhere = href.is_empty()
        || href == "#"
        || lower.starts_with("javascript:")
        || lower.starts_with("mailto:")
        || [
            "login", "signin", "report", "register", "reply", "share", "react", "vote", "quote",
            "like",
        ]
        .iter()
        .any(|part| lower.contains(part));
    if elsewhere || (words.is_person(href) || own.is_person(href)) && !href.contains('#') {
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
    } else if own.is_address(&lower) {
        2
    } else if href.split_once('#').is_some_and(|(_, name)| digits(name)) {
        1
    } else {
        0
    }
}

/// The first text inside `at`.
fn first_text(tree: &BodyTree<'_>, at: usize) -> String {
    let end = tree.get(at).map_or(at, |item| item.end);
    let items = tree.items.get(at..end).unwrap_or_default();
    let text = items
        .iter()
        .find(|item| item.element.is_none() && item.chars > 0);
    let text = text.map_or("", |item| item.text);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > MAX_NAME {
        String::new()
    } else {
        text
    }
}

/// The text inside `at` if it is no longer than a name.
pub(super) fn short_text(tree: &BodyTree<'_>, at: usize) -> String {
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
