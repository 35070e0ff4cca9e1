//! Common content of the pages of one site: fingerprints of their text runs (after VB-PTC, see
//! [`super::methods::vbptc`]) with the pages that each was seen on. Input: pages of a site.
//! Output: which runs of another page are template rather than content. Memory is bounded
//! whatever is learned; a run seen nowhere else is never template.

#[cfg(test)]
mod tests;
mod text_runs;

use std::collections::{BTreeMap, BTreeSet};

use super::features::BodyTree;
use crate::page::Page;
use text_runs::Runs;

/// The maximum number of known pages: one bit of [`Templates::prints`] each.
const MAX_PAGES: usize = 32;

/// Once that many are known, one page in so many replaces the oldest: a site may be redesigned, and
/// a crawl must not pay for every page.
const EVERY: u64 = 16;

/// The maximum number of fingerprints, some 100 bytes each: those on few pages are removed first.
const MAX_PRINTS: usize = 8_192;

/// The maximum number of runs learned from one page.
const MAX_RUNS: usize = 2_048;

/// A run is template from this share of the other pages on, a quarter: sites have several kinds of
/// pages, each with its own template.
const SHARE: u32 = 4;

/// The common content of one site's pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Templates {
    /// Hashed names of the known pages; the index is the bit.
    pages: Vec<u64>,
    /// The number of pages offered.
    offered: u64,
    /// The index of the next page once all are used.
    next: usize,
    /// Fingerprints with the pages that have them.
    prints: BTreeMap<u64, u32>,
}

impl Templates {
    /// Learns from `page`, a page of the site with the unique `name`, such as its address. A known
    /// page is ignored, and of many only some are used.
    ///
    /// Returns whether anything was learned.
    pub fn learn(&mut self, page: &Page, name: &str) -> bool {
        self.takes(name) && {
            self.add(&Runs::of(&BodyTree::of(page)), name);
            true
        }
    }

    /// Whether a page is to be learned; counts it as offered.
    fn takes(&mut self, name: &str) -> bool {
        if self.pages.contains(&hashed(name)) {
            return false;
        }
        let offered = self.offered;
        self.offered = offered.saturating_add(1);
        self.pages.len() < MAX_PAGES || offered.is_multiple_of(EVERY)
    }

    /// The number of known pages.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    fn add(&mut self, runs: &Runs, name: &str) {
        let place = if self.pages.len() < MAX_PAGES {
            self.pages.push(hashed(name));
            self.pages.len() - 1
        } else {
            let place = self.next % MAX_PAGES;
            self.next = (place + 1) % MAX_PAGES;
            if let Some(page) = self.pages.get_mut(place) {
                *page = hashed(name);
            }
            self.forget(place);
            place
        };
        let bit = bit(place);
        for run in runs.all.iter().take(MAX_RUNS) {
            *self.prints.entry(run.print).or_default() |= bit;
        }
        let mut least = 1;
        while self.prints.len() > MAX_PRINTS {
            self.prints
                .retain(|_, pages| pages.count_ones() > least || *pages & bit != 0 && least == 1);
            least += 1;
        }
    }

    /// Removes the runs of the page at `place`.
    fn forget(&mut self, place: usize) {
        let others = !bit(place);
        self.prints.retain(|_, pages| {
            *pages &= others;
            *pages != 0
        });
    }

    /// Which runs of the page `name` are template: seen on a share of the other pages. Pages with
    /// nearly the same text do not count, unless most are: they are the same article again (a print
    /// version, a repost) rather than a template.
    fn known(&self, runs: &Runs, name: &str) -> Vec<bool> {
        let own = self.pages.iter().position(|page| *page == hashed(name));
        let others = !own.map_or(0, bit);
        let seen_on =
            |run: &text_runs::TextRun| self.prints.get(&run.print).copied().unwrap_or(0) & others;
        let on: Vec<u32> = runs.all.iter().map(seen_on).collect();
        let counted = others & !self.reposts(runs, &on, own.is_some());
        let pages = self.all_bits() & counted;
        let least = (pages.count_ones() / SHARE).max(1);
        on.iter()
            .map(|on| (on & counted).count_ones() >= least)
            .collect()
    }

    /// The pages with more than half of this one's sentences.
    fn reposts(&self, runs: &Runs, on: &[u32], learned: bool) -> u32 {
        let total: usize = runs.all.iter().map(|run| run.valid).sum();
        let others = self.pages.len() - usize::from(learned);
        let mut alike = 0;
        for place in 0..self.pages.len() {
            let shared = runs.all.iter().zip(on);
            let shared = shared.filter(|(_, on)| *on & bit(place) != 0);
            let valid: usize = shared.map(|(run, _)| run.valid).sum();
            if valid * 2 > total {
                alike |= bit(place);
            }
        }
        // With two equal pages it is unknown whether everything is template.
        if others <= 1 || alike.count_ones() as usize * 2 <= others {
            alike
        } else {
            0
        }
    }

    fn all_bits(&self) -> u32 {
        (0..self.pages.len()).map(bit).fold(0, |all, one| all | one)
    }
}

/// The bit of the page at `place`.
fn bit(place: usize) -> u32 {
    u32::try_from(place)
        .ok()
        .and_then(|place| 1_u32.checked_shl(place))
        .unwrap_or(0)
}

fn hashed(name: &str) -> u64 {
    text_runs::hash(name.bytes().map(u64::from))
}

/// A named page of a site whose templates are known.
#[derive(Clone, Copy, Debug)]
pub struct OfSite<'a> {
    /// The templates of the site, which may include this page.
    pub templates: &'a Templates,
    /// The name under which the page would be learned.
    pub page: &'a str,
}

impl OfSite<'_> {
    /// `tree` without the template's sentences; `None` if it has none. Labels and menus stay: they
    /// are never taken as content, and the words above a list of links show where a text ends.
    pub(super) fn without_template<'t>(self, tree: &BodyTree<'t>) -> Option<BodyTree<'t>> {
        let marks = self.marks_of(tree, |run| run.valid > 0);
        marks.contains(&true).then(|| blanked(tree, &marks))
    }

    /// `text`, extracted from `tree`, without lines that are template sentences; `None` if those
    /// are more than half of it, so that extraction chose the wrong part.
    ///
    /// The features of extraction (shares of boxes, words at its end) are trained on whole pages,
    /// so lines are removed afterwards if that is enough.
    pub(super) fn own_lines(self, tree: &BodyTree<'_>, text: &str) -> Option<String> {
        let runs = Runs::of(tree);
        let known = self.templates.known(&runs, self.page);
        let runs = runs
            .all
            .iter()
            .zip(known)
            .filter(|(run, known)| *known && run.valid > 0);
        let texts: BTreeSet<u64> = runs.map(|(run, _)| run.text).collect();
        if texts.is_empty() {
            return Some(text.to_owned());
        }
        let own = text
            .lines()
            .filter(|line| !texts.contains(&text_runs::of_text(line)));
        let own = own.collect::<Vec<_>>().join("\n");
        (own.len() * 2 >= text.len()).then_some(own)
    }

    /// Which items of `tree` are template texts.
    pub(super) fn marks(self, tree: &BodyTree<'_>) -> Vec<bool> {
        self.marks_of(tree, |_| true)
    }

    fn marks_of(
        self,
        tree: &BodyTree<'_>,
        wanted: impl Fn(&text_runs::TextRun) -> bool,
    ) -> Vec<bool> {
        let runs = Runs::of(tree);
        let mut known = self.templates.known(&runs, self.page);
        for (known, run) in known.iter_mut().zip(&runs.all) {
            *known &= wanted(run);
        }
        let of = |run: &Option<u32>| run.and_then(|run| known.get(run as usize).copied());
        runs.of.iter().map(|run| of(run).unwrap_or(false)).collect()
    }
}

/// `tree` without the texts selected by `marks`: the same items with the same numbers, but those
/// texts are empty.
fn blanked<'a>(tree: &BodyTree<'a>, marks: &[bool]) -> BodyTree<'a> {
    let mut items = tree.items.clone();
    for (at, _) in marks.iter().enumerate().filter(|(_, mark)| **mark) {
        let Some(item) = items.get_mut(at).filter(|item| item.element.is_none()) else {
            continue;
        };
        let (chars, link_chars, valid) = (item.chars, item.link_chars, item.valid);
        item.text = "";
        (item.chars, item.link_chars, item.valid) = (0, 0, 0);
        let mut above = item.parent;
        // Pages are at most some hundred levels deep, and the body is its own parent.
        while let Some(item) = items.get_mut(above) {
            item.chars = item.chars.saturating_sub(chars);
            item.link_chars = item.link_chars.saturating_sub(link_chars);
            item.valid = item.valid.saturating_sub(valid);
            if item.parent == above {
                break;
            }
            above = item.parent;
        }
    }
    BodyTree { items }
}
