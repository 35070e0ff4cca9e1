//! What surrounds an article: menus, share bars, comments, teasers. Flows in: node features. Flows
//! out: the nodes to leave out, and lines that are no text of the article. The words are data in
//! `assets/generic/noise.toml`. Nothing that holds most of a page is ever called noise.

use std::collections::HashSet;
use std::sync::LazyLock;

use regex::{RegexSet, RegexSetBuilder};
use serde::Deserialize;

use super::features::{Item, Tree, ratio};
use super::kind_words::plain_words;
use super::parts::Parts;

/// A node with more than this share of the body's valid characters is no noise, whatever its name.
const TOO_MUCH: f64 = 0.5;

/// Marks, for every item of `tree`, whether a subtree to leave out begins there.
pub(super) fn mark(tree: &Tree<'_>) -> Vec<bool> {
    let total = tree.valid(0);
    let mut marks = vec![false; tree.items.len()];
    let mut at = 1;
    while let Some(item) = tree.get(at) {
        let small = ratio(item.valid, total) <= TOO_MUCH;
        if item.element.is_some() && is_noise(tree, item, small) {
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

/// Whether a line of text is a label, a link to elsewhere or a notice, not the article's.
pub(super) fn is_noise_line(text: &str) -> bool {
    DATA.as_ref()
        .is_some_and(|data| data.lines.is_match(text.trim()))
}

/// Whether a text is a notice about cookies rather than one that mentions them.
pub(super) fn is_notice(text: &str) -> bool {
    let chars = text.chars().count();
    let mentions = text.to_lowercase().matches("cookie").count();
    mentions >= MENTIONS && mentions * CHARS_A_MENTION >= chars
}

/// A notice names its matter so often at least.
const MENTIONS: usize = 3;
/// And so often by characters.
const CHARS_A_MENTION: usize = 250;

/// Whether a line above the text says where, when or by whom.
pub(super) fn is_head(text: &str) -> bool {
    DATA.as_ref().is_some_and(|data| data.head.is_match(text))
}

/// Whether a line below the text begins what is no longer of the article.
pub(super) fn is_tail(text: &str) -> bool {
    DATA.as_ref().is_some_and(|data| data.tail.is_match(text))
}

/// Whether a line heads a list of other things to read.
pub(super) fn is_links_head(text: &str) -> bool {
    DATA.as_ref().is_some_and(|data| data.links.is_match(text))
}

/// Whether a line at the end of the text is of its margin.
pub(super) fn is_last(text: &str) -> bool {
    DATA.as_ref().is_some_and(|data| data.last.is_match(text))
}

/// Whether class or id say that content stands here.
pub(super) fn is_content_name(item: &Item<'_>) -> bool {
    named(item) & CONTENT != 0
}

/// What class and id hold, a bit each as below.
fn named(item: &Item<'_>) -> u32 {
    DATA.as_ref().map_or(0, |data| data.parts.read(names(item)))
}

fn is_noise(tree: &Tree<'_>, item: &Item<'_>, small: bool) -> bool {
    if is_hidden(item) {
        return small;
    }
    let named = named(item);
    // Consent notices may be longer than the page behind them.
    if item.name() != "body" && named & CONSENT != 0 {
        return true;
    }
    match item.name() {
        // These never hold an article, not even when they hold all the text there is.
        "button" | "input" | "textarea" | "label" | "dialog" => return true,
        "nav" | "aside" | "footer" | "menu" | "figcaption" => return small,
        "body" | "html" | "main" | "p" | "br" => return false,
        // Words of a sentence, whatever the class calls their look or where they lead.
        "a" | "b" | "strong" | "em" | "i" | "u" | "code" | "mark" | "abbr" | "sub" | "q"
            if is_in_paragraph(tree, item) =>
        {
            return false;
        }
        _ => {}
    }
    let role = item.attr("role").unwrap_or_default();
    let by_role = matches!(
        role,
        "navigation"
            | "complementary"
            | "banner"
            | "contentinfo"
            | "dialog"
            | "alertdialog"
            | "search"
            | "menu"
            | "menubar"
            | "toolbar"
    );
    small && (by_role || has_noise_name(item, named)) && named & CONTENT == 0
}

/// Whether an inline element has plain text beside it.
fn is_in_paragraph(tree: &Tree<'_>, item: &Item<'_>) -> bool {
    let Some(parent) = tree.get(item.parent) else {
        return false;
    };
    parent.name() == "p" && parent.chars > item.chars + parent.link_chars - item.link_chars
}

/// Hidden by its own attributes; a page hides a whole article only until scripts have run.
fn is_hidden(item: &Item<'_>) -> bool {
    if item.attr("hidden").is_some() {
        return true;
    }
    let hides = |declaration: &str| {
        let (name, value) = declaration.split_once(':').unwrap_or_default();
        let begins = |word: &str| {
            let value = value.trim_start();
            value
                .get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let name = name.trim();
        name.eq_ignore_ascii_case("display") && begins("none")
            || name.eq_ignore_ascii_case("visibility") && begins("hidden")
    };
    item.attr("style")
        .is_some_and(|style| style.split(';').any(hides))
}

fn has_noise_name(item: &Item<'_>, named: u32) -> bool {
    let Some(data) = DATA.as_ref() else {
        return false;
    };
    // A word in the middle of another is no word.
    named & PART != 0
        || named & WORD != 0
            && names(item).any(|name| words_of(name).any(|word| data.words.contains(&word)))
}

/// The classes and the id of an element.
fn names<'i>(item: &'i Item<'_>) -> impl Iterator<Item = &'i str> {
    item.attr("class")
        .unwrap_or_default()
        .split_whitespace()
        .chain(item.attr("id"))
        .take(24)
}

/// `relatedPosts-list_2` → related, posts, list.
fn words_of(name: &str) -> impl Iterator<Item = String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before_lower = false;
    for c in name.chars() {
        let cut = !c.is_ascii_alphabetic() || (c.is_ascii_uppercase() && before_lower);
        if cut && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        before_lower = c.is_ascii_lowercase();
        if c.is_ascii_alphabetic() {
            word.push(c.to_ascii_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words.into_iter()
}

/// What names hold, a bit each: a part of noise.
const PART: u32 = 1;
/// See [`PART`]: what says that content stands here.
const CONTENT: u32 = 2;
/// See [`PART`]: what consent notices are called.
const CONSENT: u32 = 4;
/// See [`PART`]: letters of a word for noise, maybe within another.
const WORD: u32 = 8;

struct Data {
    words: HashSet<String>,
    parts: Parts,
    lines: RegexSet,
    head: RegexSet,
    tail: RegexSet,
    links: RegexSet,
    last: RegexSet,
}

/// Shipped data; a test loads it, so that it is never missing.
static DATA: LazyLock<Option<Data>> =
    LazyLock::new(|| read(include_str!("../../../assets/generic/noise.toml")).ok());

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    names: Names,
    lines: Lines,
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
struct Lines {
    patterns: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edges {
    head: Vec<String>,
    tail: Vec<String>,
    links: Vec<String>,
    last: Vec<String>,
}

fn set(patterns: &[String]) -> Result<RegexSet, String> {
    RegexSetBuilder::new(patterns.iter().map(|pattern| plain_words(pattern)))
        .case_insensitive(true)
        .build()
        .map_err(|e| e.to_string())
}

fn read(source: &str) -> Result<Data, String> {
    let file: File = toml::from_str(source).map_err(|e| e.to_string())?;
    let words: Vec<String> = file.names.words.iter().cloned().collect();
    Ok(Data {
        // In the order of the bits.
        parts: Parts::of(&[
            &file.names.parts,
            &file.names.content,
            &file.names.consent,
            &words,
        ]),
        words: file.names.words,
        lines: set(&file.lines.patterns)?,
        head: set(&file.edges.head)?,
        tail: set(&file.edges.tail)?,
        links: set(&file.edges.links)?,
        last: set(&file.edges.last)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_data_loads() {
        let data = read(include_str!("../../../assets/generic/noise.toml"));
        let data = data.map_err(|e| panic!("{e}")).unwrap();
        assert!(data.words.contains("sidebar"));
    }

    #[test]
    fn names_are_cut_into_words() {
        let words: Vec<String> = words_of("relatedPosts-list_2 X").collect();
        assert_eq!(words, ["related", "posts", "list", "x"]);
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
}
