//! The surroundings of an article: menus, share bars, comments, teasers. Input: node features.
//! Output: the nodes to remove, and lines that are not article text. The words are data in
//! `assets/generic/noise.toml`. A node with most of a page is never classified as noise.
//!
//! Notices, place and byline at the start and the end of an article are in `../article_bounds.rs`, the
//! choice of its lines in `../line_selection/`; Markdown and HTML take captions of figures back in
//! `generic::output`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::generic::features::{BodyTree, Item, ratio};
use crate::generic::words::kind_words::plain_words;
use crate::generic::words::noise_lines::noise_lines;
use crate::generic::words::word_lists_in_names::WordAutomaton;
use crate::generic::words::wording::{ScannedText, Wording};

mod element_flags;

pub(super) use element_flags::{Flags, flag};

/// A node with more than this share of the body's valid characters is not noise, whatever its name.
const TOO_MUCH: f64 = 0.5;

/// Marks, for every item of `tree`, whether a subtree to remove starts there.
pub(crate) fn mark(tree: &BodyTree<'_>) -> Vec<bool> {
    marks(tree, &Flags::of(tree))
}

/// The same with known flags.
pub(super) fn marks(tree: &BodyTree<'_>, flags: &Flags) -> Vec<bool> {
    let total = tree.valid(0);
    let mut marks = vec![false; tree.items.len()];
    let mut at = 1;
    while let Some(item) = tree.get(at) {
        let small = ratio(item.valid, total) <= TOO_MUCH;
        if item.element.is_some() && is_noise(tree, item, flags.get(at), small) {
            if let Some(mark) = marks.get_mut(at) {
                *mark = true;
            }
            at = item.end;
        } else {
            at += 1;
        }
    }
    marks
}

/// Whether an inline element is separate from the words around it: a button or noise name.
pub(super) fn is_apart(tree: &BodyTree<'_>, flags: &Flags, at: usize) -> bool {
    flags.has(
        at,
        flag::NOISE | flag::CONTROL | flag::HIDDEN | flag::CONSENT,
    ) && tree.get(at).is_some_and(|item| {
        !(matches!(
            item.name(),
            "a" | "b" | "strong" | "em" | "i" | "u" | "code" | "mark" | "abbr" | "sub" | "q"
        ) && is_in_paragraph(tree, item))
    })
}

/// Whether a text is a cookie notice rather than one that mentions cookies.
pub(super) fn is_notice(text: &str) -> bool {
    let chars = text.chars().count();
    let mentions = text.to_lowercase().matches("cookie").count();
    mentions >= MENTIONS && mentions * CHARS_A_MENTION >= chars
}

/// The number of mentions of consent in a text.
pub(super) fn mentions_of_consent(text: &str) -> usize {
    count_of(text, &[b"cookie", b"privacy p", b"your consent"])
}

/// The number of mentions of what cookies are used for in a text.
pub(super) fn matters_of_consent(text: &str) -> usize {
    count_of(
        text,
        &[
            b"consent",
            b"privacy",
            b"browser",
            b"advertis",
            b"third part",
            b"personal",
            b"tracking",
        ],
    )
}

/// The number of occurrences of any of `words`, in lower case, in a text.
fn count_of(text: &str, words: &[&[u8]]) -> usize {
    let bytes = text.as_bytes();
    let begins = |at: usize, word: &[u8]| {
        bytes
            .get(at..at + word.len())
            .is_some_and(|w| w.eq_ignore_ascii_case(word))
    };
    let mut firsts = [false; 256];
    for first in words.iter().filter_map(|word| word.first()) {
        for byte in [first.to_ascii_lowercase(), first.to_ascii_uppercase()] {
            if let Some(slot) = firsts.get_mut(usize::from(byte)) {
                *slot = true;
            }
        }
    }
    let mut count = 0;
    for (at, byte) in bytes.iter().enumerate() {
        // Only a few bytes start any of them.
        if firsts.get(usize::from(*byte)) == Some(&true) {
            count += words.iter().filter(|word| begins(at, word)).count();
        }
    }
    count
}

/// The minimum number of mentions in a notice.
const MENTIONS: usize = 3;
/// And the maximum number of characters per mention.
const CHARS_A_MENTION: usize = 250;

/// Whether a line above the text states the place, date or author.
pub(super) fn is_head(text: &str) -> bool {
    DATA.as_ref().is_some_and(|data| data.head.is_match(text))
}

/// Whether a line below the text starts something outside the article.
pub(super) fn is_tail(text: &str) -> bool {
    DATA.as_ref().is_some_and(|data| data.tail.is_match(text))
}

/// Whether a line is the heading of a list of further reading.
pub(super) fn is_links_head(text: &str) -> bool {
    DATA.as_ref().is_some_and(|data| data.links.is_match(text))
}

/// Whether a line at the end of the text belongs to the margin.
pub(super) fn is_last(text: &str) -> bool {
    DATA.as_ref().is_some_and(|data| data.last.is_match(text))
}

/// The kinds of wording that a line matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LineWording {
    /// As `is_noise_line` says.
    pub label: bool,
    /// As [`is_head`] says.
    pub head: bool,
    /// As [`is_tail`] says.
    pub tail: bool,
    /// As [`is_links_head`] says.
    pub links: bool,
    /// As [`is_last`] says.
    pub last: bool,
}

/// Classifies a line in one pass; a line too long for a label is only checked for the margin.
pub(super) fn worded(text: &str, is_short: bool) -> LineWording {
    let Some(data) = DATA.as_ref() else {
        return LineWording::default();
    };
    let seen = ScannedText::of(text);
    LineWording {
        label: is_short && noise_lines().is_some_and(|lines| lines.fits(&seen)),
        head: is_short && data.head.fits(&seen),
        tail: is_short && data.tail.fits(&seen),
        links: is_short && data.links.fits(&seen),
        last: data.last.fits(&seen),
    }
}

fn is_noise(tree: &BodyTree<'_>, item: &Item<'_>, flags: u32, small: bool) -> bool {
    if flags & flag::HIDDEN != 0 {
        return small;
    }
    // Consent notices may be longer than the page behind them.
    if flags & flag::CONSENT != 0 {
        return true;
    }
    match item.name() {
        // These never contain an article, not even if they contain all text.
        "button" | "input" | "textarea" | "label" => return true,
        "nav" | "aside" | "footer" | "menu" | "figcaption" => return small,
        "body" | "html" | "main" | "p" | "br" => return false,
        // Words of a sentence, whatever their class or link target.
        "a" | "b" | "strong" | "em" | "i" | "u" | "code" | "mark" | "abbr" | "sub" | "q"
            if is_in_paragraph(tree, item) =>
        {
            return false;
        }
        _ => {}
    }
    small && flags & (flag::ROLE | flag::NOISE) != 0 && flags & flag::CONTENT == 0
}

/// Whether an inline element has plain text next to it.
fn is_in_paragraph(tree: &BodyTree<'_>, item: &Item<'_>) -> bool {
    let Some(parent) = tree.get(item.parent) else {
        return false;
    };
    parent.name() == "p" && parent.chars > item.chars + parent.link_chars - item.link_chars
}

struct Data {
    words: HashSet<String>,
    parts: WordAutomaton,
    /// Words with their flags.
    groups: HashMap<String, u32>,
    head: Wording,
    tail: Wording,
    links: Wording,
    last: Wording,
}

/// Shipped data; a test loads it, so it is never missing.
static DATA: LazyLock<Option<Data>> =
    LazyLock::new(|| read(include_str!("../../../../../assets/generic/noise.toml")).ok());

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    names: Names,
    groups: Groups,
    /// Read by `words/noise_lines.rs`.
    #[serde(rename = "lines")]
    _lines: serde::de::IgnoredAny,
    edges: Edges,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    words: HashSet<String>,
    parts: Vec<String>,
    content: Vec<String>,
    consent: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Groups {
    figure: Vec<String>,
    comment: Vec<String>,
    related: Vec<String>,
    share: Vec<String>,
    meta: Vec<String>,
    offer: Vec<String>,
    card: Vec<String>,
    text: Vec<String>,
}

impl Groups {
    fn flags(self) -> HashMap<String, u32> {
        let mut flags: HashMap<String, u32> = HashMap::new();
        let groups = [
            (self.figure, flag::FIGURE),
            (self.comment, flag::COMMENT),
            (self.related, flag::RELATED),
            (self.share, flag::SHARE),
            (self.meta, flag::META),
            (self.offer, flag::OFFER),
            (self.card, flag::CARD),
            (self.text, flag::TEXT),
        ];
        for (words, bit) in groups {
            for word in words {
                *flags.entry(word).or_default() |= bit;
            }
        }
        flags
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edges {
    head: Vec<String>,
    tail: Vec<String>,
    links: Vec<String>,
    last: Vec<String>,
}

fn set(patterns: &[String]) -> Result<Wording, String> {
    Wording::of(patterns.iter().map(|pattern| plain_words(pattern)))
}

fn read(source: &str) -> Result<Data, String> {
    let file: File = toml::from_str(source).map_err(|e| e.to_string())?;
    let words: Vec<String> = file.names.words.iter().cloned().collect();
    Ok(Data {
        // In bit order.
        parts: WordAutomaton::of(&[
            &file.names.parts,
            &file.names.content,
            &file.names.consent,
            &words,
        ]),
        words: file.names.words,
        groups: file.groups.flags(),
        head: set(&file.edges.head)?,
        tail: set(&file.edges.tail)?,
        links: set(&file.edges.links)?,
        last: set(&file.edges.last)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generic::words::noise_lines::is_noise_line;

    #[test]
    fn the_shipped_data_loads() {
        let data = read(include_str!("../../../../../assets/generic/noise.toml"));
        let data = data.map_err(|e| panic!("{e}")).unwrap();
        assert!(data.words.contains("sidebar"));
    }

    #[test]
    fn labels_are_noise_and_sentences_are_not() {
        for line in [
            "Share",
            "Advertisement",
            "相关阅读:",
            "上一篇:染料",
            "Related Articles",
            "3 comments",
        ] {
            assert!(is_noise_line(line), "{line}");
        }
        for line in [
            "Share prices fell on Monday after the report.",
            "相关部门表示,将继续调查。",
            "Comments by the minister caused a stir.",
        ] {
            assert!(!is_noise_line(line), "{line}");
        }
    }

    #[test]
    fn words_of_consent_are_counted_wherever_they_begin() {
        let text = "Cookies! Your consent to COOKIES, our Privacy Policy: privacy privacy p";
        assert_eq!(mentions_of_consent(text), 6);
        assert_eq!(mentions_of_consent("Bread and butter, y, c, pri"), 0);
    }
}
