//! Mends groups of records: takes out members built unlike the others, prefers a whole list to
//! its even rows, and adds the first post of a thread where that stands in a box of its own.
//! Flows in: weighed groups. Flows out: the same groups, better. Work is bounded a group.

use std::collections::BTreeSet;

use super::groups::{Found, Group, to_f64};
use super::tree::{At, Tree};
use crate::logic::learn::compound::{Compound, Relation, candidates, stable_classes, to_css};
use crate::logic::page::Page;

/// Most elements of a member that are looked at.
const MAX_INSIDE: usize = 300;
/// Most parts that are tried as what all members hold.
const MAX_PARTS: usize = 40;
/// Most members that are looked at.
const MAX_MEMBERS: usize = 120;
/// Groups to which a first post may be added.
const MAX_WHOLE: usize = 4;

/// A class without what alternates in it: digits at its end, odd and even.
pub fn stem(class: &str) -> &str {
    let short = class.trim_end_matches(|c: char| c.is_ascii_digit());
    let short = ["odd", "even", "alt"]
        .iter()
        .find_map(|end| short.strip_suffix(end))
        .unwrap_or(short);
    let short = short.trim_end_matches(['-', '_']);
    if short.len() < 2 { class } else { short }
}

/// The members of `group` that are built alike, and how they are found: by a part that all of
/// them hold and no other member does.
pub fn pruned(tree: &Tree<'_>, group: &Group, how: &Found) -> Option<(Vec<At>, Found)> {
    let Found::Parent(parent, None) = how else {
        return None;
    };
    let many = group.items.len() > MAX_MEMBERS || group.odd.len() * 2 > group.items.len();
    if group.odd.is_empty() || group.companions > 0 || many {
        return None;
    }
    let (bad, good): (Vec<At>, Vec<At>) = group.items.iter().partition(|i| group.odd.contains(i));
    let first = *good.first().filter(|_| good.len() >= 2)?;
    let inside = (first + 1..tree.end(first)).take(MAX_INSIDE);
    let mut parts: Vec<Compound> = Vec::new();
    for at in inside {
        let own = tree.elements.get(at).map(|e| candidates(*e));
        for part in own.into_iter().flatten().filter(|c| c.id.is_none()) {
            if !parts.contains(&part) && parts.len() < MAX_PARTS {
                parts.push(part);
            }
        }
    }
    parts.sort_by_key(|part| !part.is_telling());
    let holds = |at: &At, part: &Compound| {
        let inside = tree
            .elements
            .get(*at + 1..tree.end(*at))
            .unwrap_or_default();
        inside.iter().take(MAX_INSIDE).any(|e| part.fits(*e))
    };
    let part = parts.into_iter().find(|part| {
        !bad.iter().any(|at| holds(at, part)) && good.iter().all(|at| holds(at, part))
    })?;
    Some((good, Found::Parent(*parent, Some(part))))
}

/// Where a group is part of another whose further members stand beside its own and are built
/// alike, the larger comes first: even rows, one member's posts. Of two groups whose members lie
/// in each other, that of the whole records comes first.
pub fn prefer_whole(tree: &Tree<'_>, groups: &mut [(Group, Found)]) {
    let around = |at: &At| tree.ancestors(*at).take(2).collect::<Vec<At>>();
    let top: Vec<Compared> = groups
        .iter()
        .take(12)
        .map(|(group, _)| Compared {
            items: group.items.clone(),
            around: group.items.iter().flat_map(around).collect(),
            score: group.score,
            likeness: group.likeness,
            text: text(tree, &group.items),
            paired: group.companions > 0,
        })
        .collect();
    for (whole, _) in groups.iter_mut().take(40) {
        if !whole.odd.is_empty() || whole.beside {
            continue;
        }
        for other in &top {
            if other.is_part_of(tree, whole) || other.lies_in(tree, whole) {
                whole.score = whole.score.max(other.score * 1.02);
            }
        }
    }
}

/// A group as another is compared with it.
struct Compared {
    items: Vec<At>,
    /// Parents and their parents.
    around: BTreeSet<At>,
    score: f64,
    likeness: f64,
    text: usize,
    /// Whether its records go on in siblings: those are no members that it lacks.
    paired: bool,
}

impl Compared {
    fn is_part_of(&self, tree: &Tree<'_>, whole: &Group) -> bool {
        let own: BTreeSet<At> = self.items.iter().copied().collect();
        let all: BTreeSet<At> = whole.items.iter().copied().collect();
        let further: Vec<At> = all.difference(&own).copied().collect();
        let near = |at: &&At| {
            tree.ancestors(**at)
                .take(2)
                .any(|up| self.around.contains(&up))
        };
        !self.paired
            && own.len() < all.len()
            && own.is_subset(&all)
            && further.iter().filter(near).count() * 2 >= further.len()
            && whole.likeness >= 0.8 * self.likeness
    }

    fn lies_in(&self, tree: &Tree<'_>, whole: &Group) -> bool {
        let inside = |(outer, inner): (&At, &At)| outer < inner && *inner < tree.end(*outer);
        self.items.len() == whole.items.len()
            && whole.likeness >= 0.5 * self.likeness
            && text(tree, &whole.items) * 10 > self.text * 11
            && whole.items.iter().zip(&self.items).all(inside)
    }
}

/// Adds the first post where it stands apart from the answers but holds the same part as they do.
pub fn add_firsts(page: &Page, tree: &Tree<'_>, groups: &mut Vec<(Group, Found)>, most: usize) {
    let mut added = Vec::new();
    for number in 0..groups.len().min(MAX_WHOLE) {
        let Some((group, _)) = groups.get(number) else {
            continue;
        };
        if group.companions > 0 || group.items.len() < 2 || group.css.is_empty() {
            continue;
        }
        let best = groups.iter().enumerate().find_map(|(at, (parts, how))| {
            let first = first_beside(tree, group, parts, how)?;
            Some((at, first, text(tree, &parts.items)))
        });
        let Some((at, first, chars)) = best else {
            continue;
        };
        let score = group.score * 1.05;
        let answers = text(tree, &group.items);
        let share = to_f64(chars - tree.chars(first)) / to_f64(answers.max(1));
        let box_of_first = boxed(page, tree, first, group);
        if share >= 0.85 || (box_of_first.is_none() && share >= 0.6) {
            if let Some((parts, _)) = groups.get_mut(at) {
                parts.score = parts.score.max(score);
            }
        } else if let Some((first, css)) = box_of_first {
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
        }
    }
    added.truncate(most);
    groups.extend(added);
}

fn text(tree: &Tree<'_>, items: &[At]) -> usize {
    items.iter().map(|at| tree.chars(*at)).sum()
}

/// The one member of `parts` that stands before all of `group`, when each record of the group
/// holds exactly one of the others and they hold much of its text.
fn first_beside(tree: &Tree<'_>, group: &Group, parts: &Group, how: &Found) -> Option<At> {
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
    let held = text(tree, rest) * 5 >= text(tree, &group.items) * 2;
    let alike = !parts.odd.contains(first) && !parts.beside && tree.chars(*first) >= 20;
    // Both stand in one part of the page.
    let apart = |up: &At| matches!(tree.name(*up), "body" | "html");
    let together = tree.ancestors(*first).find(|up| tree.end(*up) > start);
    let together = together.is_some_and(|up| !apart(&up));
    (one_each && held && alike && together && tree.end(*first) <= start).then_some(*first)
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
