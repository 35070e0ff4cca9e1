//! The lines of a page with all inputs of the trained line classifier: words, position, neighbours,
//! headline, the rules' choice, and, in a second round, the first round's scores of the surrounding
//! lines. Input: node features. Output: rows of numbers, one per line. Decides nothing; the
//! feature names are the contract with the trained model.

mod class_names;
pub(in crate::generic) mod position;
mod second_pass;
mod surrounding_lines;
pub(in crate::generic) mod wording;

use std::collections::HashSet;

pub use class_names::Worth;

use class_names::AncestorWords;
use second_pass::PrefixSums;
use surrounding_lines::LineContext;

use self::position::{Boxes, Places};
use self::wording::{WordCounts, flag, log, number, part};
use super::default_method::{self, Rough};
use super::noise::{self, Flags};
use crate::generic::features::BodyTree;
use crate::generic::features::lines::{self, TextLine};
use crate::generic::methods::{cetd, cevc};
use crate::generic::words::hash::QuickMap;

/// Lines of a page that are scored; later ones are selected by rules.
const MAX_LINES: usize = 8_000;

/// The minimum number of words in a sentence.
const SENTENCE: usize = 7;

/// The lines of a page and their features.
pub(crate) struct Blocks {
    /// The lines in page order.
    pub lines: Vec<TextLine>,
    /// Lines selected by rules beyond those that are scored.
    pub rest: Vec<TextLine>,
    /// Their word counts.
    pub words: Vec<WordCounts>,
    /// Whether rules select them.
    pub rough: Vec<bool>,
    /// Whether they are in a consent notice.
    pub notices: Vec<bool>,
    /// Similarity of each to the title, 0 to 1.
    pub titled: Vec<f32>,
    /// First and last line of the boxes around each line.
    spans: Vec<[(usize, usize); 3]>,
    /// Group numbers of lines with the same tag path.
    groups: Vec<usize>,
    values: Vec<f32>,
    named: AncestorWords,
    /// Runs of lines that form one piece of code.
    code: Vec<(usize, usize)>,
}

/// Feature names after those of words and position.
const NEAR: [&str; 50] = [
    "rough",
    "at",
    "at_share",
    "chars_above",
    "valid_above",
    "titled",
    "from_title",
    "has_title",
    "declared",
    "copies",
    "copied_before",
    "since_heading",
    "under_links",
    "under_tail",
    "since_tail",
    "heads_above",
    "chars-2",
    "chars-1",
    "chars+1",
    "chars+2",
    "links-1",
    "links+1",
    "valid-1",
    "valid+1",
    "ended-1",
    "ended+1",
    "rough-1",
    "rough+1",
    "heading-1",
    "heading+1",
    "valid_near3",
    "valid_near8",
    "links_near3",
    "links_near8",
    "same_leaf-1",
    "same_leaf+1",
    "page_valid",
    "page_chars",
    "page_links",
    "page_lines",
    "page_wide",
    "rough_share",
    "rough_lines",
    "from_rough",
    "past_rough",
    "rough_near",
    "cookies_near",
    "title_in1",
    "title_in2",
    "title_in3",
];

/// Feature names of the second round.
const AGAIN: [&str; 24] = [
    "p",
    "p-3",
    "p-2",
    "p-1",
    "p+1",
    "p+2",
    "p+3",
    "p_near3",
    "p_near8",
    "p_box1",
    "p_box2",
    "p_box3",
    "p_group",
    "p_above",
    "p_below",
    "p_page",
    "p_most",
    "p_text_above",
    "p_text_below",
    "p_rough",
    "p_rest",
    "p_heading",
    "p_gap_above",
    "p_gap_below",
];

/// All feature names, in order.
pub(super) fn names() -> Vec<String> {
    let flags = (0..noise::flag::COUNT).map(|bit| format!("flag{bit}"));
    let names = wording::NAMES.iter().map(|n| (*n).to_owned()).chain(flags);
    let names = names.chain(position::NAMES.iter().map(|n| (*n).to_owned()));
    let more = NEAR.iter().chain(&class_names::NAMES).chain(&AGAIN);
    names.chain(more.map(|n| (*n).to_owned())).collect()
}

/// The number of features per line in the first round.
pub(crate) const WIDTH: usize =
    wording::NAMES.len() + noise::flag::COUNT + position::NAMES.len() + NEAR.len();

/// The number that the trained list of names adds in both rounds.
pub(crate) const WIDTH_NAMED: usize = class_names::NAMES.len();

/// The number that the second round adds.
pub(crate) const WIDTH_AGAIN: usize = AGAIN.len();

impl Blocks {
    /// The lines of the page; `declared` is the article text in its JSON-LD, or empty, and `title`
    /// its title.
    pub fn of(tree: &BodyTree<'_>, declared: &str, title: &str) -> Self {
        let flags = Flags::of(tree);
        let found = default_method::rough(tree, &flags, title);
        let block = found.block;
        // The text of long pages need not be stored twice.
        let found = found_texts(tree, found);
        let boxes = Boxes {
            rough: block,
            cevc: cevc::content_block(tree, 0, cevc::ALPHA, |at| tree.valid(at)),
            cetd: cetd::block(tree),
        };
        let mut lines = lines::parted_lines(
            tree,
            0,
            |at| tree.get(at).is_some_and(|item| item.name() == "textarea"),
            |at| noise::is_apart(tree, &flags, at),
        );
        let rest = lines.split_off(lines.len().min(MAX_LINES));
        let is_found = |line: &TextLine| found.get(line.from) == Some(&true);
        let rest: Vec<TextLine> = rest.into_iter().filter(is_found).collect();
        let places = Places::of(tree, &flags);
        let leaves: Vec<usize> = lines
            .iter()
            .map(|line| position::leaf_of(tree, &flags, line.from))
            .collect();
        let words: Vec<WordCounts> = lines.iter().map(WordCounts::of).collect();
        let rough: Vec<bool> = lines.iter().map(is_found).collect();
        let near = LineContext::of(tree, &lines, &words, &rough, &leaves, declared, title);
        let spans = spans(tree, &lines, &leaves);
        let mut values = Vec::with_capacity(lines.len() * WIDTH);
        let mut place = Vec::new();
        let mut placed = None;
        for (at, line) in lines.iter().enumerate() {
            let leaf = leaves.get(at).copied().unwrap_or(0);
            if placed != Some(leaf) {
                place.clear();
                position::values(tree, &places, boxes, leaf, &mut place);
                placed = Some(leaf);
            }
            if let Some(words) = words.get(at) {
                words.values(line, &mut values);
            }
            values.extend_from_slice(&place);
            near.values(at, &mut values);
            let titled = |(from, to)| {
                near.title_at
                    .is_some_and(|title| from <= title && title < to)
            };
            let span = spans.get(at).copied().unwrap_or_default();
            values.extend(span.map(|range: (usize, usize)| flag(titled(range))));
        }
        let titled = near.titled.clone();
        let mut notices = notices(&near, lines.len(), title);
        fill_boxes(&mut notices, &spans, &words, near.title_at);
        let groups = leaves.iter().map(|leaf| places.group(*leaf)).collect();
        Self {
            lines,
            rest,
            words,
            rough,
            notices,
            titled,
            spans,
            groups,
            code: code(tree, &leaves),
            values,
            named: AncestorWords::of(tree, flags, leaves),
        }
    }

    /// Averages the scores of each piece of code, because a single line says little.
    pub fn even_out(&self, likely: &mut [f32]) {
        for (from, to) in &self.code {
            let mean = PrefixSums::of(self, likely).mean(*from, *to);
            if let Some(run) = likely.get_mut(*from..*to) {
                run.fill(mean);
            }
        }
    }

    /// The features of the first round, [`WIDTH`] per line.
    pub fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(WIDTH)
    }

    /// The scores of names above the lines, [`WIDTH_NAMED`] numbers per line.
    pub fn named(&self, worth: &Worth) -> Vec<f32> {
        self.named.values(worth)
    }

    /// The words of class and id above line `at`.
    pub fn words_above(&self, at: usize) -> HashSet<&str> {
        self.named.above(at)
    }

    /// Whether a line is a sentence: long enough, with a sentence end.
    pub fn is_sentence(&self, at: usize) -> bool {
        let words = self.words.get(at);
        words.is_some_and(|words| words.ended && words.tokens >= SENTENCE)
    }

    /// The weight of a line: its number of words.
    pub fn weight(&self, at: usize) -> f32 {
        self.words.get(at).map_or(0.0, |words| number(words.tokens))
    }
}

/// Which lines are in notices, on a page that is not about them.
fn notices(near: &LineContext<'_>, count: usize, title: &str) -> Vec<bool> {
    if noise::mentions_of_consent(title) > 0 {
        return vec![false; count];
    }
    (0..count).map(|at| near.is_notice(at)).collect()
}

/// Extends notices to boxes that consist mostly of them: such notices name companies and browsers
/// in lines without consent words. Never the box with the headline.
fn fill_boxes(
    notices: &mut [bool],
    spans: &[[(usize, usize); 3]],
    words: &[WordCounts],
    title_at: Option<usize>,
) {
    let mut seen: HashSet<(usize, usize)> = HashSet::new();
    let noticed = notices.iter().zip(spans).filter(|(notice, _)| **notice);
    seen.extend(noticed.flat_map(|(_, boxes)| boxes));
    let count = |from: usize, to: usize, notices: Option<&[bool]>| -> usize {
        let range = words.get(from..to).unwrap_or_default().iter().enumerate();
        let counted =
            range.filter(|(at, _)| notices.is_none_or(|n| n.get(from + at) == Some(&true)));
        counted.map(|(_, words)| words.tokens).sum()
    };
    let mostly = |(from, to): &(usize, usize)| {
        !title_at.is_some_and(|title| *from <= title && title < *to)
            && count(*from, *to, Some(notices)) * 100 >= count(*from, *to, None) * MOSTLY_PERCENT
    };
    let boxes: Vec<(usize, usize)> = seen.into_iter().filter(mostly).collect();
    for (from, to) in boxes {
        if let Some(lines) = notices.get_mut(from..to) {
            lines.fill(true);
        }
    }
}

/// The percentage of a box's words that makes all of it a notice.
const MOSTLY_PERCENT: usize = 60;

/// Runs of lines in one `<pre>`.
fn code(tree: &BodyTree<'_>, leaves: &[usize]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    let mut last = None;
    for (at, leaf) in leaves.iter().enumerate() {
        let is_code = tree.get(*leaf).is_some_and(|item| item.name() == "pre");
        match runs.last_mut() {
            Some((_, to)) if last == Some(leaf) && is_code => *to = at + 1,
            _ if is_code => runs.push((at, at + 1)),
            _ => {}
        }
        last = Some(leaf);
    }
    runs
}

/// First and last line of the three boxes around each line.
fn spans(tree: &BodyTree<'_>, lines: &[TextLine], leaves: &[usize]) -> Vec<[(usize, usize); 3]> {
    let range = |at: usize| {
        let end = tree.get(at).map_or(0, |item| item.end);
        let from = lines.partition_point(|line| line.from < at);
        (from, lines.partition_point(|line| line.from < end))
    };
    let mut known: QuickMap<usize, [(usize, usize); 3]> = QuickMap::default();
    let spans = leaves.iter().map(|leaf| {
        *known.entry(*leaf).or_insert_with(|| {
            let first = position::larger(tree, *leaf);
            let second = position::larger(tree, first);
            let third = position::larger(tree, second);
            [range(first), range(second), range(third)]
        })
    });
    spans.collect()
}

/// Which items of the tree are in lines found by rules.
fn found_texts(tree: &BodyTree<'_>, found: Rough) -> Vec<bool> {
    let mut texts = vec![false; tree.items.len()];
    for line in found.lines {
        if let Some(texts) = texts.get_mut(line.from..line.to) {
            texts.fill(true);
        }
    }
    texts
}
