//! Footnotes: marks in the text that link to a note on the same page. Input: node features of
//! the part that is written. Output: which nodes are marks, notes or back links.

use std::collections::HashMap;
use std::ops::Range;

use super::super::features::{BodyTree, Item};
use crate::page::{Page, is_block};

/// Maximum length of a mark, in characters.
const MAX_MARK: usize = 6;
/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 1_500;
/// Maximum number of notes.
const MAX_NOTES: usize = 500;

/// The footnotes of one text.
#[derive(Default)]
pub(super) struct Notes {
    /// Number of the note by the node of its mark.
    marks: HashMap<usize, usize>,
    /// Nodes of the notes; the first has number 1.
    targets: Vec<usize>,
    /// Links in notes back to the text.
    back: Vec<usize>,
}

impl Notes {
    /// The notes whose marks are in `part` where `holds` reports kept text.
    pub fn of(
        page: &Page,
        tree: &BodyTree<'_>,
        part: Range<usize>,
        holds: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut notes = Self::default();
        let links: Vec<(usize, &str)> = part
            .clone()
            .filter_map(|at| Some((at, fragment(page, tree.get(at)?)?)))
            .filter(|(at, _)| {
                tree.get(*at)
                    .is_some_and(|i| i.chars <= MAX_MARK && i.chars > 0)
            })
            .collect();
        if links.is_empty() {
            return notes;
        }
        let places = places(tree);
        for (at, name) in &links {
            let known = places
                .get(name)
                .and_then(|place| note_at(tree, *place, *at));
            let Some(target) = known.filter(|target| *target != part.start) else {
                continue;
            };
            let end = tree.get(*at).map_or(*at, |item| item.end);
            if !holds(*at, end) || !is_mark(tree, *at) || notes.targets.len() >= MAX_NOTES {
                continue;
            }
            let number = notes.targets.iter().position(|t| *t == target);
            let number = number.unwrap_or_else(|| {
                notes.targets.push(target);
                notes.targets.len() - 1
            });
            notes.marks.insert(*at, number + 1);
        }
        notes.find_backlinks(page, tree);
        notes
    }

    /// The number of the note that a mark links to.
    pub fn mark_at(&self, at: usize) -> Option<usize> {
        self.marks.get(&at).copied()
    }

    /// Whether a note starts at a node.
    pub fn is_target(&self, at: usize) -> bool {
        self.targets.contains(&at)
    }

    /// Whether a link leads from a note back to its mark.
    pub fn is_backlink(&self, at: usize) -> bool {
        self.back.contains(&at)
    }

    /// The notes with their numbers, in order.
    pub fn targets(&self) -> impl Iterator<Item = (usize, usize)> {
        (1..).zip(self.targets.iter().copied())
    }

    fn find_backlinks(&mut self, page: &Page, tree: &BodyTree<'_>) {
        for target in &self.targets {
            let end = tree.get(*target).map_or(*target, |item| item.end);
            let links = (*target..end).filter(|at| {
                tree.get(*at)
                    .is_some_and(|item| item.chars <= MAX_MARK && fragment(page, item).is_some())
            });
            self.back.extend(links);
        }
    }
}

/// The target of a link on the same page.
fn fragment<'t>(page: &Page, item: &Item<'t>) -> Option<&'t str> {
    if item.name() != "a" {
        return None;
    }
    let href: &'t str = item.element?.attr("href")?;
    let (before, name) = href.split_once('#')?;
    let here = before.is_empty() || page.url().as_str().split('#').next() == Some(before);
    (here && !name.is_empty()).then_some(name)
}

/// Whether a link looks like a note mark: raised, in brackets, or of digits and signs.
fn is_mark(tree: &BodyTree<'_>, at: usize) -> bool {
    let Some(item) = tree.get(at) else {
        return false;
    };
    let raised = tree.get(item.parent).is_some_and(|p| p.name() == "sup")
        || (at + 1..item.end).any(|n| tree.get(n).is_some_and(|i| i.name() == "sup"));
    let said = item.attr("role") == Some("doc-noteref")
        || item.attr("class").unwrap_or_default().contains("footnote");
    let words: String = (at + 1..item.end)
        .filter_map(|n| tree.get(n))
        .map(|i| i.text)
        .collect();
    let signs = words
        .trim()
        .chars()
        .all(|c| c.is_ascii_digit() || "[]()*†‡§¶#注".contains(c));
    raised || said || signs && words.trim().starts_with(['[', '('])
}

/// Nodes by id or anchor name.
fn places<'t>(tree: &BodyTree<'t>) -> HashMap<&'t str, usize> {
    let mut places = HashMap::new();
    for (at, item) in tree.items.iter().enumerate() {
        let Some(element) = item.element else {
            continue;
        };
        let name = element
            .attr("id")
            .or_else(|| (element.name() == "a").then(|| element.attr("name"))?);
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            places.entry(name).or_insert(at);
        }
    }
    places
}

/// The block of the note at a target, after the mark at `mark`.
fn note_at(tree: &BodyTree<'_>, place: usize, mark: usize) -> Option<usize> {
    let mut at = place;
    while let Some(item) = tree.get(at) {
        if is_block(item.name()) || matches!(item.name(), "td" | "dd") {
            let heading = matches!(
                item.name(),
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "body"
            );
            let fits = (1..=MAX_NOTE).contains(&item.chars);
            return (at > mark && fits && !heading).then_some(at);
        }
        if at == 0 {
            return None;
        }
        at = item.parent;
    }
    None
}
