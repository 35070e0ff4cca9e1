//! What surrounds an article: menus, share bars, comments, teasers. Flows in: node features. Flows
//! out: the nodes to leave out, and lines that are no text of the article. The words are data in
//! `assets/generic/noise.toml`. Nothing that holds most of a page is ever called noise.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::{RegexSet, RegexSetBuilder};
use serde::Deserialize;

use super::features::{Item, Tree, ratio};

/// A node with more than this share of the body's valid characters is no noise, whatever its name.
const TOO_MUCH: f64 = 0.5;

/// What an element says of itself by its tag, its role, its class and id, and its style. One bit
/// each; [`Flags::of`] reads a whole page.
pub(super) mod flag {
    /// A menu, by tag or role.
    pub const NAV: u32 = 1;
    /// `<aside>` or its role.
    pub const ASIDE: u32 = 1 << 1;
    /// `<footer>` or its role.
    pub const FOOTER: u32 = 1 << 2;
    /// `<header>`.
    pub const HEADER: u32 = 1 << 3;
    /// A form.
    pub const FORM: u32 = 1 << 4;
    /// A figure or its caption, by tag or name.
    pub const FIGURE: u32 = 1 << 5;
    /// A table.
    pub const TABLE: u32 = 1 << 6;
    /// A list.
    pub const LIST: u32 = 1 << 7;
    /// A quotation.
    pub const QUOTE: u32 = 1 << 8;
    /// Preformatted text or code.
    pub const CODE: u32 = 1 << 9;
    /// `<article>`.
    pub const ARTICLE: u32 = 1 << 10;
    /// The main part.
    pub const MAIN: u32 = 1 << 11;
    /// Microdata `articleBody`.
    pub const BODY: u32 = 1 << 12;
    /// A name that says content.
    pub const CONTENT: u32 = 1 << 13;
    /// A name of what surrounds an article.
    pub const NOISE: u32 = 1 << 14;
    /// A name of comments.
    pub const COMMENT: u32 = 1 << 15;
    /// A name of other things to read.
    pub const RELATED: u32 = 1 << 16;
    /// A name of means to share.
    pub const SHARE: u32 = 1 << 17;
    /// A name of author, date or tags.
    pub const META: u32 = 1 << 18;
    /// A name of advertisements or offers.
    pub const OFFER: u32 = 1 << 19;
    /// Hidden.
    pub const HIDDEN: u32 = 1 << 20;
    /// A notice that asks for consent, or a dialogue.
    pub const CONSENT: u32 = 1 << 21;
    /// A button, a label or a field.
    pub const CONTROL: u32 = 1 << 22;
    /// A name of a list or of a card in one.
    pub const CARD: u32 = 1 << 23;
    /// A role of what surrounds an article.
    pub const ROLE: u32 = 1 << 24;
    /// A name of a text.
    pub const TEXT: u32 = 1 << 25;
    /// How many there are.
    pub const COUNT: usize = 26;
}

/// The flags of every item of a tree, its own only.
pub(super) struct Flags(Vec<u32>);

impl Flags {
    /// Reads the page; elements that look alike are read once.
    pub fn of(tree: &Tree<'_>) -> Self {
        let mut known: HashMap<(&str, &str, &str), u32> = HashMap::new();
        let flags = tree.items.iter().map(|item| {
            let Some(element) = item.element else {
                return 0;
            };
            let class = element.attr("class").unwrap_or_default();
            let id = element.attr("id").unwrap_or_default();
            let named = *known
                .entry((element.name(), class, id))
                .or_insert_with(|| flags_of_name(item));
            named | flags_of_attributes(item)
        });
        Self(flags.collect())
    }

    /// The flags of the item numbered `at`.
    pub fn get(&self, at: usize) -> u32 {
        self.0.get(at).copied().unwrap_or(0)
    }

    fn has(&self, at: usize, flags: u32) -> bool {
        self.get(at) & flags != 0
    }
}

fn flags_of_name(item: &Item<'_>) -> u32 {
    let mut flags = match item.name() {
        "nav" | "menu" => flag::NAV,
        "aside" => flag::ASIDE,
        "footer" => flag::FOOTER,
        "header" => flag::HEADER,
        "form" | "fieldset" => flag::FORM,
        "figure" | "figcaption" | "caption" => flag::FIGURE,
        "table" => flag::TABLE,
        "ul" | "ol" | "dl" => flag::LIST,
        "blockquote" => flag::QUOTE,
        "pre" | "code" => flag::CODE,
        "article" => flag::ARTICLE,
        "main" => flag::MAIN,
        "button" | "input" | "textarea" | "label" => flag::CONTROL,
        "dialog" => flag::CONSENT,
        "body" | "html" => return 0,
        _ => 0,
    };
    let Some(data) = DATA.as_ref() else {
        return flags;
    };
    for name in names(item) {
        let lower = name.to_ascii_lowercase();
        let holds = |parts: &[String]| parts.iter().any(|part| lower.contains(part.as_str()));
        if holds(&data.content) {
            flags |= flag::CONTENT;
        }
        if holds(&data.consent) {
            flags |= flag::CONSENT;
        }
        if holds(&data.parts) {
            flags |= flag::NOISE;
        }
        for word in words_of(name) {
            if data.words.contains(&word) {
                flags |= flag::NOISE;
            }
            flags |= data.groups.get(&word).copied().unwrap_or(0);
        }
    }
    flags
}

fn flags_of_attributes(item: &Item<'_>) -> u32 {
    let mut flags = 0;
    if is_hidden(item) {
        flags |= flag::HIDDEN;
    }
    if item
        .attr("itemprop")
        .is_some_and(|p| p.eq_ignore_ascii_case("articleBody"))
    {
        flags |= flag::BODY;
    }
    flags
        | match item.attr("role").unwrap_or_default() {
            "main" => flag::MAIN,
            "navigation" | "menu" | "menubar" => flag::ROLE | flag::NAV,
            "complementary" => flag::ROLE | flag::ASIDE,
            "contentinfo" => flag::ROLE | flag::FOOTER,
            "banner" | "search" | "toolbar" => flag::ROLE,
            "dialog" | "alertdialog" => flag::ROLE | flag::CONSENT,
            _ => 0,
        }
}

/// Marks, for every item of `tree`, whether a subtree to leave out begins there.
pub(super) fn mark(tree: &Tree<'_>) -> Vec<bool> {
    marks(tree, &Flags::of(tree))
}

/// The same, with the flags at hand.
pub(super) fn marks(tree: &Tree<'_>, flags: &Flags) -> Vec<bool> {
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

/// Whether an inline element is apart from the words around it: a button, or one named as noise.
pub(super) fn is_apart(tree: &Tree<'_>, flags: &Flags, at: usize) -> bool {
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

/// How often a text speaks of what consent is asked for.
pub(super) fn mentions_of_consent(text: &str) -> usize {
    let bytes = text.as_bytes();
    let count = |word: &[u8]| {
        let begins = |w: &[u8]| w.eq_ignore_ascii_case(word);
        bytes.windows(word.len()).filter(|w| begins(w)).count()
    };
    count(b"cookie") + count(b"privacy p") + count(b"your consent")
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

fn is_noise(tree: &Tree<'_>, item: &Item<'_>, flags: u32, small: bool) -> bool {
    if flags & flag::HIDDEN != 0 {
        return small;
    }
    if flags & flag::CONSENT != 0 && flags & flag::ROLE == 0 {
        return true;
    }
    match item.name() {
        // These never hold an article, not even when they hold all the text there is.
        "button" | "input" | "textarea" | "label" => return true,
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
    small && flags & (flag::ROLE | flag::NOISE) != 0 && flags & flag::CONTENT == 0
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
        return !is_streamed(item);
    }
    item.attr("style").is_some_and(|style| {
        let style: String = style
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
            .to_ascii_lowercase();
        style.contains("display:none") || style.contains("visibility:hidden")
    })
}

/// Part of a page that a server sends late and a script puts in its place at once (React's `S:` parts).
fn is_streamed(item: &Item<'_>) -> bool {
    item.attr("id")
        .and_then(|id| id.strip_prefix("S:"))
        .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_hexdigit()))
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

struct Data {
    words: HashSet<String>,
    parts: Vec<String>,
    content: Vec<String>,
    consent: Vec<String>,
    /// Words with the flags they stand for.
    groups: HashMap<String, u32>,
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
    groups: Groups,
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
    RegexSetBuilder::new(patterns)
        .case_insensitive(true)
        .build()
        .map_err(|e| e.to_string())
}

fn read(source: &str) -> Result<Data, String> {
    let file: File = toml::from_str(source).map_err(|e| e.to_string())?;
    Ok(Data {
        words: file.names.words,
        parts: file.names.parts,
        content: file.names.content,
        consent: file.names.consent,
        groups: file.groups.flags(),
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
