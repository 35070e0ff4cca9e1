//! Containers of records: candidates for one record, given where its fields were picked, and the
//! paths that find similar ones on every page.

use std::collections::HashSet;

use crate::authoring::learn::induce::locate::{LocatedPick, PickPlace, is_in_head};
use crate::authoring::learn::induce::propose::namings;
use crate::authoring::learn::induce::steps::indexed_page::{NodeNumber, View};
use crate::authoring::learn::induce::steps::{NodePath, PathStep, StepAxis, run};
use crate::model::DefaultColumn;
use crate::select::generation::compound::Compound;

/// Levels above the common ancestor of the fields at which a container is searched.
const MAX_ABOVE: usize = 4;
/// The total number of levels.
const MAX_LEVELS: usize = 14;
/// The maximum number of containers one path may find on a page.
const MAX_ITEMS: usize = 20_000;
/// The maximum number of places kept for one field.
const MAX_PLACES: usize = 6;

/// One picked record: its fields with their closest places.
pub(crate) struct Seed<'f> {
    /// The page index.
    pub page: usize,
    /// The picks with their places, the main one first.
    pub fields: Vec<(&'f LocatedPick, Vec<PickPlace>)>,
    /// Their smallest common ancestor.
    pub around: NodeNumber,
}

impl Seed<'_> {
    /// The place of the main field.
    pub fn main(&self) -> Option<NodeNumber> {
        let (_, places) = self.fields.first()?;
        places.first().map(|place| place.at)
    }
}

/// The possible seeds from the picks `picks` of one record on one page, those with the closest
/// fields first.
pub(crate) fn seeds<'f>(view: &View<'_>, picks: &[&'f LocatedPick]) -> Vec<Seed<'f>> {
    let Some(main) = picks.iter().copied().min_by_key(|pick| {
        // The longest text is the most reliable.
        (pick.places.len().min(12), usize::MAX - pick.value.len())
    }) else {
        return Vec::new();
    };
    let long = picks.iter().copied().filter(|pick| pick.value.len() > 80);
    let main = long.max_by_key(|pick| pick.value.len()).unwrap_or(main);
    let text = picks
        .iter()
        .copied()
        .find(|pick| pick.field == DefaultColumn::Text.token());
    let main = text.unwrap_or(main);
    let mut seeds: Vec<Seed<'f>> = nested(view, main)
        .into_iter()
        .take(24)
        .filter_map(|group| seed(view, picks, main, group))
        .collect();
    seeds.sort_by_key(|seed| {
        let (from, to) = view.range(seed.around);
        (to - from, seed.around)
    });
    let smallest = seeds.first().map(|seed| view.range(seed.around));
    seeds.retain(|seed| Some(view.range(seed.around)) == smallest);
    seeds.truncate(3);
    seeds
}

/// The places of `pick` on the page itself, grouped by nesting, the outermost first.
fn nested(view: &View<'_>, pick: &LocatedPick) -> Vec<Vec<PickPlace>> {
    let mut places: Vec<&PickPlace> = pick.places.iter().collect();
    places.retain(|place| !is_in_head(view, place.at));
    places.sort_by_key(|place| place.at);
    let mut groups: Vec<Vec<PickPlace>> = Vec::new();
    for place in places {
        let open = groups.last_mut().filter(|group| {
            let outer = group.first();
            outer.is_some_and(|outer| view.contains(outer.at, place.at))
        });
        match open {
            Some(group) => group.push(place.clone()),
            None => groups.push(vec![place.clone()]),
        }
    }
    groups
}

fn seed<'f>(
    view: &View<'_>,
    picks: &[&'f LocatedPick],
    main: &'f LocatedPick,
    places: Vec<PickPlace>,
) -> Option<Seed<'f>> {
    let place = places.first()?.clone();
    let mut around = place.at;
    let mut fields = vec![(main, places)];
    for pick in picks
        .iter()
        .copied()
        .filter(|pick| pick.field != main.field)
    {
        let mut near: Vec<(usize, u32, &PickPlace)> = outside(view, pick, place.at)
            .into_iter()
            .filter_map(|other| {
                let meeting = view.meeting(place.at, other.at)?;
                let (from, to) = view.range(meeting);
                Some((to - from, other.at.abs_diff(place.at), other))
            })
            .collect();
        near.sort_by_key(|(size, distance, _)| (*size, *distance));
        let size = near.first()?.0;
        let chosen: Vec<PickPlace> = near
            .iter()
            .take_while(|(other, _, _)| *other == size)
            .take(MAX_PLACES)
            .map(|(_, _, place)| (*place).clone())
            .collect();
        around = view.meeting(around, chosen.first()?.at)?;
        fields.push((pick, chosen));
    }
    Some(Seed {
        page: main.page,
        fields,
        around,
    })
}

/// The places of `pick` on the page itself, those outside `main` if there are any: a name in a text
/// is a signature or a mention.
fn outside<'f>(view: &View<'_>, pick: &'f LocatedPick, main: NodeNumber) -> Vec<&'f PickPlace> {
    let shown = pick
        .places
        .iter()
        .filter(|place| !is_in_head(view, place.at));
    let (inside, outside): (Vec<&PickPlace>, Vec<&PickPlace>) =
        shown.partition(|place| view.contains(main, place.at));
    if outside.is_empty() { inside } else { outside }
}

/// A way to find containers, with its matches page by page.
pub(crate) struct Items {
    /// The page of the seed.
    pub page: usize,
    /// The container of the seed.
    pub own: NodeNumber,
    /// The path.
    pub path: NodePath,
    /// Its matches.
    pub found: Vec<Vec<NodeNumber>>,
    /// Whether fields of the record are outside, in its neighbours.
    pub partial: bool,
}

/// Ways to find the containers of records like `seed`, one for each set of containers, the nearest
/// and best named first.
pub(super) fn items(views: &[View<'_>], seed: &Seed<'_>) -> Vec<Items> {
    let (Some(view), Some(main)) = (views.get(seed.page), seed.main()) else {
        return Vec::new();
    };
    let mut seen: HashSet<Vec<Vec<NodeNumber>>> = HashSet::new();
    let mut all = Vec::new();
    let mut above = 0;
    let chain = std::iter::once(main).chain(view.ancestors(main));
    for own in chain.take(MAX_LEVELS) {
        if matches!(view.tag(own), "body" | "html") || above > MAX_ABOVE {
            break;
        }
        let partial = !view.contains(own, seed.around);
        above += usize::from(!partial);
        let alone = own == main && !is_own_field(view, own);
        if view.index(own).is_none() || (alone && !partial) {
            continue;
        }
        let mut ways = paths(view, own);
        ways.extend(by_content(view, seed, own));
        for path in ways {
            let found: Vec<Vec<NodeNumber>> =
                views.iter().map(|view| run(view, &path, None)).collect();
            let here = found.get(seed.page).map_or(0, Vec::len);
            let fits = found.get(seed.page).is_some_and(|f| f.contains(&own));
            if fits && here <= MAX_ITEMS && seen.insert(found.clone()) {
                all.push(Items {
                    page: seed.page,
                    own,
                    path,
                    found,
                    partial,
                });
            }
        }
    }
    all
}

/// Paths to an element by its content: up from every element named like the main field. They find
/// records with differently named containers, such as a question and its answers.
fn by_content(view: &View<'_>, seed: &Seed<'_>, own: NodeNumber) -> Vec<NodePath> {
    let places = seed.fields.first().map_or(&[][..], |(_, places)| places);
    let mut elements: Vec<NodeNumber> = Vec::new();
    for place in places {
        let around = std::iter::once(place.at).chain(view.parent(place.at));
        let element = around.into_iter().find(|at| view.index(*at).is_some());
        elements.extend(element.filter(|at| *at > own && !elements.contains(at)));
    }
    let found = elements.into_iter().take(MAX_PLACES);
    found.flat_map(|at| up_from(view, seed, own, at)).collect()
}

/// The paths of [`by_content`] from one element of the main field.
fn up_from(view: &View<'_>, seed: &Seed<'_>, own: NodeNumber, main: NodeNumber) -> Vec<NodePath> {
    let up = view.ancestors(main).take_while(|at| *at >= own).count();
    if up == 0 || !view.contains(own, main) {
        return Vec::new();
    }
    let mut paths: Vec<NodePath> = Vec::new();
    for name in namings(view, main)
        .into_iter()
        .filter(Compound::is_specific)
    {
        let first = PathStep::to(StepAxis::Descendant, name);
        let mut path = vec![first.clone()];
        path.extend(std::iter::repeat_n(
            PathStep::to(StepAxis::Parent, Compound::default()),
            up,
        ));
        paths.push(path);
        if own != seed.around {
            continue;
        }
        // As near as the most distant field.
        for (_, places) in seed.fields.iter().skip(1) {
            let far = places.first().map(|place| place.at);
            let far = far.filter(|at| view.meeting(*at, main) == Some(own));
            let names = far.map(|at| namings(view, at)).unwrap_or_default();
            let telling = names.into_iter().filter(Compound::is_specific).take(3);
            paths.extend(
                telling.map(|far| vec![first.clone(), PathStep::to(StepAxis::Holder, far)]),
            );
        }
    }
    paths
}

/// Whether an element may be a record with itself as the only field.
fn is_own_field(view: &View<'_>, at: NodeNumber) -> bool {
    matches!(
        view.tag(at),
        "li" | "tr" | "article" | "dd" | "dt" | "option" | "p" | "a"
    )
}

/// Paths to an element and similar ones, best named first.
pub(crate) fn paths(view: &View<'_>, own: NodeNumber) -> Vec<NodePath> {
    let mut names: Vec<Compound> = namings(view, own);
    names.retain(|name| name.id.is_none());
    let tag = names.pop();
    let mut paths: Vec<NodePath> = names
        .into_iter()
        .map(|name| vec![PathStep::to(StepAxis::Descendant, name)])
        .collect();
    let Some(tag) = tag else {
        return paths;
    };
    let mut outer = own;
    for level in 0..4 {
        let Some(parent) = view.parent(outer) else {
            break;
        };
        for name in namings(view, parent)
            .into_iter()
            .filter(Compound::is_specific)
        {
            let top = PathStep::to(StepAxis::Descendant, name);
            let axis = if level == 0 {
                StepAxis::Child
            } else {
                StepAxis::Descendant
            };
            paths.push(vec![top, PathStep::to(axis, tag.clone())]);
        }
        outer = parent;
    }
    if let Some(parent) = view.parent(own).and_then(|parent| view.element(parent)) {
        let top = PathStep::to(StepAxis::Descendant, Compound::tag(parent));
        paths.push(vec![top, PathStep::to(StepAxis::Child, tag.clone())]);
    }
    paths.push(vec![PathStep::to(StepAxis::Descendant, tag)]);
    paths
}
