//! Refines groups of records: removes members with a different structure, and prefers a whole list
//! to its even rows.
//! Input: scored groups. Output: the same groups, better. Work is bounded per group.

use std::collections::BTreeSet;

use super::super::tree::{At, Tree};
use super::{Group, GroupSelector};
use crate::select::generation::compound::{
    Compound, StepRelation, candidates, nth_of_type, to_css,
};

/// The maximum number of elements inspected in a member.
const MAX_INSIDE: usize = 300;
/// The maximum number of parts tried as common to all members.
const MAX_PARTS: usize = 40;
/// The maximum number of members inspected.
const MAX_MEMBERS: usize = 120;

/// A class without its alternating suffix: digits at its end, odd and even.
pub fn stem(class: &str) -> &str {
    let short = class.trim_end_matches(|c: char| c.is_ascii_digit());
    let short = ["odd", "even", "alt"]
        .iter()
        .find_map(|end| short.strip_suffix(end))
        .unwrap_or(short);
    let short = short.trim_end_matches(['-', '_']);
    if short.len() < 2 { class } else { short }
}

/// The members of `group` with a similar structure, and their selector: a part that all of them
/// contain and no other member does.
pub fn pruned(
    tree: &Tree<'_>,
    group: &Group,
    how: &GroupSelector,
) -> Option<(Vec<At>, GroupSelector)> {
    let many = group.items.len() > MAX_MEMBERS || group.odd.len() * 2 > group.items.len();
    if group.odd.is_empty() || group.companions > 0 || many {
        return None;
    }
    let (bad, good): (Vec<At>, Vec<At>) = group.items.iter().partition(|i| group.odd.contains(i));
    let part = distinctive_part(tree, &good, &bad)?;
    let part = to_css(&vec![(StepRelation::Descendant, part)]);
    let how = match how {
        GroupSelector::Parent(parent, None) => {
            GroupSelector::Parent(*parent, Some(format!(":has({part})")))
        }
        GroupSelector::Parent(_, Some(_)) => return None,
        GroupSelector::Class(css) => {
            let each = css.split(", ").map(|one| format!("{one}:has({part})"));
            GroupSelector::Class(each.collect::<Vec<_>>().join(", "))
        }
    };
    Some((good, how))
}

/// A part that all of `good` contain and none of `bad` does.
pub fn distinctive_part(tree: &Tree<'_>, good: &[At], bad: &[At]) -> Option<Compound> {
    let first = *good.first().filter(|_| good.len() >= 2)?;
    let inside = (first + 1..tree.end(first)).take(MAX_INSIDE);
    let mut parts: Vec<Compound> = Vec::new();
    for at in inside {
        let element = tree.elements.get(at);
        let own = element.into_iter().flat_map(|e| candidates(*e));
        // A row may have more cells than the end of its table.
        let cell = element.filter(|e| matches!(e.value().name(), "td" | "tr"));
        let cell = cell.map(|e| Compound {
            nth: Some(nth_of_type(*e)),
            ..Compound::tag(*e)
        });
        for part in own.filter(|c| c.id.is_none()).chain(cell) {
            if !parts.contains(&part) && parts.len() < MAX_PARTS {
                parts.push(part);
            }
        }
    }
    parts.sort_by_key(|part| !part.is_specific());
    let holds = |at: &At, part: &Compound| {
        let inside = tree
            .elements
            .get(*at + 1..tree.end(*at))
            .unwrap_or_default();
        inside.iter().take(MAX_INSIDE).any(|e| part.fits(*e))
    };
    parts
        .into_iter()
        .find(|part| !bad.iter().any(|at| holds(at, part)) && good.iter().all(|at| holds(at, part)))
}

/// Ranks a larger group first if another is a subset of it and the further members are siblings
/// with the same structure: even rows, one member's posts. Of two groups with nested members, that
/// of the whole records comes first.
pub fn prefer_whole(tree: &Tree<'_>, groups: &mut [(Group, GroupSelector)]) {
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

/// A group prepared for comparison.
struct Compared {
    items: Vec<At>,
    /// Parents and grandparents.
    around: BTreeSet<At>,
    score: f64,
    likeness: f64,
    text: usize,
    /// Whether its records extend over siblings, which are not members that it lacks.
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
        // Members elsewhere belong to it if they hold as much text.
        let each = self.text / self.items.len().max(1);
        let much = |at: &&At| tree.chars(**at) * 3 >= each;
        !self.paired
            && own.len() < all.len()
            && own.is_subset(&all)
            && further.iter().filter(|at| near(at) || much(at)).count() * 2 >= further.len()
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

/// The number of characters in all of `items`.
pub fn text(tree: &Tree<'_>, items: &[At]) -> usize {
    items.iter().map(|at| tree.chars(*at)).sum()
}
