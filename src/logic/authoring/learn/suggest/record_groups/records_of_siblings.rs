//! Records that consist of several siblings: a row with a name and a row with the text, a heading
//! and its paragraph, repeatedly. Input: the tree. Output: the first elements of such
//! records. The idea is that of generalised nodes (Liu, Grossman, Zhai: Mining Data Records in Web
//! Pages, 2003); here neighbours are compared by a hash of their structure, so it takes one pass.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash as _, Hasher as _};

use super::super::tree::{At, Tree};
use super::group_refinement::{distinctive_part, stem};
use super::{GroupSelector, companion, paths};
use crate::select::generation::compound::{
    Compound, StepRelation, candidates, nth_of_type, stable_classes, to_css,
};

/// The maximum number of siblings in one record.
const MAX_PERIOD: usize = 4;
/// The minimum number of records.
const MIN_RECORDS: usize = 3;
/// The maximum number of children read of one parent.
const MAX_CHILDREN: usize = 2_000;
/// The maximum number of parents with such records.
const MAX_FOUND: usize = 60;
/// The maximum number of records whose siblings are compared with them.
const MAX_COMPARED: usize = 6;
/// The maximum number of elements of one sibling whose names are read.
const MAX_NAMED: usize = 60;
/// The number of elements of one child that are hashed.
const MAX_INSIDE: usize = 12;

/// Groups of first elements, each with its selector.
pub fn groups(tree: &Tree<'_>) -> Vec<(Vec<At>, GroupSelector)> {
    let mut found = Vec::new();
    for parent in 0..tree.elements.len() {
        // A record has at least two characters, otherwise there is nothing to compare.
        if tree.chars(parent) < 2 * MIN_RECORDS || tree.end(parent) - parent < 2 * MIN_RECORDS {
            continue;
        }
        let children = children(tree, parent);
        if children.len() < 2 * MIN_RECORDS {
            continue;
        }
        let Some((heads, others)) = periodic(tree, &children) else {
            continue;
        };
        if let Some(which) = distinguishing_selector(tree, &heads, &others) {
            found.push((heads, GroupSelector::Parent(parent, Some(which))));
        }
        if found.len() >= MAX_FOUND {
            break;
        }
    }
    found
}

fn children(tree: &Tree<'_>, parent: At) -> Vec<At> {
    let end = tree.end(parent);
    let next = |at: &At| Some(tree.end(*at)).filter(|next| *next < end);
    let first = Some(parent + 1).filter(|first| *first < end);
    std::iter::successors(first, next)
        .take(MAX_CHILDREN)
        .collect()
}

/// The first elements of the records, and the parent's other children: elements of one structure
/// that recur after the same number of siblings, nearly always.
fn periodic(tree: &Tree<'_>, children: &[At]) -> Option<(Vec<At>, Vec<At>)> {
    let mut by_make: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (place, at) in children.iter().enumerate() {
        by_make.entry(make(tree, *at)).or_default().push(place);
    }
    let mut best: Option<(usize, &Vec<usize>)> = None;
    for places in by_make.values().filter(|p| p.len() >= MIN_RECORDS) {
        let gaps = || {
            places
                .windows(2)
                .filter_map(|p| p.last()?.checked_sub(*p.first()?))
        };
        let Some(period) = gaps().min().filter(|p| (2..=MAX_PERIOD).contains(p)) else {
            continue;
        };
        let even = gaps().filter(|gap| *gap == period).count();
        let heads: Vec<At> = places
            .iter()
            .take(MAX_COMPARED)
            .filter_map(|n| children.get(*n).copied())
            .collect();
        if even * 5 < (places.len() - 1) * 4 || !continues_in_siblings(tree, &heads, period - 1) {
            continue;
        }
        let held = period * places.len();
        let earlier = |known: &Vec<usize>| places.first() < known.first();
        if best.is_none_or(|(most, known)| held > most || (held == most && earlier(known))) {
            best = Some((held, places));
        }
    }
    let (_, places) = best?;
    let heads: Vec<At> = places
        .iter()
        .filter_map(|n| children.get(*n).copied())
        .collect();
    let others = children.iter().copied().filter(|at| !heads.contains(at));
    let alike = heads.iter().all(|at| tree.chars(*at) > 0);
    alike.then(|| (heads.clone(), others.collect()))
}

/// Whether most of `items` extend over the `count` siblings after them: these differ in structure,
/// tags or names. Rows that only alternate in their own names are separate records.
pub fn continues_in_siblings(tree: &Tree<'_>, items: &[At], count: usize) -> bool {
    let unlike = |at: &&At| {
        let one = marks(tree, **at);
        (1..=count).any(|n| {
            let other = companion(tree, **at, n).map(|next| marks(tree, next));
            let other = other.unwrap_or_default();
            one.intersection(&other).count() * 10 < one.union(&other).count() * 7
        })
    };
    let read = items.len().min(MAX_COMPARED);
    items.iter().take(read).filter(unlike).count() * 2 > read
}

/// The tag paths of an element, and the names of its descendants.
fn marks(tree: &Tree<'_>, at: At) -> BTreeSet<u64> {
    let mut marks = paths(tree, at, 0);
    for inner in (at + 1..tree.end(at)).take(MAX_NAMED) {
        let Some(element) = tree.elements.get(inner) else {
            break;
        };
        for class in stable_classes(*element) {
            let mut hash = std::hash::DefaultHasher::new();
            (tree.name(inner), stem(class)).hash(&mut hash);
            marks.insert(hash.finish());
        }
    }
    marks
}

/// A hash of an element's structure: its tag and classes, and the tags and classes of the first
/// elements inside, without counters.
fn make(tree: &Tree<'_>, at: At) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |text: &str| {
        for byte in text.bytes().chain([b'/']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(tree.name(at));
    let inside = tree.end(at);
    let mut child = at + 1;
    let mut count = 0;
    while child < inside && count < MAX_INSIDE {
        let name = tree.name(child);
        if matches!(
            name,
            "td" | "th" | "div" | "h1" | "h2" | "h3" | "h4" | "table"
        ) {
            add(name);
            let element = tree.elements.get(child);
            let class = element.and_then(|e| stable_classes(*e).first().copied());
            add(stem(class.unwrap_or_default()));
        }
        child = tree.end(child);
        count += 1;
    }
    hash
}

/// A feature of the heads that the others lack, as the end of a selector.
fn distinguishing_selector(tree: &Tree<'_>, heads: &[At], others: &[At]) -> Option<String> {
    let first = *tree.elements.get(*heads.first()?)?;
    let same_tag: Vec<At> = others
        .iter()
        .copied()
        .filter(|at| tree.name(*at) == first.value().name())
        .collect();
    if same_tag.is_empty() {
        return Some(String::new());
    }
    let fits = |at: &At, own: &Compound| tree.elements.get(*at).is_some_and(|e| own.fits(*e));
    let own = candidates(first).into_iter().find(|own| {
        own.id.is_none()
            && own.is_specific()
            && heads.iter().all(|at| fits(at, own))
            && !same_tag.iter().any(|at| fits(at, own))
    });
    let css = |steps: Compound| to_css(&vec![(StepRelation::Descendant, steps)]);
    if let Some(own) = own {
        return Some(
            css(Compound { tag: None, ..own })
                .trim_start_matches('*')
                .to_owned(),
        );
    }
    if let Some(part) = distinctive_part(tree, heads, &same_tag) {
        return Some(format!(":has({})", css(part)));
    }
    let place = |at: &At| tree.elements.get(*at).map(|e| nth_of_type(*e));
    let places: Vec<usize> = heads.iter().filter_map(place).collect();
    let (one, two) = (places.first()?, places.get(1)?);
    let step = two.checked_sub(*one).filter(|step| *step > 1)?;
    let even = places
        .windows(2)
        .all(|p| matches!(p, [a, b] if *b == *a + step));
    let last = same_tag.iter().filter_map(place).max().unwrap_or(0);
    let exact = even && last < places.last()? + step;
    exact.then(|| format!(":nth-of-type({step}n+{one})"))
}
