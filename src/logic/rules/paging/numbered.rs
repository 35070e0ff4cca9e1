//! Numbered pages: links whose text is a number that also occurs in their address. Input: the
//! links of a page. Output: which page is open and which link or address points to the next one.

use std::collections::BTreeMap;

use ego_tree::iter::Edge;
use scraper::{ElementRef, Node};
use url::Url;

use super::address::{CountedUnit, ParsedAddress, Slot, UrlRelation};
use super::candidate_links::{PagingLink, label};
use super::counting_down::pager_counts_down;
use super::words::{LinkLabel, is_current_name};
use crate::select::generation::compound::classes;

/// The maximum number of nodes of a pager searched for the mark of the open page.
const MAX_NODES: usize = 2_000;
/// The minimum number of entries in a pager that nothing else identifies as one.
const MIN_NUMBERS: usize = 2;

/// A row of numbered pages.
pub struct Pages<'l, 'a> {
    /// The number of the page that is open.
    pub current: u32,
    /// Whether a mark in the pager confirms it, besides the address.
    pub marked: bool,
    /// Whether the pages' addresses equal the open page's except for the number.
    pub own_list: bool,
    /// The number of different linked pages.
    pub linked: usize,
    /// The link to the page after the open one.
    pub next: Option<&'l PagingLink<'a>>,
    /// The address of that page by the pattern of the others, if it is not linked but later ones
    /// are.
    pub made: Option<Url>,
    /// One of its links.
    pub sample: &'l PagingLink<'a>,
    /// Whether the numbers of its addresses count items, not pages.
    pub by_items: bool,
    /// Whether the next page has a smaller number.
    pub counts_down: bool,
}

/// The rows of numbered pages among `links`.
pub fn rows<'l, 'a>(own: &ParsedAddress, links: &'l [PagingLink<'a>]) -> Vec<Pages<'l, 'a>> {
    let mut frames: BTreeMap<&str, Vec<Entry<'l, 'a>>> = BTreeMap::new();
    for link in links {
        let Some(number) = link.text.number.or(link.hint.number) else {
            continue;
        };
        for slot in &link.address.slots {
            let entry = Entry { number, slot, link };
            frames.entry(&slot.frame).or_default().push(entry);
        }
    }
    frames
        .into_values()
        .filter_map(|entries| row(own, links, &entries))
        .collect()
}

#[derive(Clone, Copy)]
struct Entry<'l, 'a> {
    number: u32,
    slot: &'l Slot,
    link: &'l PagingLink<'a>,
}

/// The value in the address is `step` × number + `zero`.
#[derive(Clone, Copy)]
struct Pattern {
    step: u64,
    /// The value of page 1.
    first: u64,
}

impl Pattern {
    fn of(entries: &[Entry<'_, '_>]) -> Option<Self> {
        let one = entries.first()?;
        let number = u64::from(one.number);
        let found = match entries.iter().find(|e| e.number != one.number) {
            Some(two) => {
                let (low, high) = if two.number > one.number {
                    (one, two)
                } else {
                    (two, one)
                };
                let pages = u64::from(high.number - low.number);
                let rise = high.slot.value.checked_sub(low.slot.value)?;
                let step = rise / pages;
                (step > 0 && step * pages == rise).then_some(())?;
                let below = step.checked_mul(u64::from(low.number) - 1)?;
                let first = low.slot.value.checked_sub(below)?;
                Self { step, first }
            }
            None => match one.slot.counts {
                CountedUnit::Items if number > 1 => Self {
                    step: one.slot.value / (number - 1),
                    first: one.slot.value % (number - 1),
                },
                _ => Self {
                    step: 1,
                    first: one.slot.value.checked_sub(number - 1)?,
                },
            },
        };
        let fits = |e: &Entry<'_, '_>| found.value(e.number) == Some(e.slot.value);
        let sound = found.step > 0 && found.first <= found.step && entries.iter().all(fits);
        sound.then_some(found)
    }

    fn value(self, number: u32) -> Option<u64> {
        let pages = u64::from(number).checked_sub(1)?;
        self.step.checked_mul(pages)?.checked_add(self.first)
    }

    fn number(self, value: u64) -> Option<u32> {
        let above = value.checked_sub(self.first)?;
        let whole = above % self.step == 0;
        u32::try_from(above / self.step + 1).ok().filter(|_| whole)
    }
}

fn row<'l, 'a>(
    own: &ParsedAddress,
    links: &[PagingLink<'a>],
    entries: &[Entry<'l, 'a>],
) -> Option<Pages<'l, 'a>> {
    let pattern = Pattern::of(entries)?;
    let sample = entries.first()?;
    let own_value = own.slots.iter().find(|s| s.frame == sample.slot.frame);
    let by_address = own_value.and_then(|slot| pattern.number(slot.value));
    let is_first = || {
        let bare = entries
            .iter()
            .any(|e| e.slot.without.as_deref() == Some(own.plain()));
        let alike = |e: &Entry<'_, '_>| matches!(e.link.relation, UrlRelation::Page { from: None, to, .. } if to == e.slot.value);
        bare || entries.iter().any(alike)
    };
    let own_list = by_address.is_some() || is_first();
    let numbers: Vec<u32> = entries.iter().map(|e| e.number).collect();
    let mark = marked(&block(entries), &numbers);
    let current = by_address.or(mark).or_else(|| own_list.then_some(1))?;
    let counts_down = pager_counts_down(own, links, (sample.slot, &numbers), mark);
    let after = match counts_down {
        true => current.checked_sub(1),
        false => current.checked_add(1),
    };
    let next = entries.iter().find(|e| Some(e.number) == after);
    let mut linked = numbers;
    linked.sort_unstable();
    linked.dedup();
    if !own_list && linked.len() < MIN_NUMBERS && sample.slot.counts == CountedUnit::Unknown {
        return None;
    }
    let goes_on = match counts_down {
        true => linked.first().is_some_and(|first| *first < current),
        false => linked.last().is_some_and(|last| *last > current),
    };
    let made = (next.is_none() && goes_on && (mark.is_some() || by_address.is_some()))
        .then(|| {
            let value = pattern.value(after?)?;
            sample.link.address.with_number(sample.slot, value)
        })
        .flatten();
    Some(Pages {
        current,
        marked: mark == Some(current),
        own_list,
        linked: linked.len(),
        next: next.map(|e| e.link),
        made,
        sample: sample.link,
        by_items: pattern.step > 1,
        counts_down,
    })
}

/// The first run of entries with rising numbers: one pager if there are two, above and below.
fn block<'a>(entries: &[Entry<'_, 'a>]) -> Vec<ElementRef<'a>> {
    let mut last = 0;
    entries
        .iter()
        .take_while(|e| {
            let rises = e.number > last;
            last = e.number;
            rises
        })
        .map(|e| e.link.element)
        .collect()
}

/// The number of the open page, as its pager shows it.
fn marked(links: &[ElementRef<'_>], numbers: &[u32]) -> Option<u32> {
    let around = common(links)?;
    let mut plain: Vec<u32> = Vec::new();
    let mut in_link = None;
    for edge in around.traverse().take(MAX_NODES) {
        match edge {
            Edge::Open(node) => {
                if let Some(element) = ElementRef::wrap(node) {
                    if let Some(number) = shown_as_current(element) {
                        return Some(number);
                    }
                    if element.value().name() == "a" && element.attr("href").is_some() {
                        in_link = in_link.or(Some(node.id()));
                    }
                } else if let (Node::Text(text), None) = (node.value(), in_link) {
                    let read = LinkLabel::read(text);
                    if let Some((at, _)) = read.position {
                        return Some(at);
                    }
                    plain.extend(read.number);
                }
            }
            Edge::Close(node) if in_link == Some(node.id()) => in_link = None,
            Edge::Close(_) => {}
        }
    }
    plain.retain(|n| !numbers.contains(n));
    plain.dedup();
    match plain.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// The number an element shows, if it is marked as the entry of the open page.
fn shown_as_current(element: ElementRef<'_>) -> Option<u32> {
    let by_aria = element
        .attr("aria-current")
        .is_some_and(|value| value != "false");
    if !by_aria && !classes(element).any(is_current_name) {
        return None;
    }
    LinkLabel::read(&label(element)).number
}

/// The nearest common ancestor of `elements`; for a single one its grandparent, since pager entries
/// are wrapped.
fn common<'a>(elements: &[ElementRef<'a>]) -> Option<ElementRef<'a>> {
    let (first, rest) = elements.split_first()?;
    let above = |e: ElementRef<'a>| e.ancestors().filter_map(ElementRef::wrap);
    let Some(last) = rest.last() else {
        return above(*first).take(2).last();
    };
    let chain: Vec<_> = above(*last).collect();
    above(*first).find(|e| chain.contains(e))
}
