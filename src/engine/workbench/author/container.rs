//! Finds the container of one item or record, for picks inside one. Input: picks, the rule's
//! previous container, the page's repeated records. Output: the container, and whether it
//! changed. Among the containers that hold all picks it selects the one with the most records of
//! one likeness each; among equals the largest, so that it includes everything else of a record. How
//! containers are found and scored is in `logic::authoring::learn` (`containers`).

use super::examples::Sorted;
use super::{Work, learn_error_message};
use crate::protocol::authoring::{PageRole, WorkbenchPart};
use bowerbird_logic::authoring::learn::containers::{
    climbed, closest, depth, doubles, elements_of, holder, likes_of, worth,
};
use bowerbird_logic::authoring::learn::{Ranked, Suggestion, learn, learn_containers};
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::ElementIndex;
use bowerbird_logic::rules::{Alternative, RuleFile};

/// A container.
pub(super) struct Container {
    /// The alternative that finds it.
    pub way: Ranked,
    /// Whether the rule had another one, so that everything inside must be learned again.
    pub is_new: bool,
    /// Fields that the picks are for.
    pub picked: Vec<String>,
}

/// The container for the picks of `work`.
///
/// # Errors
/// When nothing on the page is like the pick.
pub(super) fn container(
    work: &Work<'_>,
    sorted: &Sorted<'_>,
    file: &RuleFile,
    suggestions: &dyn Fn() -> Vec<Suggestion>,
) -> Result<Container, Message> {
    let current = match work.role {
        PageRole::List => file.list.as_ref().and_then(|list| list.item.clone()),
        _ => file.record.as_ref().map(|record| record.item.clone()),
    };
    let places = sorted.places();
    let made = |way: Ranked| Container {
        is_new: current.as_ref() != Some(&way.alternative),
        picked: places.iter().map(|(name, ..)| name.clone()).collect(),
        way,
    };
    if *work.part == WorkbenchPart::Item {
        let found = made(picked_container(sorted, current.as_ref())?);
        // Without some of the records, the fields inside the others stay.
        let only_excluded = sorted.items.iter().all(|(.., not)| *not);
        return Ok(Container {
            is_new: found.is_new && !only_excluded,
            ..found
        });
    }
    let kept = current.clone().map(kept);
    let all_inside = |way: &Alternative| {
        places.iter().all(|(_, page, element)| {
            let page = sorted.pages.get(*page);
            page.is_some_and(|page| holder(page, &elements_of(page, way), *element).is_some())
        })
    };
    if let Some(kept) = kept.clone().filter(|kept| all_inside(&kept.alternative)) {
        return Ok(made(kept));
    }
    let lone = || lone_row(work, sorted, &places, suggestions);
    if let Some(way) = lone().or_else(|| best(sorted, &places, current.as_ref(), suggestions)) {
        return Ok(made(way));
    }
    // Picks outside every container belong to the whole page.
    if let Some(kept) = kept {
        return Ok(made(kept));
    }
    let learned =
        learn(&sorted.pages, &sorted.picks).map_err(|error| learn_error_message(&error))?;
    let way = learned.record;
    way.map(made)
        .ok_or_else(|| Message::new("engine-bench-alone"))
}

fn kept(alternative: Alternative) -> Ranked {
    Ranked {
        alternative,
        stability: 1.0,
        ..Ranked::default()
    }
}

/// The container that was itself picked.
fn picked_container(sorted: &Sorted<'_>, current: Option<&Alternative>) -> Result<Ranked, Message> {
    let of = |negative: bool| -> Vec<(usize, ElementIndex)> {
        let picks = sorted.items.iter().filter(|(.., not)| *not == negative);
        picks.map(|(page, element, _)| (*page, *element)).collect()
    };
    let (mut examples, mut against) = (of(false), of(true));
    let mut wanted: Option<Vec<ElementIndex>> = None;
    if examples.is_empty() {
        // Only excluded ones: all other previous ones stay.
        let page = sorted.pages.first();
        let mut before = page
            .zip(current)
            .map(|(page, way)| elements_of(page, way))
            .unwrap_or_default();
        for (at, element) in &mut against {
            // Excluding a pick inside a container excludes the container.
            let holder = page.and_then(|page| holder(page, &before, *element));
            *element = holder.filter(|_| *at == 0).unwrap_or(*element);
        }
        before.retain(|element| !against.contains(&(0, *element)));
        examples.extend(before.first().map(|element| (0, *element)));
        wanted = Some(before);
    }
    let ways = learn_containers(&sorted.pages, &examples, &against);
    let several = |way: &&Ranked| {
        let page = examples
            .first()
            .and_then(|(page, _)| sorted.pages.get(*page));
        page.is_some_and(|page| elements_of(page, &way.alternative).len() > 1)
    };
    let found = match (&wanted, sorted.pages.first()) {
        (Some(wanted), Some(page)) => closest(page, &ways, wanted).map(|(way, _)| way),
        _ => ways.iter().find(several).or(ways.first()).cloned(),
    };
    found.ok_or_else(|| Message::new("engine-bench-alone"))
}

/// The only record of a proposed list, if it holds all picks: what is like them elsewhere on the page
/// is in no list.
fn lone_row(
    work: &Work<'_>,
    sorted: &Sorted<'_>,
    places: &[(String, usize, ElementIndex)],
    suggestions: &dyn Fn() -> Vec<Suggestion>,
) -> Option<Ranked> {
    let page = *sorted
        .pages
        .first()
        .filter(|_| work.role == PageRole::List)?;
    let all = suggestions().into_iter();
    let mut lone = all.filter(|one| one.leads && one.count == 1);
    lone.find_map(|one| {
        let elements = elements_of(page, &one.record);
        let mut picked = places.iter();
        let holds =
            picked.all(|(_, at, element)| *at == 0 && holder(page, &elements, *element).is_some());
        holds.then(|| Ranked {
            alternative: one.record,
            why: one.why,
            ..Ranked::default()
        })
    })
}

/// The best container that holds all picks.
fn best(
    sorted: &Sorted<'_>,
    places: &[(String, usize, ElementIndex)],
    current: Option<&Alternative>,
    suggestions: &dyn Fn() -> Vec<Suggestion>,
) -> Option<Ranked> {
    let (_, at, element) = places.first()?;
    let page = *sorted.pages.get(*at)?;
    let before = current
        .map(|way| elements_of(page, way))
        .unwrap_or_default();
    let likes = match before.len() {
        0 | 1 => likes_of(page, *element),
        _ => before,
    };
    let own: Vec<ElementIndex> = places
        .iter()
        .filter(|(_, other, _)| other == at)
        .map(|(.., element)| *element)
        .collect();
    let mut candidates: Vec<(Ranked, Vec<ElementIndex>)> = Vec::new();
    if *at == 0 {
        for suggestion in suggestions() {
            let way = Ranked {
                alternative: suggestion.record,
                why: suggestion.why,
                ..Ranked::default()
            };
            let elements = elements_of(page, &way.alternative);
            candidates.push((way, elements));
        }
    }
    candidates.extend(climbed(page, &likes, *element));
    let mut best: Option<(i64, u32, Ranked)> = None;
    for (way, elements) in candidates {
        let holds = |element: &ElementIndex| holder(page, &elements, *element).is_some();
        if elements.len() < 2 || !own.iter().all(holds) || doubles(page, &elements, places, *at) {
            continue;
        }
        let worth = worth(page, &elements, &likes);
        let depth = depth(page, &elements);
        let better = best
            .as_ref()
            .is_none_or(|(most, least, _)| worth > *most || (worth == *most && depth < *least));
        if worth >= 2 && better {
            best = Some((worth, depth, way));
        }
    }
    best.map(|(.., way)| way)
}
