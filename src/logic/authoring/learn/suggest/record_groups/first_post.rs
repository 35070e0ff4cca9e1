//! Finds the first post of a thread if it is in a separate box instead of among the answers.
//! Input: scored groups. Output: the same groups, some with the first post added. It relies on
//! parts that each answer has once and that occur once more before them.

use std::collections::BTreeSet;

use super::super::part_names::name_from_words;
use super::super::tree::{At, Tree};
use super::group_refinement::text;
use super::{Group, GroupSelector, to_f64};
use crate::page::Page;
use crate::select::generation::compound::{
    Compound, StepRelation, candidates, stable_classes, to_css,
};

/// The number of groups to which a first post may be added.
const MAX_WHOLE: usize = 4;

/// The maximum number of answers whose links are read.
const MAX_READ: usize = 40;
/// The maximum number of elements read in one answer.
const MAX_INSIDE: usize = 120;
/// The maximum number of parts of a first post tried as its distinctive content.
const MAX_PARTS: usize = 24;
/// The maximum number of links to people in a first post.
const MAX_PEOPLE: usize = 3;
/// The minimum number of characters outside links in a first post.
const MIN_POST: usize = 40;

/// Adds the first post to the best groups that lack it.
pub fn add_firsts(
    page: &Page,
    tree: &Tree<'_>,
    groups: &mut Vec<(Group, GroupSelector)>,
    most: usize,
) {
    let mut added = Vec::new();
    for number in 0..groups.len().min(MAX_WHOLE) {
        let Some((group, _)) = groups.get(number) else {
            continue;
        };
        if group.companions > 0 || group.items.len() < 2 || group.css.is_empty() {
            continue;
        }
        let vote = vote(tree, group, groups).or_else(|| by_person(page, tree, group, number));
        let Some(vote) = vote else {
            continue;
        };
        let score = group.score * 1.05;
        if let Some((first, css)) = boxed(page, tree, vote.first, group) {
            let items: Vec<At> = std::iter::once(first).chain(group.items.clone()).collect();
            let css = format!("{css}, {}", group.css);
            let whole = Group {
                css: css.clone(),
                items,
                score,
                odd: BTreeSet::new(),
                outside: group.outside.clone(),
                head: None,
                ..*group
            };
            added.push((whole, GroupSelector::Class(css)));
        } else if vote.share >= 0.6
            && let Some((parts, _)) = groups.get_mut(vote.best)
        {
            parts.score = parts.score.max(score);
        }
    }
    added.truncate(most);
    groups.extend(added);
}

/// The evidence for a first post.
struct Vote {
    /// The part of the first post with the most text.
    first: At,
    /// The group of such parts.
    best: usize,
    /// The share of the answers' text in these parts, 0 to 1.
    share: f64,
}

/// The first post supported by groups of parts: at least two of them, or one that holds nearly all
/// text.
fn vote(tree: &Tree<'_>, group: &Group, groups: &[(Group, GroupSelector)]) -> Option<Vote> {
    let answers = text(tree, &group.items).max(1);
    let mut votes: Vec<Vote> = Vec::new();
    for (best, (parts, how)) in groups.iter().enumerate() {
        if let Some((first, held)) = first_beside(tree, group, parts, how) {
            let share = to_f64(held) / to_f64(answers);
            votes.push(Vote { first, best, share });
        }
    }
    let places: BTreeSet<At> = votes.iter().map(|v| v.first).collect();
    let most = votes
        .into_iter()
        .max_by(|a, b| a.share.total_cmp(&b.share))?;
    (most.share >= 0.8 || (most.share >= 0.4 && places.len() >= 2)).then_some(most)
}

/// The first post supported by a person's link: its address is of the kind that each answer has,
/// and it occurs before them in the same part of the page, once or twice.
fn by_person(page: &Page, tree: &Tree<'_>, group: &Group, number: usize) -> Option<Vote> {
    let start = *group.items.first()?;
    let kind = |at: At| {
        let is_link = tree.name(at) == "a" && tree.chars(at) > 0;
        let href = tree.elements.get(at).filter(|_| is_link)?.attr("href")?;
        kind_of_address(page, href)
    };
    let mut shared: Option<BTreeSet<String>> = None;
    for item in group.items.iter().take(MAX_READ) {
        let inside = (*item..tree.end(*item)).take(MAX_INSIDE);
        let own = inside
            .filter(|at| name_from_words(tree, *at).as_deref() == Some("author"))
            .filter_map(kind);
        let own: BTreeSet<String> = own.collect();
        shared = Some(match shared {
            Some(known) => known.intersection(&own).cloned().collect(),
            None => own,
        });
    }
    let shared = shared.filter(|kinds| !kinds.is_empty())?;
    let last = *group.items.last()?;
    let whole = tree.ancestors(start).find(|up| tree.end(*up) > last)?;
    // The part of the page that holds the answers and a little more.
    let around = std::iter::once(whole)
        .chain(tree.ancestors(whole))
        .take(4)
        .take_while(|up| !matches!(tree.name(*up), "body" | "html"));
    around.into_iter().find_map(|up| {
        let before = (up..start).filter(|at| kind(*at).is_some_and(|k| shared.contains(&k)));
        let before: Vec<At> = before.take(MAX_PEOPLE + 1).collect();
        let first = *before.first().filter(|_| before.len() <= MAX_PEOPLE)?;
        let holds = |up: &At| tree.end(*up) <= start && own_text(tree, *up) >= MIN_POST;
        let first = std::iter::once(first)
            .chain(tree.ancestors(first))
            .find(holds)?;
        Some(Vote {
            first,
            best: number,
            share: 0.0,
        })
    })
}

/// The number of characters outside links.
fn own_text(tree: &Tree<'_>, at: At) -> usize {
    tree.chars(at).saturating_sub(tree.in_links(at))
}

/// An address without numbers: its host, folders, and the keys of its query.
pub fn kind_of_address(page: &Page, href: &str) -> Option<String> {
    let url = page.join(href)?;
    let (folders, _) = url.path().rsplit_once('/')?;
    let mut kind = format!("{}{folders}?", url.host_str().unwrap_or_default());
    kind.retain(|c| !c.is_ascii_digit());
    for (key, _) in url.query_pairs() {
        kind.push_str(&key);
    }
    Some(kind)
}

/// The only member of `parts` before all of `group`, if each record of the group holds exactly one
/// of the others; with their text.
fn first_beside(
    tree: &Tree<'_>,
    group: &Group,
    parts: &Group,
    how: &GroupSelector,
) -> Option<(At, usize)> {
    if !matches!(how, GroupSelector::Class(_)) || parts.items.len() != group.items.len() + 1 {
        return None;
    }
    let (first, rest) = parts.items.split_first()?;
    let start = *group.items.first()?;
    let one_each = group
        .items
        .iter()
        .zip(rest)
        .all(|(record, part)| (*record..tree.end(*record)).contains(part));
    let alike = !parts.odd.contains(first) && !parts.beside && tree.chars(*first) > 0;
    // Both are in one part of the page.
    let apart = |up: &At| matches!(tree.name(*up), "body" | "html");
    let together = tree.ancestors(*first).find(|up| tree.end(*up) > start);
    let together = together.is_some_and(|up| !apart(&up));
    let fits = one_each && alike && together && tree.end(*first) <= start;
    fits.then(|| (*first, text(tree, rest)))
}

/// The box around the first post: the largest one without answers that a class distinguishes from
/// all others.
fn boxed(page: &Page, tree: &Tree<'_>, first: At, group: &Group) -> Option<(At, String)> {
    let start = *group.items.first()?;
    let most = 3 * tree.chars(first) + 400;
    let around: Vec<At> = std::iter::once(first)
        .chain(tree.ancestors(first))
        .take_while(|up| tree.end(*up) <= start && tree.chars(*up) <= most)
        .take(8)
        .collect();
    let by_name = around.iter().rev().find_map(|up| {
        let element = *tree.elements.get(*up)?;
        let mut own: Vec<Compound> = candidates(element)
            .into_iter()
            .filter(Compound::is_specific)
            .collect();
        let names: Vec<&str> = stable_classes(element).into_iter().take(6).collect();
        for (at, one) in names.iter().enumerate() {
            own.extend(names.iter().skip(at + 1).map(|two| Compound {
                classes: vec![(*one).to_owned(), (*two).to_owned()],
                ..Compound::tag(element)
            }));
        }
        let own = own.into_iter().find(|c| is_only_one(page, c))?;
        Some((*up, to_css(&vec![(StepRelation::Descendant, own)])))
    });
    by_name.or_else(|| {
        let up = *around.last()?;
        let css = |own: Compound| to_css(&vec![(StepRelation::Descendant, own)]);
        let inside = (up + 1..tree.end(up)).take(MAX_INSIDE);
        let parts = inside.filter_map(|at| tree.elements.get(at));
        let parts = parts
            .flat_map(|e| candidates(*e))
            .filter(Compound::is_specific);
        let mut parts = parts.filter(|c| c.id.is_none()).take(MAX_PARTS);
        let part = parts.find(|c| is_only_one(page, c))?;
        let own = candidates(*tree.elements.get(up)?);
        let own = own.into_iter().find(|c| c.id.is_none())?;
        Some((up, format!("{}:has({})", css(own), css(part))))
    })
}

fn is_only_one(page: &Page, own: &Compound) -> bool {
    page.elements().filter(|e| own.fits(*e)).take(2).count() == 1
}
