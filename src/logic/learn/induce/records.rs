//! Pages that hold several records: from the fields of one record to its container, to all
//! containers of its kind, and to paths inside them that find every field. What decides is how
//! many containers become whole records that have nothing in common but their kind.

use std::collections::{HashMap, HashSet};

use super::containers::{Items, Seed, items, seeds};
use super::judge::{self, Judged, Unit};
use super::locate::{Found, Place, Taking};
use super::patterns;
use super::pick::{Learned, LearnedField, Ranked};
use super::propose::{Idea, ideas};
use super::single::{kind, once_each, ranked, with_patterns};
use super::stability;
use super::steps::{Axis, Step};
use super::view::{At, View};
use crate::logic::learn::compound::Compound;
use crate::logic::messages::Message;
use crate::logic::rules::Alternative;
use crate::logic::select::SelectorKind;

/// Ideas of a field that are tried on all containers.
const MAX_IDEAS: usize = 24;
/// Ways of one field that are handed out.
const MAX_RANKED: usize = 6;
/// Containers of one way that are looked into.
const MAX_UNITS: usize = 600;
/// What a container that is no record takes off the count of records.
const EMPTY_COST: f64 = 0.1;
/// What a container that shows a record for the second time takes off.
const DOUBLE_COST: f64 = 0.6;

/// What a field that lies outside of the records leaves of the score.
const OUTSIDE: f64 = 0.35;

/// A way to cut the pages into records, with the fields inside.
struct Cast {
    items: Items,
    fields: Vec<(String, Vec<Judged>)>,
    records: usize,
    containers: usize,
    bare: usize,
    score: f64,
}

/// Learns records from the picks in `found`; `None` when the pages hold one each.
pub(super) fn records(views: &[View<'_>], found: &[Found], names: &[String]) -> Option<Learned> {
    let mut best: Option<Cast> = None;
    let pages: HashSet<usize> = found
        .iter()
        .filter(|p| !p.negative)
        .map(|p| p.page)
        .collect();
    let mut ordered: Vec<usize> = pages.iter().copied().collect();
    ordered.sort_unstable();
    for page in ordered.iter().copied() {
        let view = views.get(page)?;
        let picks = first_picks(found, names, page);
        for seed in seeds(view, &picks) {
            let mut inside: HashMap<At, Vec<(String, Vec<Idea>)>> = HashMap::new();
            for items in items(views, &seed) {
                let ideas = inside
                    .entry(items.own)
                    .or_insert_with(|| inner_ideas(view, &seed, &items));
                let Some(cast) = cast(views, found, ideas, items) else {
                    continue;
                };
                if believable(&cast, found, &pages)
                    && best.as_ref().is_none_or(|best| cast.score > best.score)
                {
                    best = Some(cast);
                }
            }
        }
        if best.is_some() {
            break;
        }
    }
    finished(views, found, names, &best?)
}

/// The first positive pick of every field on a page.
fn first_picks<'f>(found: &'f [Found], names: &[String], page: usize) -> Vec<&'f Found> {
    let first = |name: &String| {
        let mut picks = found
            .iter()
            .filter(|pick| !pick.negative && pick.page == page);
        picks.find(|pick| pick.field == *name)
    };
    names.iter().filter_map(first).collect()
}

/// Whether it is a list at all. Pages of one record each have picks on several pages and one of
/// each field there; then more is asked for.
fn believable(cast: &Cast, found: &[Found], pages: &HashSet<usize>) -> bool {
    let once = |name: &String| {
        pages.iter().all(|page| {
            let own = found.iter().filter(|p| !p.negative && p.page == *page);
            own.filter(|p| p.field == *name).nth(1).is_none()
        })
    };
    let one_each = pages.len() > 1 && cast.fields.iter().any(|(name, _)| once(name));
    if one_each {
        return cast.records >= 3 * pages.len() && cast.records * 10 >= cast.containers * 7;
    }
    cast.records >= 2
}

/// The ideas for each field inside the container of the seed.
pub(super) fn inner_ideas(
    view: &View<'_>,
    seed: &Seed<'_>,
    items: &Items,
) -> Vec<(String, Vec<Idea>)> {
    let mut all = Vec::new();
    for (pick, places) in &seed.fields {
        let mut own: Vec<Idea> = Vec::new();
        for place in places {
            if view.contains(items.own, place.at) {
                own.extend(ideas(view, place, &pick.value, Some(items.own)));
            } else {
                let beside = next_door(view, place, &pick.value, items.own);
                own.extend(beside);
            }
        }
        if own.is_empty() {
            // What belongs to the whole page, such as the heading of a thread.
            let of_page = places
                .iter()
                .flat_map(|p| ideas(view, p, &pick.value, None));
            own.extend(of_page.map(|idea| Idea {
                of_page: true,
                ..idea
            }));
        }
        let unit = Unit {
            page: 0,
            scope: Some(items.own),
            wanted: vec![*pick],
            unwanted: Vec::new(),
            absent: false,
        };
        let judged = judge::judge(std::slice::from_ref(view), &[unit], own, false);
        let good = judge::diverse(judged);
        let good = good.into_iter().take(MAX_IDEAS).map(|one| one.idea);
        all.push((pick.field.clone(), good.collect()));
    }
    all
}

/// Ideas for a place in a neighbour of the container.
fn next_door(view: &View<'_>, place: &Place, value: &str, own: At) -> Vec<Idea> {
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
        Axis::Preceding
    } else {
        Axis::Following
    };
    let (first, last) = if before { (door, own) } else { (own, door) };
    let between = view
        .children(parent)
        .filter(|at| *at > first && *at < last && view.tag(*at) == element.value().name());
    let step = Step::to(axis, Compound::tag(element)).nth(between.count() + 1);
    let inner = ideas(view, place, value, Some(door));
    let prefixed = inner.into_iter().map(|mut idea| {
        idea.path.insert(0, step.clone());
        idea
    });
    prefixed.collect()
}

/// The containers of `items` as units of the field `name`.
pub(super) fn units<'f>(
    views: &[View<'_>],
    found: &'f [Found],
    name: &str,
    items: &Items,
) -> Option<Vec<Unit<'f>>> {
    let mut units: Vec<Unit<'f>> = Vec::new();
    for (page, containers) in items.found.iter().enumerate() {
        let view = views.get(page)?;
        let picked: Vec<&Found> = found.iter().filter(|p| p.page == page).collect();
        let mut owners: Vec<(At, &'f Found)> = Vec::new();
        for pick in picked
            .iter()
            .copied()
            .filter(|pick| pick.field == name && !pick.negative)
        {
            owners.push((owner(view, items, containers, pick)?, pick));
        }
        for at in containers.iter().copied().take(MAX_UNITS) {
            units.push(Unit {
                page,
                scope: Some(at),
                wanted: owners
                    .iter()
                    .filter(|(own, _)| *own == at)
                    .map(|(_, p)| *p)
                    .collect(),
                unwanted: picked
                    .iter()
                    .copied()
                    .filter(|p| p.field == name && p.negative)
                    .collect(),
                absent: false,
            });
        }
    }
    Some(units)
}

/// The container that a pick belongs to: the innermost around one of its places. The fields of
/// neighbours belong to the seed's own container.
fn owner(view: &View<'_>, items: &Items, containers: &[At], pick: &Found) -> Option<At> {
    let here = pick.page == items.page && containers.contains(&items.own);
    let own = here.then_some(items.own);
    let holds = |at: &At| pick.places.iter().any(|place| view.contains(*at, place.at));
    own.filter(|own| items.partial || holds(own))
        .or_else(|| containers.iter().rev().copied().find(holds))
}

/// Tries one way of cutting the pages.
fn cast(
    views: &[View<'_>],
    found: &[Found],
    ideas: &[(String, Vec<Idea>)],
    items: Items,
) -> Option<Cast> {
    let mut fields = Vec::new();
    let mut firsts: Vec<Vec<Option<At>>> = Vec::new();
    // The main field comes first in the ideas.
    for (name, own) in ideas {
        let units = units(views, found, name, &items)?;
        let judged = judge::judge(views, &units, own.clone(), false);
        let first = judged.first().filter(|one| !one.idea.of_page);
        if let Some(first) = first {
            firsts.push(first.firsts.clone());
        } else if fields.is_empty() {
            return None;
        }
        fields.push((name.clone(), judged));
    }
    // Some other field must lie in the record, else any text would be one.
    if fields.len() > 1 && firsts.len() == 1 {
        return None;
    }
    let counted = count(views, &items, &firsts);
    let best = fields.iter().filter_map(|(_, judged)| judged.first());
    let steadiness: f64 = best.map(|one| stability::prior(&one.idea)).sum();
    let mut score = counted.weight;
    for share in &counted.shares {
        score *= share.max(0.3).powf(1.5);
    }
    for _ in firsts.len()..fields.len() {
        score *= OUTSIDE;
    }
    let own_prior = stability::of_path(&items.path);
    score *= 0.6 + 0.1 * own_prior + 0.3 * steadiness / number(fields.len().max(1));
    if items.partial {
        score *= 0.93;
    }
    Some(Cast {
        containers: counted.containers,
        items,
        fields,
        records: counted.records,
        bare: counted.bare,
        score,
    })
}

/// What becomes of the containers of one way.
#[derive(Default)]
struct Counted {
    containers: usize,
    records: usize,
    /// Containers with the main field and none of the others, such as advertisements.
    bare: usize,
    weight: f64,
    /// How many of the records have each of the other fields, 0 to 1.
    shares: Vec<f64>,
}

fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// Counts records by the main field, which comes first in `firsts`; each weighs as much as it has
/// of the other fields. The same value in two containers is one.
fn count(views: &[View<'_>], items: &Items, firsts: &[Vec<Option<At>>]) -> Counted {
    let mut counted = Counted::default();
    let pages = items.found.iter().enumerate();
    let owners =
        pages.flat_map(|(page, found)| std::iter::repeat_n(page, found.len().min(MAX_UNITS)));
    let owners: Vec<usize> = owners.collect();
    let mains_of = |(place, page): (usize, &usize)| {
        let main = firsts.first()?.get(place).copied().flatten()?;
        Some((*page, main))
    };
    let all_mains: Vec<(usize, At)> = owners.iter().enumerate().filter_map(mains_of).collect();
    let mut mains: Vec<(usize, At)> = Vec::new();
    let mut seen: HashSet<(usize, usize, At)> = HashSet::new();
    let mut with = vec![0_usize; firsts.len().saturating_sub(1)];
    for (place, page) in owners.iter().copied().enumerate() {
        counted.containers += 1;
        let mut values = firsts
            .iter()
            .map(|field| field.get(place).copied().flatten());
        let (Some(view), Some(main)) = (views.get(page), values.next().flatten()) else {
            counted.weight -= EMPTY_COST;
            continue;
        };
        let again = mains
            .iter()
            .any(|(p, at)| *p == page && (view.contains(*at, main) || view.contains(main, *at)));
        if again {
            counted.weight -= DOUBLE_COST;
            continue;
        }
        mains.push((page, main));
        let mut filled = 0;
        for ((field, at), have) in values.enumerate().zip(&mut with) {
            // The main value of one record is no other value of another.
            let foreign = |at: At| {
                let of_others = all_mains
                    .iter()
                    .filter(|(p, other)| *p == page && *other != main);
                let mut of_others = of_others.map(|(_, other)| *other);
                of_others.any(|other| view.contains(other, at) || view.contains(at, other))
            };
            if at.is_some_and(|at| !foreign(at) && seen.insert((page, field, at))) {
                filled += 1;
                *have += 1;
            }
        }
        if firsts.len() > 1 && filled == 0 {
            counted.bare += 1;
            counted.weight -= EMPTY_COST;
        } else {
            counted.records += 1;
            counted.weight += 1.0;
        }
    }
    let records = number(counted.records.max(1));
    counted.shares = with.iter().map(|have| number(*have) / records).collect();
    counted
}

/// The fields of the chosen cast as they are handed out.
fn finished(views: &[View<'_>], found: &[Found], names: &[String], cast: &Cast) -> Option<Learned> {
    let needed = needed(views, found, cast);
    let mut notes = Vec::new();
    let mut fields = Vec::new();
    for (name, judged) in &cast.fields {
        let units = units(views, found, name, &cast.items)?;
        let best = judge::checked(views, &units, judged, 1);
        let Some((best, _)) = best.first() else {
            if fields.is_empty() {
                return None;
            }
            notes.push(Message::new("learn-note-no-way").with("field", name.as_str()));
            continue;
        };
        let mut order = vec![best.clone()];
        let others = judged.iter().filter(|one| {
            one.idea.cut == best.idea.cut && one.tally.filled * 2 >= best.tally.filled
        });
        order.extend(judge::diverse(
            others
                .filter(|one| one.idea != best.idea)
                .cloned()
                .collect(),
        ));
        let wanted: Vec<&Found> = units.iter().flat_map(|unit| unit.wanted.clone()).collect();
        let chosen = judge::in_order(judge::checked(views, &units, &order, MAX_RANKED), 1);
        let mut cut = best.idea.cut.clone();
        let ways = once_each(
            chosen
                .into_iter()
                .map(|(one, values)| ranked(&one, by_page(&units, values, views.len()), true)),
        );
        let offers = patterns::offers(views, &units, false);
        let ways = with_patterns(ways, offers, &mut cut, best.tally.right, 1);
        fields.push(LearnedField {
            name: name.clone(),
            kind: kind(&best.idea, wanted.iter()),
            many: false,
            required: needed.contains(&name.as_str()),
            transform: cut.steps(),
            ranked: ways,
        });
    }
    fields.sort_by_key(|field| names.iter().position(|name| *name == field.name));
    Some(Learned {
        record: Some(container(cast)),
        fields,
        notes,
    })
}

/// The fields without which there is no record: the main one, and one more where places that lack
/// it are no records or no record lacks it.
fn needed<'c>(views: &[View<'_>], found: &[Found], cast: &'c Cast) -> Vec<&'c str> {
    let Some(((main, judged), others)) = cast.fields.split_first() else {
        return Vec::new();
    };
    let mut needed = vec![main.as_str()];
    let with_main = judged.first().map_or(0, |one| one.tally.filled);
    let whole = with_main.saturating_sub(cast.bare);
    let mut candidates: Vec<(usize, f64, &str)> = Vec::new();
    for (name, judged) in others {
        let Some(best) = judged.first() else { continue };
        if best.idea.of_page {
            continue;
        }
        if name == "date" && !reads_as_dates(views, found, cast, best) {
            continue;
        }
        candidates.push((best.tally.filled, stability::prior(&best.idea), name));
    }
    candidates.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    if let Some((filled, _, name)) = candidates.first()
        && *filled >= whole
        && whole >= 3
    {
        needed.push(name);
    }
    needed
}

/// Whether all values that `best` finds are dates, as a field named so needs them.
fn reads_as_dates(views: &[View<'_>], found: &[Found], cast: &Cast, best: &Judged) -> bool {
    let Some(units) = units(views, found, "date", &cast.items) else {
        return false;
    };
    units.iter().all(|unit| {
        let Some(view) = views.get(unit.page) else {
            return false;
        };
        let first = judge::found(view, &best.idea, unit.scope)
            .into_iter()
            .next();
        first.is_none_or(|(_, text)| super::days::is_one(&text))
    })
}

/// Values of units as values of pages.
fn by_page(units: &[Unit<'_>], values: Vec<Vec<String>>, pages: usize) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new(); pages];
    for (unit, values) in units.iter().zip(values) {
        if let Some(page) = all.get_mut(unit.page) {
            page.extend(values.into_iter().take(1));
        }
    }
    all
}

fn container(cast: &Cast) -> Ranked {
    let (kind, source) = super::steps::written(&cast.items.path, false);
    let (css, xpath) = match kind {
        SelectorKind::Css => (Some(source), None),
        _ => (None, Some(source)),
    };
    let idea = Idea {
        path: cast.items.path.clone(),
        taking: Taking::Text,
        cut: super::cut::Cut::None,
        family: super::propose::Family::Name,
        of_page: false,
    };
    let why = Message::new("learn-why-containers")
        .with("records", cast.records)
        .with("all", cast.containers);
    Ranked {
        alternative: Alternative {
            css,
            xpath,
            ..Alternative::default()
        },
        stability: stability::prior(&idea),
        why: vec![why],
        values: Vec::new(),
    }
}
