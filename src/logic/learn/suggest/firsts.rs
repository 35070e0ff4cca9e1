//! The first post of a thread, where it stands in a box of its own and not among the answers.
//! Flows in: weighed groups. Flows out: the same groups, and some with the first post added.
//! It goes by parts that the answers hold once each and that stand once more before them.

use std::collections::BTreeSet;

use super::groups::{Found, Group, to_f64};
use super::refine::text;
use super::tree::{At, Tree};
use crate::logic::learn::compound::{Compound, Relation, candidates, stable_classes, to_css};
use crate::logic::page::Page;

/// Groups to which a first post may be added.
const MAX_WHOLE: usize = 4;

/// Adds the first post to the best groups that lack it.
pub fn add_firsts(page: &Page, tree: &Tree<'_>, groups: &mut Vec<(Group, Found)>, most: usize) {
    let mut added = Vec::new();
    for number in 0..groups.len().min(MAX_WHOLE) {
        let Some((group, _)) = groups.get(number) else {
            continue;
        };
        if group.companions > 0 || group.items.len() < 2 || group.css.is_empty() {
            continue;
        }
        let Some(vote) = vote(tree, group, groups) else {
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
                ..*group
            };
            added.push((whole, Found::Class(css)));
        } else if vote.share >= 0.6
            && let Some((parts, _)) = groups.get_mut(vote.best)
        {
            parts.score = parts.score.max(score);
        }
    }
    added.truncate(most);
    groups.extend(added);
}

/// What speaks for a first post.
struct Vote {
    /// The part of the first post that holds most text.
    first: At,
    /// The group of such parts.
    best: usize,
    /// The share of the answers' text in these parts, 0 to 1.
    share: f64,
}

/// The first post that groups of parts speak for: at least two of them, or one that holds nearly
/// all text.
fn vote(tree: &Tree<'_>, group: &Group, groups: &[(Group, Found)]) -> Option<Vote> {
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

/// The one member of `parts` that stands before all of `group`, when each record of the group
/// holds exactly one of the others; with the text of those.
fn first_beside(
    tree: &Tree<'_>,
    group: &Group,
    parts: &Group,
    how: &Found,
) -> Option<(At, usize)> {
    if !matches!(how, Found::Class(_)) || parts.items.len() != group.items.len() + 1 {
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
    // Both stand in one part of the page.
    let apart = |up: &At| matches!(tree.name(*up), "body" | "html");
    let together = tree.ancestors(*first).find(|up| tree.end(*up) > start);
    let together = together.is_some_and(|up| !apart(&up));
    let fits = one_each && alike && together && tree.end(*first) <= start;
    fits.then(|| (*first, text(tree, rest)))
}

/// The box around the first post: the largest without any of the answers that a class tells from
/// all others.
fn boxed(page: &Page, tree: &Tree<'_>, first: At, group: &Group) -> Option<(At, String)> {
    let start = *group.items.first()?;
    let most = 3 * tree.chars(first) + 400;
    let around: Vec<At> = std::iter::once(first)
        .chain(tree.ancestors(first))
        .take_while(|up| tree.end(*up) <= start && tree.chars(*up) <= most)
        .take(8)
        .collect();
    around.into_iter().rev().find_map(|up| {
        let element = *tree.elements.get(up)?;
        let mut own: Vec<Compound> = candidates(element)
            .into_iter()
            .filter(Compound::is_telling)
            .collect();
        let names: Vec<&str> = stable_classes(element).into_iter().take(6).collect();
        for (at, one) in names.iter().enumerate() {
            own.extend(names.iter().skip(at + 1).map(|two| Compound {
                classes: vec![(*one).to_owned(), (*two).to_owned()],
                ..Compound::tag(element)
            }));
        }
        let own = own
            .into_iter()
            .find(|c| page.elements().filter(|e| c.fits(*e)).take(2).count() == 1)?;
        Some((up, to_css(&vec![(Relation::Descendant, own)])))
    })
}
