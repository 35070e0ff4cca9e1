//! Searches for a selector that matches one element only: the shortest one based on names that are
//! likely to persist, with positions as a last resort.

use scraper::ElementRef;

use super::compound::{
    Compound, StepRelation, Steps, candidates, nth_of_type, stable_classes, to_css, to_xpath,
};
use crate::page::{ElementIndex, Page};
use crate::select::{Selector, SelectorKind};

/// How many ancestors are tried as an anchor.
const MAX_ANCHORS: usize = 12;

/// How many ancestor names are searched on the whole page before falling back to positions from the
/// root.
const MAX_TRIES: usize = 40;

/// Elements that structure a page, whose tag alone is a good anchor.
pub const LANDMARKS: [&str; 8] = [
    "main", "article", "header", "footer", "nav", "aside", "figure", "table",
];

/// The steps that match only `element`.
pub fn steps(page: &Page, element: ElementRef<'_>) -> Steps {
    by_names(page, element).unwrap_or_else(|| by_position(page, element))
}

/// A CSS selector that matches element `index` only: that of `steps` if running it confirms this,
/// else the path of positions from the root.
pub fn css(page: &Page, index: ElementIndex, steps: &Steps) -> String {
    let short = to_css(steps);
    if finds_only(page, SelectorKind::Css, &short, index) {
        return short;
    }
    let mut parts = from_root(page, index, |nth| format!(":nth-child({nth})"));
    if let Some(first) = parts.first_mut() {
        ":root".clone_into(first);
    }
    parts.join(" > ")
}

/// As [`css`], in XPath.
pub fn xpath(page: &Page, index: ElementIndex, steps: &Steps) -> String {
    let short = to_xpath(steps);
    if finds_only(page, SelectorKind::XPath, &short, index) {
        return short;
    }
    from_root(page, index, |nth| format!("/*[{nth}]")).concat()
}

fn finds_only(page: &Page, kind: SelectorKind, source: &str, index: ElementIndex) -> bool {
    Selector::compile(kind, source).is_ok_and(|s| s.matching(page, None) == [index])
}

/// Joins a part for each element from the root down, made from its position among all its siblings.
fn from_root(page: &Page, index: ElementIndex, part: impl Fn(usize) -> String) -> Vec<String> {
    let mut parts = Vec::new();
    let mut next = page.element(index);
    while let Some(element) = next {
        let before = element.prev_siblings().filter(|s| s.value().is_element());
        parts.push(part(1 + before.count()));
        next = element.parent().and_then(ElementRef::wrap);
    }
    parts.reverse();
    parts
}

/// One compound, or one below an ancestor's.
fn by_names(page: &Page, element: ElementRef<'_>) -> Option<Steps> {
    let own: Vec<(Compound, Vec<ElementRef<'_>>)> = candidates(element)
        .into_iter()
        .map(|compound| {
            let fitting = page.elements().filter(|e| compound.fits(*e)).collect();
            (compound, fitting)
        })
        .collect();
    for (compound, fitting) in &own {
        if fitting.len() == 1 {
            return Some(vec![(StepRelation::Descendant, compound.clone())]);
        }
    }
    let ancestors = element.ancestors().filter_map(ElementRef::wrap);
    for (level, ancestor) in ancestors.take(MAX_ANCHORS).enumerate() {
        for anchor in anchors(ancestor) {
            for (compound, fitting) in &own {
                let below = |e: &&ElementRef<'_>| has_ancestor(**e, &anchor);
                let step = |relation, compound: &Compound| {
                    let top = (StepRelation::Descendant, anchor.clone());
                    Some(vec![top, (relation, compound.clone())])
                };
                if fitting.iter().filter(below).nth(1).is_none() {
                    return step(StepRelation::Descendant, compound);
                }
                let directly = |e: &&ElementRef<'_>| has_parent(**e, &anchor);
                if level == 0 && fitting.iter().filter(directly).nth(1).is_none() {
                    return step(StepRelation::Child, compound);
                }
            }
        }
    }
    None
}

fn anchors(ancestor: ElementRef<'_>) -> Vec<Compound> {
    let mut anchors = candidates(ancestor);
    anchors.retain(|anchor| {
        anchor.is_specific()
            || anchor
                .tag
                .as_deref()
                .is_some_and(|tag| LANDMARKS.contains(&tag))
    });
    anchors
}

fn has_ancestor(element: ElementRef<'_>, anchor: &Compound) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .any(|ancestor| anchor.fits(ancestor))
}

fn has_parent(element: ElementRef<'_>, anchor: &Compound) -> bool {
    let parent = element.parent().and_then(ElementRef::wrap);
    parent.is_some_and(|parent| anchor.fits(parent))
}

/// Child by child from the nearest ancestor that a name identifies, each distinguished from its
/// siblings.
fn by_position(page: &Page, element: ElementRef<'_>) -> Steps {
    let mut below = vec![(StepRelation::Child, among_siblings(element))];
    let mut tries = MAX_TRIES;
    for ancestor in element.ancestors().filter_map(ElementRef::wrap) {
        for anchor in anchors(ancestor) {
            tries = tries.saturating_sub(1);
            let alone = || page.elements().filter(|e| anchor.fits(*e)).nth(1).is_none();
            if tries > 0 && alone() {
                below.push((StepRelation::Descendant, anchor));
                below.reverse();
                return below;
            }
        }
        below.push((StepRelation::Child, among_siblings(ancestor)));
    }
    below.reverse();
    below
}

/// What distinguishes `element` from its siblings: its tag, else a class, else its position.
pub fn among_siblings(element: ElementRef<'_>) -> Compound {
    let alone = |compound: &Compound| {
        let siblings = element.parent().into_iter().flat_map(|p| p.children());
        siblings
            .filter_map(ElementRef::wrap)
            .filter(|s| compound.fits(*s))
            .nth(1)
            .is_none()
    };
    let tag = Compound::tag(element);
    if alone(&tag) {
        return tag;
    }
    let by_class = stable_classes(element)
        .into_iter()
        .map(|class| Compound::class(element, class))
        .find(|compound| alone(compound));
    by_class.unwrap_or_else(|| Compound {
        nth: Some(nth_of_type(element)),
        ..tag
    })
}
