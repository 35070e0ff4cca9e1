//! Pages with several records: from the fields of one record to its container, to all similar
//! containers, and to paths inside them that find every field. The deciding factor is how many
//! containers become whole records that share nothing but their kind.
//!
//! Below: containers, the fields inside one, the final result, and threads from one of their posts. Which container the workbench takes
//! for picks inside one is scored in `learn::containers`.

pub(super) mod containers;
pub(super) mod field_selector_candidates;
pub(super) mod learned_records;
mod required_fields;
pub(super) mod threads;

use std::collections::{HashMap, HashSet};

use super::check_candidates::{self, Judged, Unit};
use super::learning_types::Learned;
use super::locate::text_extent::narrowed;
use super::locate::{LocatedPick, picked_dates};
use super::path_confidence;
use super::propose::Idea;
use super::steps::indexed_page::{NodeNumber, View};
use containers::{Items, items, seeds};
use field_selector_candidates::{Inner, inner_ideas};
use learned_records::finished;

/// The maximum number of containers of one way that are inspected.
const MAX_UNITS: usize = 600;
/// The penalty of a container without a record on the count of records.
const EMPTY_COST: f64 = 0.1;
/// The penalty of a container that repeats a record.
const DOUBLE_COST: f64 = 0.6;

/// The factor on the score for a field outside the records.
const OUTSIDE: f64 = 0.35;

/// A way to cut the pages into records, with the fields inside.
pub(super) struct Cast {
    /// The containers.
    pub items: Items,
    /// The fields with their ways, best first; the main one comes first.
    pub fields: Vec<(String, Vec<Judged>)>,
    /// Containers that are records.
    pub records: usize,
    /// All containers.
    pub containers: usize,
    /// Containers with the main field and none of the others, such as advertisements.
    pub bare: usize,
    score: f64,
}

impl Cast {
    /// The values of the main field on a page, in containers that are records.
    pub fn mains(&self, page: usize) -> Vec<NodeNumber> {
        let first =
            |(_, judged): &(String, Vec<Judged>)| judged.first().map(|one| one.firsts.clone());
        let mut firsts = self.fields.iter().map(first);
        let Some(Some(mains)) = firsts.next() else {
            return Vec::new();
        };
        let others: Vec<Vec<Option<NodeNumber>>> = firsts.flatten().collect();
        let count = |found: &Vec<NodeNumber>| found.len().min(MAX_UNITS);
        let before: usize = self.items.found.iter().take(page).map(count).sum();
        let here = self.items.found.get(page).map_or(0, count);
        let mut found: Vec<NodeNumber> = Vec::new();
        for (place, main) in mains.iter().enumerate().skip(before).take(here) {
            let mut other = others
                .iter()
                .map(|firsts| firsts.get(place).copied().flatten());
            let bare = !others.is_empty() && other.all(|at| at.is_none());
            if let Some(main) = main.filter(|main| !bare && !found.contains(main)) {
                found.push(main);
            }
        }
        found
    }
}

/// Learns records from the picks in `found`; `None` if each page holds one.
pub(super) fn records(
    views: &[View<'_>],
    found: &[LocatedPick],
    names: &[String],
) -> Option<Learned> {
    records_by(views, found, names, &|_| 1.0)
}

/// As [`records`], with what else is known of a way to cut the pages, as a factor on its score.
pub(super) fn records_by(
    views: &[View<'_>],
    found: &[LocatedPick],
    names: &[String],
    known: &dyn Fn(&Cast) -> f64,
) -> Option<Learned> {
    let mut best: Option<(f64, Cast)> = None;
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
            let mut inside: HashMap<NodeNumber, Vec<Inner>> = HashMap::new();
            for items in items(views, &seed) {
                let ideas = inside
                    .entry(items.own)
                    .or_insert_with(|| inner_ideas(view, &seed, &items));
                let Some(cast) = cast(views, found, ideas, items) else {
                    continue;
                };
                let least = best.as_ref().map(|(score, _)| *score);
                // No factor is greater than 1.
                if !believable(&cast, found, &pages) || least.is_some_and(|s| cast.score <= s) {
                    continue;
                }
                let score = cast.score * known(&cast);
                if least.is_none_or(|least| score > least) {
                    best = Some((score, cast));
                }
            }
        }
        if best.is_some() {
            break;
        }
    }
    let (_, best) = best?;
    finished(views, found, names, &best)
}

/// The first positive pick of every field on a page.
fn first_picks<'f>(
    found: &'f [LocatedPick],
    names: &[String],
    page: usize,
) -> Vec<&'f LocatedPick> {
    let first = |name: &String| {
        let mut picks = found
            .iter()
            .filter(|pick| !pick.negative && pick.page == page);
        picks.find(|pick| pick.field == *name)
    };
    names.iter().filter_map(first).collect()
}

/// Whether it is plausible as a list. Pages of one record each have picks on several pages and one
/// of each field there; then the criteria are stricter.
fn believable(cast: &Cast, found: &[LocatedPick], pages: &HashSet<usize>) -> bool {
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

/// The containers of `items` as units of the field `name`.
pub(super) fn units<'f>(
    views: &[View<'_>],
    found: &'f [LocatedPick],
    name: &str,
    items: &Items,
) -> Option<Vec<Unit<'f>>> {
    let mut units: Vec<Unit<'f>> = Vec::new();
    for (page, containers) in items.found.iter().enumerate() {
        let view = views.get(page)?;
        let picked: Vec<&LocatedPick> = found.iter().filter(|p| p.page == page).collect();
        let mut owners: Vec<(NodeNumber, &'f LocatedPick)> = Vec::new();
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

/// The container of a pick: the innermost around one of its places. Fields in neighbours belong to
/// the seed's own container.
fn owner(
    view: &View<'_>,
    items: &Items,
    containers: &[NodeNumber],
    pick: &LocatedPick,
) -> Option<NodeNumber> {
    let here = pick.page == items.page && containers.contains(&items.own);
    let own = here.then_some(items.own);
    let holds = |at: &NodeNumber| pick.places.iter().any(|place| view.contains(*at, place.at));
    own.filter(|own| items.partial || holds(own))
        .or_else(|| containers.iter().rev().copied().find(holds))
}

/// Tries one way to cut the pages.
fn cast(views: &[View<'_>], found: &[LocatedPick], ideas: &[Inner], items: Items) -> Option<Cast> {
    let mut fields = Vec::new();
    let mut firsts: Vec<Vec<Option<NodeNumber>>> = Vec::new();
    // The main field comes first in the ideas.
    for inner in ideas {
        let units = units(views, found, &inner.field, &items)?;
        let mut judged = check_candidates::judge(views, &units, inner.ideas.clone(), false);
        if fields.is_empty() {
            let pages: Vec<usize> = units.iter().map(|unit| unit.page).collect();
            let pick = units.iter().find_map(|unit| unit.wanted.first().copied())?;
            judged = narrowed(views, &pages, pick, judged);
        } else if !inner.elsewhere.is_empty() {
            judged = with_likes(views, &units, judged, &inner.elsewhere);
        }
        let first = judged.first().filter(|one| !one.idea.of_page);
        if let Some(first) = first {
            firsts.push(first.firsts.clone());
        } else if fields.is_empty() {
            return None;
        }
        fields.push((inner.field.clone(), judged));
    }
    // Another field must be inside the record, otherwise any text would be one.
    if fields.len() > 1 && firsts.len() == 1 {
        return None;
    }
    let counted = count(views, &items, &firsts);
    let best = fields.iter().filter_map(|(_, judged)| judged.first());
    let steadiness: f64 = best.map(|one| path_confidence::prior(&one.idea)).sum();
    let mut score = counted.weight;
    for share in &counted.shares {
        score *= share.max(0.3).powf(1.5);
    }
    for _ in firsts.len()..fields.len() {
        score *= OUTSIDE;
    }
    let own_prior = path_confidence::of_path(&items.path);
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

/// The ways to find a field that the picked record shows outside its container: first inside, as
/// most similar records show it, then as the picked one does.
fn with_likes(
    views: &[View<'_>],
    units: &[Unit<'_>],
    mut judged: Vec<Judged>,
    elsewhere: &[Idea],
) -> Vec<Judged> {
    let filled = judged.iter().map(|one| one.tally.filled).max();
    let dates = units
        .iter()
        .flat_map(|unit| &unit.wanted)
        .any(|pick| pick.day.is_some() || picked_dates::is_likely(&pick.value));
    let likes = check_candidates::judge_by_filling(views, units, elsewhere);
    let mut likes = likes.into_iter().filter(|one| {
        one.tally.filled > filled.unwrap_or(1)
            && one.tally.filled * 2 > units.len()
            && (!dates || all_dates(views, units, one))
    });
    if let Some(best) = likes.next() {
        judged.truncate(1);
        for one in &mut judged {
            // It is for the records that this way misses, not for all.
            one.stability = path_confidence::prior(&one.idea);
        }
        judged.insert(0, best);
    }
    judged
}

/// Whether all first matches of `one` are dates.
pub(super) fn all_dates(views: &[View<'_>], units: &[Unit<'_>], one: &Judged) -> bool {
    units.iter().all(|unit| {
        let found = views
            .get(unit.page)
            .map(|view| check_candidates::found(view, &one.idea, unit.scope));
        let first = found.and_then(|found| found.into_iter().next());
        first.is_none_or(|(_, text)| picked_dates::is_one(&text))
    })
}

/// The result of counting the containers of one way.
#[derive(Default)]
struct Counted {
    containers: usize,
    records: usize,
    /// Containers with the main field and none of the others, such as advertisements.
    bare: usize,
    weight: f64,
    /// The share of the records that have each of the other fields, 0 to 1.
    shares: Vec<f64>,
}

fn number(n: usize) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// Counts records by the main field, which comes first in `firsts`; each is weighted by its share
/// of the other fields. Equal values in two containers count once.
fn count(views: &[View<'_>], items: &Items, firsts: &[Vec<Option<NodeNumber>>]) -> Counted {
    let mut counted = Counted::default();
    let pages = items.found.iter().enumerate();
    let owners =
        pages.flat_map(|(page, found)| std::iter::repeat_n(page, found.len().min(MAX_UNITS)));
    let owners: Vec<usize> = owners.collect();
    let mains_of = |(place, page): (usize, &usize)| {
        let main = firsts.first()?.get(place).copied().flatten()?;
        Some((*page, main))
    };
    let all_mains: Vec<(usize, NodeNumber)> =
        owners.iter().enumerate().filter_map(mains_of).collect();
    let mut mains: Vec<(usize, NodeNumber)> = Vec::new();
    let mut seen: HashSet<(usize, usize, NodeNumber)> = HashSet::new();
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
            // The main value of one record is never another field of a different record.
            let foreign = |at: NodeNumber| {
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
    // One record may differ from the others, such as the question above its answers.
    let share = |have: &usize| {
        let apart = usize::from(*have > 1 && *have + 1 == counted.records);
        number(*have + apart) / number(counted.records.max(1))
    };
    counted.shares = with.iter().map(share).collect();
    counted
}
