//! Finds the part of a page that shows a known text. Input: a page and the text as runs of
//! words. Output: how many words of any element belong to it, and the element that holds it
//! best.

use std::collections::HashSet;
use std::ops::Range;

use crate::authoring::repair::candidates::thresholds::text_coverage::RUN;
use crate::authoring::repair::pages::index::ElementTexts;
use crate::authoring::repair::pages::{run_hash, runs, words};
use crate::authoring::repair::value_comparison::{count, harmonic};
use crate::page::ElementIndex;

/// A text to find again.
pub(crate) struct TargetText {
    runs: HashSet<u64>,
    len: usize,
}

impl TargetText {
    /// The text `text`.
    pub fn of(text: &str) -> Self {
        let words = words(text);
        Self {
            runs: runs(&words),
            len: words.len(),
        }
    }

    /// Whether there is nothing to find.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The likeness of `text` to it: F-measure over runs of words.
    pub fn likeness(&self, text: &str) -> f64 {
        let words = words(text);
        let found = runs(&words);
        if self.runs.is_empty() || found.is_empty() {
            return 0.0;
        }
        let both = count(self.runs.intersection(&found).count());
        let alike = harmonic(both / count(self.runs.len()), both / count(found.len()));
        // A repeated headline adds words, but no run.
        let (short, long) = (self.len.min(words.len()), self.len.max(words.len()));
        alike * (0.5 + 0.5 * count(short) / count(long.max(1)))
    }
}

/// The words of a page that belong to a text.
pub(crate) struct TextCover {
    /// Prefix sums of the covered words.
    sums: Vec<u32>,
    wanted: usize,
}

impl TextCover {
    /// Marks the words of `lens` that belong to `wanted`.
    pub fn of(lens: &ElementTexts<'_>, wanted: &TargetText) -> Self {
        let words = lens.words();
        let run = RUN.min(wanted.len.max(1));
        let mut marked = vec![false; words.len()];
        for (start, window) in words.windows(run).enumerate() {
            if wanted.runs.contains(&run_hash(window)) {
                let end = start + run;
                if let Some(part) = marked.get_mut(start..end) {
                    part.fill(true);
                }
            }
        }
        let mut sums = Vec::with_capacity(words.len() + 1);
        let mut sum = 0;
        sums.push(sum);
        for mark in marked {
            sum += u32::from(mark);
            sums.push(sum);
        }
        Self {
            sums,
            wanted: wanted.len,
        }
    }

    /// The number of covered words in a range.
    pub fn covered(&self, span: &Range<usize>) -> usize {
        let at = |place: usize| self.sums.get(place).copied().unwrap_or(0);
        usize::try_from(at(span.end).saturating_sub(at(span.start))).unwrap_or(0)
    }

    /// The number of words of the text itself, however often the page shows some of them.
    pub fn wanted(&self) -> usize {
        self.wanted
    }

    /// The share of the wanted text in some ranges, and the share of these ranges that is wanted.
    pub fn shares(&self, spans: &[Range<usize>]) -> (f64, f64) {
        let covered: usize = spans.iter().map(|s| self.covered(s)).sum();
        let all: usize = spans.iter().map(Range::len).sum();
        let recall = count(covered.min(self.wanted)) / count(self.wanted.max(1));
        (recall, count(covered) / count(all.max(1)))
    }

    /// F-measure of [`TextCover::shares`].
    pub fn fit(&self, spans: &[Range<usize>]) -> f64 {
        let (recall, precision) = self.shares(spans);
        harmonic(recall, precision)
    }

    /// The element inside `range` that holds the text best; on a tie, the innermost.
    pub fn best(
        &self,
        lens: &ElementTexts<'_>,
        range: &Range<ElementIndex>,
    ) -> Option<(ElementIndex, f64)> {
        let scored = range.clone().map(|e| (e, self.fit(&[lens.span(e)])));
        scored
            .filter(|(_, fit)| *fit > 0.0)
            .fold(None, |best, next| match best {
                Some((_, fit)) if fit > next.1 => best,
                _ => Some(next),
            })
    }
}

/// Elements that may be the content or a part of it: the one that holds the text best, its
/// ancestors, and its larger parts.
pub(super) fn starts(
    lens: &ElementTexts<'_>,
    range: &Range<ElementIndex>,
    cover: &TextCover,
) -> Vec<ElementIndex> {
    let Some((best, _)) = cover.best(lens, range) else {
        return Vec::new();
    };
    let mut starts: Vec<ElementIndex> = lens
        .around(best)
        .take(3)
        .filter(|e| range.contains(e) && !matches!(lens.tag(*e), "body" | "html"))
        .collect();
    let pure = |element: &ElementIndex| {
        let span = lens.span(*element);
        let covered = cover.covered(&span);
        span.len() > 12 && 10 * covered >= 9 * span.len()
    };
    let parts: Vec<ElementIndex> = lens.within(best).skip(1).filter(pure).collect();
    // Outermost parts only, longest first: there may be advertisements between them.
    let mut outer: Vec<ElementIndex> = Vec::new();
    for part in parts {
        if outer
            .last()
            .is_none_or(|last| !lens.within(*last).contains(&part))
        {
            outer.push(part);
        }
    }
    outer.sort_by_key(|e| std::cmp::Reverse(lens.span(*e).len()));
    starts.extend(outer.into_iter().take(2));
    starts
}

/// For each given element, its largest ancestor that contains none of the others.
pub(crate) fn regions(lens: &ElementTexts<'_>, located: &[ElementIndex]) -> Vec<ElementIndex> {
    let mut sorted = located.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let alone = |region: ElementIndex| {
        let range = lens.within(region);
        let from = sorted.partition_point(|e| *e < range.start);
        let to = sorted.partition_point(|e| *e < range.end);
        to - from <= 1
    };
    located
        .iter()
        .map(|element| {
            lens.around(*element)
                .take_while(|around| alone(*around))
                .last()
                .unwrap_or(*element)
        })
        .collect()
}
