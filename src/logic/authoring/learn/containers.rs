//! Which elements may be the containers of records, for picks inside them: the elements like a pick,
//! the largest that hold one of them each, and how well containers fit them. Input: a page, elements
//! or alternatives. Output: elements, scores. How a container is learned from picks of fields alone
//! is in `induce::records`; the choice for an open rule in the engine's `workbench::author`.

use std::collections::{HashMap, HashSet};

use scraper::ElementRef;

use super::{Ranked, alike, learn_containers};
use crate::page::{ElementIndex, Page};
use crate::rules::Alternative;
use crate::select::{Selector, SelectorKind};

/// The maximum number of likenesses of a pick that are checked.
const MAX_LIKES: usize = 3_000;
/// The minimum agreement of a container's selector with its intended elements.
const MIN_AGREEMENT: f64 = 0.8;

/// The elements that a CSS or XPath alternative matches on the whole page.
pub fn elements_of(page: &Page, way: &Alternative) -> Vec<ElementIndex> {
    let (kind, source) = match (&way.css, &way.xpath) {
        (Some(css), _) => (SelectorKind::Css, css),
        (_, Some(xpath)) => (SelectorKind::XPath, xpath),
        _ => return Vec::new(),
    };
    Selector::compile(kind, source)
        .map(|selector| selector.matching(page, None))
        .unwrap_or_default()
}

/// Whether two picks of one field are in one of these containers, though others hold one each.
pub fn doubles(
    page: &Page,
    containers: &[ElementIndex],
    places: &[(String, usize, ElementIndex)],
    at: usize,
) -> bool {
    let mut seen: Vec<(&str, ElementIndex)> = Vec::new();
    for (name, other, element) in places {
        if *other != at {
            continue;
        }
        let Some(own) = holder(page, containers, *element) else {
            continue;
        };
        if seen.contains(&(name, own)) {
            return true;
        }
        seen.push((name, own));
    }
    false
}

/// Scores containers: those with one likeness count for it, those with several against it.
pub fn worth(page: &Page, containers: &[ElementIndex], likes: &[ElementIndex]) -> i64 {
    let mut held: HashMap<ElementIndex, i64> = HashMap::new();
    for like in likes {
        if let Some(own) = holder(page, containers, *like) {
            *held.entry(own).or_default() += 1;
        }
    }
    let singles = held.values().filter(|count| **count == 1).count();
    let several = held.len() - singles;
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    number(singles) - 2 * number(several)
}

/// How deep in the page the first of `elements` is.
pub fn depth(page: &Page, elements: &[ElementIndex]) -> u32 {
    let first = elements.first().and_then(|element| page.element(*element));
    let depth = first.map_or(0, |element| element.ancestors().count());
    u32::try_from(depth).unwrap_or(u32::MAX)
}

/// The elements like the picked one; only itself if there are none.
pub fn likes_of(page: &Page, element: ElementIndex) -> Vec<ElementIndex> {
    let found = alike(page, element).map(|css| {
        elements_of(
            page,
            &Alternative {
                css: Some(css),
                ..Alternative::default()
            },
        )
    });
    let mut likes = found.unwrap_or_else(|| vec![element]);
    likes.truncate(MAX_LIKES);
    likes
}

/// The largest elements that hold one of `likes` each, with their alternative.
pub fn climbed(
    page: &Page,
    likes: &[ElementIndex],
    picked: ElementIndex,
) -> Option<(Ranked, Vec<ElementIndex>)> {
    let mut held: HashMap<ElementIndex, usize> = HashMap::new();
    for like in likes {
        for around in around(page, *like) {
            *held.entry(around).or_default() += 1;
        }
    }
    let top = |element: ElementIndex| {
        let alone = around(page, element).take_while(|e| held.get(e).is_none_or(|n| *n <= 1));
        alone.last().unwrap_or(element)
    };
    let mut wanted: Vec<ElementIndex> = likes.iter().map(|like| top(*like)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.len() < 2 {
        return None;
    }
    let first = top(picked);
    let other = wanted.iter().copied().find(|element| *element != first);
    let mut examples = vec![(0, first)];
    examples.extend(other.map(|element| (0, element)));
    let mut ways = learn_containers(&[page], &examples, &[]);
    if ways.is_empty() {
        ways = learn_containers(&[page], &[(0, first)], &[]);
    }
    let (way, agreement) = closest(page, &ways, &wanted)?;
    if agreement < MIN_AGREEMENT {
        return None;
    }
    let elements = elements_of(page, &way.alternative);
    Some((way, elements))
}

/// The alternative whose elements best match `wanted`, with their agreement from 0 to 1 (Jaccard).
pub fn closest(page: &Page, ways: &[Ranked], wanted: &[ElementIndex]) -> Option<(Ranked, f64)> {
    let mut best: Option<(Ranked, f64)> = None;
    let wanted: HashSet<ElementIndex> = wanted.iter().copied().collect();
    for way in ways {
        let found = elements_of(page, &way.alternative);
        let both = found.iter().filter(|e| wanted.contains(e)).count();
        let all = found.len() + wanted.len() - both;
        let number = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        let agreement = number(both) / number(all.max(1));
        if best.as_ref().is_none_or(|(_, most)| agreement > *most) {
            best = Some((way.clone(), agreement));
        }
    }
    best
}

/// The innermost of `containers` (in page order) that is or holds `element`.
pub fn holder(
    page: &Page,
    containers: &[ElementIndex],
    element: ElementIndex,
) -> Option<ElementIndex> {
    around(page, element).find(|around| containers.binary_search(around).is_ok())
}

/// An element and those around it, from the inside out.
fn around(page: &Page, element: ElementIndex) -> impl Iterator<Item = ElementIndex> + '_ {
    let element = page.element(element).into_iter();
    element
        .flat_map(|e| std::iter::once(e).chain(e.ancestors().filter_map(ElementRef::wrap)))
        .filter_map(|e| page.index_of(e))
}
