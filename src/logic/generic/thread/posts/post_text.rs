//! The text of a post without buttons, labels and signatures, and separately its quotes. Input:
//! node features and the boxes of a text. Output: the whole text, the author's own words, the
//! quotes. Never guesses: text not marked as a quote is the author's. The names of boxes (quotes, signatures,
//! buttons) are in `assets/generic/posts.toml`.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::generic::features::lines::{self, TextLine};
use crate::generic::features::{BodyTree, Item};
use crate::generic::words::kind_words::{KindVocabulary, WORDS};
use crate::generic::words::noise_lines::is_noise_line;
use crate::generic::words::post_words::{POST_WORDS, PostWords};

/// A quote in a post.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quote {
    /// Its author; empty if unknown.
    pub author: String,
    /// Its text, paragraphs separated by newlines.
    pub text: String,
}

/// The text of a post.
#[derive(Debug, Default)]
pub(in crate::generic::thread) struct PostText {
    /// The whole text in page order.
    pub whole: String,
    /// The text without quotes.
    pub own: String,
    /// The quotes.
    pub quotes: Vec<Quote>,
}

/// The number of texts right before a quote that may together name its author.
const BEFORE_QUOTE: usize = 3;
/// The maximum number of nodes between these and the quote.
const NEAR_QUOTE: usize = 10;

/// The text of `boxes` up to the node `end`; `plain` as in [`is_remark`].
pub(in crate::generic::thread) fn post_text(
    tree: &BodyTree<'_>,
    boxes: &[usize],
    end: usize,
    plain: bool,
    words: &KindVocabulary,
) -> PostText {
    let none = HashSet::new();
    let whole: Vec<String> = boxes
        .iter()
        .map(|at| text(tree, (*at, end), plain, words, &none))
        .collect();
    let mut said = PostText {
        whole: whole.join("\n"),
        ..PostText::default()
    };
    let Some(own_words) = POST_WORDS.as_ref() else {
        said.own.clone_from(&said.whole);
        return said;
    };
    let mut cut = HashSet::new();
    for at in boxes {
        quotes(tree, (*at, end), own_words, &mut cut, &mut said.quotes);
    }
    if !cut.is_empty() {
        let own: Vec<String> = boxes
            .iter()
            .map(|at| text(tree, (*at, end), plain, words, &cut))
            .collect();
        said.own = own.join("\n").trim().to_owned();
    }
    // A text of nothing but quotes consists of boxes that are only named so.
    if said.own.is_empty() {
        said.own.clone_from(&said.whole);
        said.quotes.clear();
    }
    said
}

/// Appends the quotes in a box to `found`, and their ranges to `cut`.
fn quotes(
    tree: &BodyTree<'_>,
    (root, end): (usize, usize),
    words: &PostWords,
    cut: &mut HashSet<usize>,
    found: &mut Vec<Quote>,
) {
    let whole = tree.get(root).map_or(0, |item| item.chars);
    let end = tree.get(root).map_or(end, |item| item.end.min(end));
    let mut pending = String::new();
    let mut at = root + 1;
    while at < end {
        let Some(item) = tree.get(at) else { break };
        if !is_quote(item, words) || item.chars >= whole {
            at += 1;
            continue;
        }
        cut.insert(at);
        let named = [
            "data-author",
            "data-username",
            "data-quote",
            "data-ipsquote-username",
        ]
        .iter()
        .find_map(|name| item.attr(name))
        .map(|name| name.trim().trim_start_matches('@').to_owned());
        let (by_line, text) = quoted_text(tree, at, named.as_deref(), words);
        let before = before_quote(tree, (root, at), words, cut);
        let author = [named, by_line, before, Some(std::mem::take(&mut pending))]
            .into_iter()
            .flatten()
            .find(|name| !name.is_empty())
            .unwrap_or_default();
        if text.is_empty() {
            // A box with only the name introduces the next one.
            pending = author;
        } else {
            found.push(Quote { author, text });
        }
        at = item.end.max(at + 1);
    }
}

/// Whether an element is a quote.
fn is_quote(item: &Item<'_>, words: &PostWords) -> bool {
    let name = item.name();
    if item.chars == 0
        || matches!(
            name,
            "" | "a" | "button" | "b" | "i" | "strong" | "em" | "img" | "body" | "p"
        )
    {
        return false;
    }
    let names = item.attr("class").unwrap_or_default().to_ascii_lowercase();
    if name == "blockquote" {
        // Old forums put whole posts in them.
        let is_text = WORDS.as_ref().is_some_and(|w| w.is_body(&names)) && !names.contains("quote");
        return !is_text;
    }
    words.is_quote(&names)
}

/// The author named in a quote, and its text.
fn quoted_text(
    tree: &BodyTree<'_>,
    at: usize,
    named: Option<&str>,
    words: &PostWords,
) -> (Option<String>, String) {
    let mut lines = lines::lines(tree, at, |n| {
        tree.get(n).is_some_and(|item| is_around(tree, item))
    });
    lines.retain(|line| !words.is_quote_label(&line.text));
    let is_name =
        |line: &TextLine| named.is_some_and(|n| line.text.trim_end_matches([':', '：']) == n);
    if lines.first().is_some_and(is_name) {
        lines.remove(0);
    }
    let mut author = None;
    // The name may be on another line than the words around it: the two lines are then joined.
    for count in [1, 2] {
        let head: Vec<&str> = lines.iter().take(count).map(|l| l.text.as_str()).collect();
        if head.len() == count
            && let Some(name) = words.quoted(&head.join(" "))
        {
            author = Some(name.to_owned());
            lines.drain(..count);
            break;
        }
    }
    (author, lines::join(&lines))
}

/// The author named by the words right before a quote; these are also removed from the text.
fn before_quote(
    tree: &BodyTree<'_>,
    (root, at): (usize, usize),
    words: &PostWords,
    cut: &mut HashSet<usize>,
) -> Option<String> {
    let from = at.saturating_sub(NEAR_QUOTE).max(root + 1);
    let mut texts: Vec<usize> = Vec::new();
    for n in (from..at).rev() {
        let item = tree.get(n)?;
        if cut.contains(&n) || item.end > at && item.element.is_none() {
            break;
        }
        if item.element.is_some() || item.chars == 0 {
            continue;
        }
        texts.insert(0, n);
        let line: Vec<&str> = texts
            .iter()
            .filter_map(|n| tree.get(*n))
            .map(|item| item.text.trim())
            .collect();
        let line = line.join(" ");
        if words.is_quote_label(&line) {
            cut.extend(texts.drain(..));
            return None;
        }
        if let Some(name) = words.quoted(&line) {
            let name = name.to_owned();
            cut.extend(texts);
            return Some(name);
        }
        if texts.len() == BEFORE_QUOTE {
            break;
        }
    }
    None
}

/// The text of a box up to a node, without buttons, labels, signatures and the ranges in `cut`.
fn text(
    tree: &BodyTree<'_>,
    (at, end): (usize, usize),
    plain: bool,
    words: &KindVocabulary,
    cut: &HashSet<usize>,
) -> String {
    let left_out = |n: usize| {
        let around = |item: &Item<'_>| is_around(tree, item) || is_remark(tree, item, at, plain);
        n != at
            && (n >= end
                || cut.contains(&n)
                || tree
                    .get(n)
                    .is_some_and(|item| item.element.is_some() && around(item)))
    };
    let lines = lines::lines(tree, at, left_out);
    let kept = without_labels(lines, words);
    let nested = |line: &&TextLine| kept.len() == 1 || !is_signed_day(tree, line, words);
    lines::join(kept.iter().filter(nested))
}

/// Maximum length of the author and date line above a nested reply, in characters.
const SIGNED_DAY: usize = 90;

/// Whether a line only states the author, by a link to that person, and the date: replies may be
/// nested in the post that they reply to.
pub(in crate::generic::thread) fn is_signed_day(
    tree: &BodyTree<'_>,
    line: &TextLine,
    words: &KindVocabulary,
) -> bool {
    let is_person = |item: &Item<'_>| {
        item.name() == "a" && item.attr("href").is_some_and(|href| words.is_person(href))
    };
    let around = |item: &Item<'_>| is_person(item) || tree.get(item.parent).is_some_and(is_person);
    let items = tree.items.get(line.from..line.to).unwrap_or_default();
    line.chars <= SIGNED_DAY
        && line.valid < 24
        && line.link_chars > 0
        && words.is_date(&line.text)
        && items.iter().any(around)
}

/// Lines without labels and notices, and without dates at either end.
pub(in crate::generic::thread) fn without_labels(
    lines: Vec<TextLine>,
    words: &KindVocabulary,
) -> Vec<TextLine> {
    let own = POST_WORDS.as_ref();
    let is_label = |line: &TextLine| {
        words.is_post_label(&line.text)
            || is_noise_line(&line.text)
            || own.is_some_and(|own| own.is_notice(&line.text))
    };
    let mut kept: Vec<TextLine> = lines.into_iter().filter(|line| !is_label(line)).collect();
    // Dates at either end belong to the post, not to its text.
    while kept.len() > 1 && kept.last().is_some_and(|line| is_day(line, words)) {
        kept.pop();
    }
    let days = kept.iter().take_while(|line| is_day(line, words)).count();
    kept.drain(..days.min(kept.len().saturating_sub(1)));
    kept
}

/// Whether a line is only a date.
pub(in crate::generic::thread) fn is_day(line: &TextLine, words: &KindVocabulary) -> bool {
    line.valid < 24 && line.chars <= 36 && words.is_date(&line.text)
}

/// Whether this is a comment below a post, if the posts are `plain` and no comments.
pub(in crate::generic::thread) fn is_remark(
    tree: &BodyTree<'_>,
    item: &Item<'_>,
    post: usize,
    plain: bool,
) -> bool {
    let whole = tree.valid(post);
    plain
        && item.valid * 10 < whole * 9
        && !is_in_code(tree, item)
        && item.attr("class").is_some_and(|names| {
            let names = names.to_ascii_lowercase();
            WORDS.as_ref().is_some_and(|words| words.is_remark(&names))
        })
}

/// Whether an element is part of highlighted code, where names such as comment describe it.
pub(in crate::generic::thread) fn is_in_code(tree: &BodyTree<'_>, item: &Item<'_>) -> bool {
    let mut parent = item.parent;
    matches!(item.name(), "span" | "i" | "b" | "em")
        && (0..CODE_LEVELS).any(|_| {
            let above = tree.get(parent);
            parent = above.map_or(0, |above| above.parent);
            above.is_some_and(|above| matches!(above.name(), "pre" | "code"))
        })
}

/// Levels of highlighted code.
const CODE_LEVELS: usize = 5;

/// Whether this is a button or a signature.
pub(in crate::generic::thread) fn is_around(tree: &BodyTree<'_>, item: &Item<'_>) -> bool {
    if matches!(
        item.name(),
        "button" | "input" | "textarea" | "label" | "nav" | "footer" | "form"
    ) {
        return item.name() != "form" || item.valid < 40;
    }
    if is_in_code(tree, item) {
        return false;
    }
    let names = item.attr("class").unwrap_or_default();
    // Preview cards of linked pages; quotes may also be named so.
    let card = item.name() == "aside";
    !names.is_empty()
        && POST_WORDS.as_ref().is_some_and(|words| {
            let names = names.to_ascii_lowercase();
            (card && !words.is_quote(&names) || words.is_around(&names)) && !holds_text(tree, item)
        })
}

/// Whether a box is all of the enclosing one and contains a text box, whatever its name.
fn holds_text(tree: &BodyTree<'_>, item: &Item<'_>) -> bool {
    let Some(parent) = tree.get(item.parent) else {
        return false;
    };
    if item.chars * 20 < parent.chars * 19 {
        return false;
    }
    let start = item.end.saturating_sub(MAX_SOLE).max(item.parent + 2);
    WORDS.as_ref().is_some_and(|words| {
        (start..item.end).any(|at| {
            let class = tree.get(at).and_then(|inner| inner.attr("class"));
            class.is_some_and(|class| words.is_body(&class.to_ascii_lowercase()))
        })
    })
}

/// The maximum number of nodes of a box that are searched for a text box.
const MAX_SOLE: usize = 200;

/// Removes lines that most posts have: buttons and hints that are in no word list.
pub(in crate::generic::thread) fn without_common(mut texts: Vec<&mut String>) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for text in &texts {
        let lines: BTreeSet<&str> = text.lines().collect();
        for line in lines {
            *counts.entry(line.to_owned()).or_default() += 1;
        }
    }
    let all = texts.len();
    for text in &mut texts {
        let kept: Vec<&str> = text
            .lines()
            .filter(|line| {
                let times = counts.get(*line).copied().unwrap_or(0);
                !(times >= 3 && times * 5 >= all * 3)
            })
            .collect();
        if kept.len() < text.lines().count() && !kept.is_empty() {
            **text = kept.join("\n");
        }
    }
}
