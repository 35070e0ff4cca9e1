//! Lists inside the items of a list, such as the answers below each mail of an archive: all items,
//! whatever their depth, are records. Input: scored groups. Output: the same groups, with those of
//! nested lists. The lists inside have the structure and the kind of address of the outer one;
//! otherwise they are parts of its items.

use std::collections::{BTreeMap, BTreeSet};

use super::super::tree::{At, Tree};
use super::first_post::kind_of_address;
use super::{Group, GroupSelector, companion, finds, score_with};
use crate::page::Page;
use crate::select::generation::compound::{Compound, StepRelation, candidates, to_css};
use crate::select::generation::unique;

/// The minimum number of items, and of those in inner lists.
const MIN_ITEMS: usize = 5;
const MIN_INNER: usize = 2;
/// The maximum number of items.
const MAX_ITEMS: usize = 5_000;
/// The maximum number of nested lists on a page.
const MAX_LISTS: usize = 12;
/// The maximum number of siblings after an item's title.
const MAX_COMPANIONS: usize = 3;

/// Adds the items of nested lists.
pub fn add_nested(page: &Page, tree: &Tree<'_>, groups: &mut Vec<(Group, GroupSelector)>) {
    let mut at = 0;
    let mut lists = 0;
    while at < tree.elements.len() && lists < MAX_LISTS {
        if !is_list(tree, at) {
            at += 1;
            continue;
        }
        if let Some(group) = of_list(page, tree, at) {
            lists += 1;
            let how = GroupSelector::Class(group.css.clone());
            groups.push((group, how));
        }
        at = tree.end(at);
    }
}

fn is_list(tree: &Tree<'_>, at: At) -> bool {
    matches!(tree.name(at), "ul" | "ol")
}

/// The titles of all items in the outermost list `top`, as records.
fn of_list(page: &Page, tree: &Tree<'_>, top: At) -> Option<Group> {
    let items: Vec<At> = (top + 1..tree.end(top))
        .filter(|at| tree.name(*at) == "li")
        .take(MAX_ITEMS)
        .collect();
    let is_outer = |at: &At| tree.parent(*at) == Some(top);
    let inner = items.iter().filter(|at| !is_outer(at)).count();
    if items.len() < MIN_ITEMS || inner < MIN_INNER || inner == items.len() {
        return None;
    }
    let titles: Vec<At> = items
        .iter()
        .filter_map(|item| Some(item + 1).filter(|first| *first < tree.end(*item)))
        .collect();
    let name = tree.name(*titles.first()?);
    let fits = |at: &At| tree.name(*at) == name && link(tree, *at).is_some();
    if titles.len() < items.len() || !titles.iter().all(fits) || is_list(tree, *titles.first()?) {
        return None;
    }
    if !is_one_kind(page, tree, &titles, |at| {
        tree.parent(at).is_some_and(|li| is_outer(&li))
    }) {
        return None;
    }
    let css = selector(page, tree, top, &titles)?;
    let beside: Vec<usize> = titles.iter().map(|at| beside(tree, *at)).collect();
    let in_most =
        |n: &usize| beside.iter().filter(|own| *own >= n).count() * 10 >= beside.len() * 9;
    let companions = (1..=MAX_COMPANIONS).rev().find(in_most).unwrap_or(0);
    let group = score_with(tree, titles, tree.chars(0).max(1), companions);
    Some(Group {
        css,
        odd: BTreeSet::new(),
        ..group
    })
}

/// The first link in a title.
fn link<'a>(tree: &Tree<'a>, at: At) -> Option<&'a str> {
    (at..tree.end(at)).take(8).find_map(|inner| {
        let is_link = tree.name(inner) == "a" && tree.chars(inner) > 0;
        tree.elements.get(inner).filter(|_| is_link)?.attr("href")
    })
}

/// Whether most outer and most inner titles lead to addresses of one kind.
fn is_one_kind(page: &Page, tree: &Tree<'_>, titles: &[At], is_outer: impl Fn(At) -> bool) -> bool {
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut outer, mut inner) = (0, 0);
    for at in titles {
        let kind = link(tree, *at).and_then(|href| kind_of_address(page, href));
        let counts = kinds.entry(kind.unwrap_or_default()).or_default();
        if is_outer(*at) {
            outer += 1;
            counts.0 += 1;
        } else {
            inner += 1;
            counts.1 += 1;
        }
    }
    kinds
        .values()
        .any(|counts| counts.0 * 5 >= outer * 4 && counts.1 * 5 >= inner * 4)
}

/// The number of elements after a title before the inner list or the end of its item.
fn beside(tree: &Tree<'_>, title: At) -> usize {
    let next = (1..=MAX_COMPANIONS).map_while(|n| companion(tree, title, n));
    next.take_while(|at| !is_list(tree, *at)).count()
}

/// A selector for the titles below the list.
fn selector(page: &Page, tree: &Tree<'_>, top: At, titles: &[At]) -> Option<String> {
    let list = *tree.elements.get(top)?;
    let title = *tree.elements.get(*titles.first()?)?;
    let named = candidates(list).into_iter().filter(Compound::is_specific);
    let short = named.map(|own| vec![(StepRelation::Descendant, own)]);
    let item = Compound {
        tag: Some("li".to_owned()),
        ..Compound::default()
    };
    short
        .chain([unique::steps(page, list)])
        .flat_map(|mut steps| {
            steps.push((StepRelation::Descendant, item.clone()));
            steps.push((StepRelation::Child, Compound::tag(title)));
            let css = to_css(&steps);
            [css.clone(), format!("{css}:first-child")]
        })
        .find(|css| finds(page, css, titles))
}
