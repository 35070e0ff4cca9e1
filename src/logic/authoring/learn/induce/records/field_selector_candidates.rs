//! Ideas for the fields of one record: paths from its container to the picked places, inside it, in
//! its neighbours, or, for a field that similar records show elsewhere, the paths by which these
//! may show it. Nothing is judged over all records here.

use super::containers::{Items, Seed};
use crate::authoring::learn::induce::check_candidates::{self, Judged, Unit};
use crate::authoring::learn::induce::locate::{LocatedPick, PickPlace};
use crate::authoring::learn::induce::propose::{Idea, ideas};
use crate::authoring::learn::induce::steps::indexed_page::{NodeNumber, View};
use crate::authoring::learn::induce::steps::{PathStep, StepAxis, TextMatch};
use crate::select::generation::compound::Compound;

/// The number of ideas of a field tried on all containers.
const MAX_IDEAS: usize = 24;
/// The number of ideas for one place of the main field.
const MAX_EACH: usize = 8;
/// The number of ideas of the main field, over all its places.
const MAX_MAIN: usize = 40;
/// The number of digits from which a label counts as a value.
const MAX_LABEL_DIGITS: usize = 3;

/// One field with its ideas.
pub(crate) struct Inner {
    /// The field's name.
    pub field: String,
    /// Ideas that find what was picked.
    pub ideas: Vec<Idea>,
    /// Where similar records may have it, if the picked one shows it outside.
    pub elsewhere: Vec<Idea>,
}

/// The ideas for each field inside the seed's container, the main field first.
pub(crate) fn inner_ideas(view: &View<'_>, seed: &Seed<'_>, items: &Items) -> Vec<Inner> {
    let mut all = Vec::new();
    for (number, (pick, places)) in seed.fields.iter().enumerate() {
        let mut own: Vec<Idea> = Vec::new();
        let mut elsewhere = Vec::new();
        for place in places {
            if view.contains(items.own, place.at) {
                own.extend(ideas(view, place, &pick.value, Some(items.own)));
            } else {
                let beside = next_door(view, place, &pick.value, items.own);
                own.extend(beside);
                elsewhere.extend(by_likes(view, place, &pick.value, items.own));
            }
        }
        if own.is_empty() {
            // A field of the whole page, such as the heading of a thread.
            let of_page = places
                .iter()
                .flat_map(|p| ideas(view, p, &pick.value, None));
            own.extend(of_page.map(|idea| Idea {
                of_page: true,
                ..idea
            }));
        }
        own.retain(|idea| !is_labelled_by_values(idea, seed));
        let unit = Unit {
            page: 0,
            scope: Some(items.own),
            wanted: vec![*pick],
            unwanted: Vec::new(),
            absent: false,
        };
        let judged = check_candidates::judge(std::slice::from_ref(view), &[unit], own, false);
        all.push(Inner {
            field: pick.field.clone(),
            ideas: kept(judged, number == 0),
            elsewhere,
        });
    }
    all
}

/// The ideas worth trying on all containers; for the main field some for every element with the
/// text, as the picked record does not show which of them similar ones use.
fn kept(judged: Vec<Judged>, main: bool) -> Vec<Idea> {
    let good = check_candidates::diverse(judged);
    if !main {
        return good
            .into_iter()
            .take(MAX_IDEAS)
            .map(|one| one.idea)
            .collect();
    }
    let mut counts: Vec<(Option<NodeNumber>, usize)> = Vec::new();
    let mut kept = Vec::new();
    for one in good {
        let first = one.firsts.first().copied().flatten();
        let count = match counts.iter_mut().find(|(at, _)| *at == first) {
            Some((_, count)) => count,
            None => {
                counts.push((first, 0));
                let Some((_, count)) = counts.last_mut() else {
                    continue;
                };
                count
            }
        };
        *count += 1;
        if *count <= MAX_EACH {
            kept.push(one.idea);
        }
    }
    kept.truncate(MAX_MAIN);
    kept
}

/// Whether an idea relies on a label that contains values: those of other fields, or numbers.
fn is_labelled_by_values(idea: &Idea, seed: &Seed<'_>) -> bool {
    let label = idea.path.iter().find_map(|step| match &step.says {
        Some(TextMatch::Equals(text) | TextMatch::Starts(text)) => Some(text),
        None => None,
    });
    label.is_some_and(|label| {
        let holds = |(pick, _): &(&LocatedPick, Vec<PickPlace>)| {
            pick.value.len() > 2 && label.contains(pick.value.as_str())
        };
        let digits = label.chars().filter(char::is_ascii_digit).count();
        digits > MAX_LABEL_DIGITS || seed.fields.iter().any(holds)
    })
}

/// Ideas by the names of a place outside the container, as if it were inside.
fn by_likes(view: &View<'_>, place: &PickPlace, value: &str, own: NodeNumber) -> Vec<Idea> {
    let around = view.meeting(own, place.at);
    let mut found = ideas(view, place, value, around);
    found.retain(|idea| {
        let below = |step: &PathStep| matches!(step.axis, StepAxis::Descendant | StepAxis::TextIn);
        let telling = |step: &PathStep| step.what.is_specific() || step.link.is_some();
        idea.path.len() <= 2 && idea.path.iter().all(below) && idea.path.iter().any(telling)
    });
    found.truncate(MAX_IDEAS);
    found
}

/// Ideas for a place in a neighbour of the container.
fn next_door(view: &View<'_>, place: &PickPlace, value: &str, own: NodeNumber) -> Vec<Idea> {
    let Some(parent) = view.parent(own) else {
        return Vec::new();
    };
    let around = std::iter::once(place.at).chain(view.ancestors(place.at));
    let Some(door) = around
        .take_while(|at| *at > parent)
        .find(|at| view.parent(*at) == Some(parent))
    else {
        return Vec::new();
    };
    let Some(element) = view.element(door) else {
        return Vec::new();
    };
    let before = door < own;
    let axis = if before {
        StepAxis::Preceding
    } else {
        StepAxis::Following
    };
    let (first, last) = if before { (door, own) } else { (own, door) };
    let between = view
        .children(parent)
        .filter(|at| *at > first && *at < last && view.tag(*at) == element.value().name());
    let step = PathStep::to(axis, Compound::tag(element)).nth(between.count() + 1);
    let inner = ideas(view, place, value, Some(door));
    let prefixed = inner.into_iter().map(|mut idea| {
        idea.path.insert(0, step.clone());
        idea
    });
    prefixed.collect()
}
