//! The surroundings of each line: neighbours, headline, headings, copies, the page as a whole.
//! Input: the lines of a page with their words. Output: numbers per line.

use super::{BodyTree, TextLine, WordCounts, flag, log, number, part};
use crate::generic::article::noise;
use crate::generic::words::hash::QuickMap;
use crate::generic::words::letters;

/// Distances are capped here.
const FAR: usize = 60;

/// The minimum number of mentions of cookies in the lines around a notice.
const MENTIONS: usize = 7;
/// And the maximum number of characters per mention.
const CHARS_A_MENTION: usize = 300;
/// And the minimum number of mentions of consent matters: cookies can also be baked.
const MATTERS: usize = 4;

/// Values shared by all lines, or summed over them.
pub(super) struct LineContext<'p> {
    lines: &'p [TextLine],
    words: &'p [WordCounts],
    rough: &'p [bool],
    leaves: &'p [usize],
    /// Similarity of each line to the title.
    pub titled: Vec<f32>,
    /// The line with the headline.
    pub title_at: Option<usize>,
    declared: Vec<f32>,
    copies: Vec<(usize, usize)>,
    /// Totals of all lines before: characters, link characters, valid ones, those selected by
    /// rules, and consent words.
    before: Vec<[usize; 5]>,
    page: [f32; 7],
    under: Vec<Under>,
    first_rough: usize,
    last_rough: usize,
}

/// The last heading, mark and bylines above a line.
#[derive(Clone, Copy, Default)]
struct Under {
    heading: usize,
    links: bool,
    tail: bool,
    tail_at: usize,
    heads: usize,
}

impl<'p> LineContext<'p> {
    pub fn of(
        tree: &BodyTree<'_>,
        lines: &'p [TextLine],
        words: &'p [WordCounts],
        rough: &'p [bool],
        leaves: &'p [usize],
        declared: &str,
        title: &str,
    ) -> Self {
        let own: Vec<String> = lines.iter().map(|line| letters(&line.text)).collect();
        let title = letters(title);
        let titled: Vec<f32> = own.iter().map(|own| likeness(own, &title)).collect();
        let before = before(lines, words, rough);
        let count = |of: fn(&TextLine) -> usize| lines.iter().map(of).sum::<usize>();
        let chars = count(|line| line.chars);
        let kept = before.last().map_or(0, |sums| sums[3]);
        let wide: usize = words.iter().map(|words| words.wide).sum();
        let body = tree.valid(0);
        let page = [
            log(body),
            log(chars),
            part(count(|line| line.link_chars), chars),
            log(lines.len()),
            part(wide, chars),
            part(kept, body.max(kept)),
            log(rough.iter().filter(|kept| **kept).count()),
        ];
        Self {
            lines,
            words,
            rough,
            leaves,
            title_at: title_at(lines, &titled),
            titled,
            declared: in_declared(&own, &letters(declared)),
            copies: copies(&own),
            before,
            page,
            under: under(lines, words),
            first_rough: rough.iter().position(|kept| *kept).unwrap_or(0),
            last_rough: rough.iter().rposition(|kept| *kept).unwrap_or(0),
        }
    }

    /// Whether line `at` is in a consent notice: many lines about little else.
    pub fn is_notice(&self, at: usize) -> bool {
        let (from, to) = (at.saturating_sub(8), (at + 9).min(self.lines.len()));
        let mentions = self.sum(from, to, 4);
        if mentions < MENTIONS || mentions * CHARS_A_MENTION < self.sum(from, to, 0) {
            return false;
        }
        // Lines before or after a notice are not part of it: both sides must mention cookies.
        let end = self.lines.len();
        if self.sum(at.saturating_sub(3), at + 1, 4) == 0 || self.sum(at, (at + 4).min(end), 4) == 0
        {
            return false;
        }
        let near = self.lines.get(from..to).unwrap_or_default();
        let matters: usize = near
            .iter()
            .map(|line| noise::matters_of_consent(&line.text))
            .sum();
        matters >= MATTERS
    }

    /// Appends the features of line `at`.
    pub fn values(&self, at: usize, out: &mut Vec<f32>) {
        let count = self.lines.len();
        let line = |at: Option<usize>| at.and_then(|at| self.lines.get(at));
        let back = |by: usize| at.checked_sub(by);
        let chars = |at: Option<usize>| line(at).map_or(-1.0, |line| log(line.chars));
        let links =
            |at: Option<usize>| line(at).map_or(-1.0, |line| part(line.link_chars, line.chars));
        let valid = |at: Option<usize>| line(at).map_or(-1.0, |line| log(line.valid));
        let ended = |at: Option<usize>| {
            at.and_then(|at| self.words.get(at))
                .map_or(-1.0, |words| flag(words.ended))
        };
        let rough = |at: Option<usize>| {
            at.and_then(|at| self.rough.get(at))
                .map_or(-1.0, |kept| flag(*kept))
        };
        let heading = |at: Option<usize>| line(at).map_or(-1.0, |line| flag(line.heading));
        let leaf = |at: Option<usize>| at.and_then(|at| self.leaves.get(at));
        let same =
            |other: Option<usize>| flag(leaf(other).is_some() && leaf(other) == leaf(Some(at)));
        let sum = |from: usize, to: usize, which: usize| self.sum(from, to.min(count), which);
        let around = |by: usize, which: usize| sum(at.saturating_sub(by), at + by + 1, which);
        let share = |by: usize, which: usize| part(around(by, which), around(by, 0));
        let under = self.under.get(at).copied().unwrap_or_default();
        let copies = self.copies.get(at).copied().unwrap_or_default();
        let from_title = self.title_at.map_or(-1.0, |title| signed(at, title));
        let whole = sum(0, count, 0);
        let [
            valid_page,
            chars_page,
            links_page,
            lines_page,
            wide,
            rough_share,
            rough_lines,
        ] = self.page;
        out.extend([
            rough(Some(at)),
            log(at),
            part(at, count),
            part(sum(0, at, 0), whole),
            part(sum(0, at, 2), sum(0, count, 2)),
            self.titled.get(at).copied().unwrap_or(0.0),
            from_title,
            flag(self.title_at.is_some()),
            self.declared.get(at).copied().unwrap_or(-1.0),
            log(copies.0),
            log(copies.1),
            number((at - under.heading.min(at)).min(FAR)),
            flag(under.links),
            flag(under.tail),
            number((at - under.tail_at.min(at)).min(FAR)),
            number(under.heads.min(9)),
            chars(back(2)),
            chars(back(1)),
            chars(Some(at + 1)),
            chars(Some(at + 2)),
            links(back(1)),
            links(Some(at + 1)),
            valid(back(1)),
            valid(Some(at + 1)),
            ended(back(1)),
            ended(Some(at + 1)),
            rough(back(1)),
            rough(Some(at + 1)),
            heading(back(1)),
            heading(Some(at + 1)),
            log(around(3, 2)),
            log(around(8, 2)),
            share(3, 1),
            share(8, 1),
            same(back(1)),
            same(Some(at + 1)),
            valid_page,
            chars_page,
            links_page,
            lines_page,
            wide,
            rough_share,
            rough_lines,
            signed(at, self.first_rough),
            signed(at, self.last_rough),
            share(8, 3),
            1_000.0 * share(8, 4),
        ]);
    }

    fn sum(&self, from: usize, to: usize, which: usize) -> usize {
        let at = |at: usize| {
            self.before
                .get(at)
                .and_then(|sums| sums.get(which))
                .copied()
                .unwrap_or(0)
        };
        at(to).saturating_sub(at(from))
    }
}

/// The distance from `from` to `at`, capped.
fn signed(at: usize, from: usize) -> f32 {
    let far = number(at.abs_diff(from).min(FAR));
    if at < from { -far } else { far }
}

/// 1 if a line equals the title, ½ if one contains the other.
fn likeness(own: &str, title: &str) -> f32 {
    if title.is_empty() || own.len() < 6 || own.len() > 4 * title.len() {
        0.0
    } else if own == title {
        1.0
    } else if title.contains(own) || own.contains(title) {
        0.5
    } else {
        0.0
    }
}

/// The headline: a heading equal to the title, else such a line, else the first h1.
fn title_at(lines: &[TextLine], titled: &[f32]) -> Option<usize> {
    let whole = |heading: bool| {
        lines
            .iter()
            .zip(titled)
            .position(|(line, like)| *like >= 1.0 && (line.heading || !heading))
    };
    let part = || {
        lines
            .iter()
            .zip(titled)
            .position(|(line, like)| *like > 0.0 && line.heading)
    };
    whole(true).or_else(|| whole(false)).or_else(part)
}

/// Whether lines are in the declared text; −1 if none is declared or the line is too short.
fn in_declared(own: &[String], declared: &str) -> Vec<f32> {
    let all = own.iter().map(|own| {
        if declared.len() < 100 || own.len() < 12 {
            return -1.0;
        }
        let beginning: String = own.chars().take(40).collect();
        flag(declared.contains(beginning.as_str()))
    });
    all.collect()
}

/// For each line the number of equal lines, and of those above it.
fn copies(own: &[String]) -> Vec<(usize, usize)> {
    let mut all: QuickMap<&str, usize> = QuickMap::default();
    let mut above: Vec<usize> = Vec::with_capacity(own.len());
    for text in own {
        let seen = all.entry(text.as_str()).or_default();
        above.push(*seen);
        *seen += 1;
    }
    let pairs = own.iter().zip(above);
    pairs
        .map(|(text, above)| (all.get(text.as_str()).copied().unwrap_or(1), above))
        .collect()
}

fn before(lines: &[TextLine], words: &[WordCounts], rough: &[bool]) -> Vec<[usize; 5]> {
    let mut sums = [0; 5];
    let mut before = vec![sums];
    for ((line, words), kept) in lines.iter().zip(words).zip(rough) {
        let kept = if *kept { line.chars } else { 0 };
        let [chars, links, valid, rough, cookies] = sums;
        sums = [
            chars + line.chars,
            links + line.link_chars,
            valid + line.valid,
            rough + kept,
            cookies + words.cookies,
        ];
        before.push(sums);
    }
    before
}

fn under(lines: &[TextLine], words: &[WordCounts]) -> Vec<Under> {
    let mut now = Under::default();
    let mut all = Vec::with_capacity(lines.len());
    for (at, (line, words)) in lines.iter().zip(words).enumerate() {
        all.push(now);
        if line.heading {
            now.heading = at;
            now.links = false;
        }
        now.links |= words.links;
        if words.tail && !words.ended {
            now.tail = true;
            now.tail_at = at;
        }
        now.heads = if words.head {
            now.heads + 1
        } else {
            now.heads.saturating_sub(1)
        };
    }
    all
}
