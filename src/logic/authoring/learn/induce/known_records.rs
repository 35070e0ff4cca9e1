//! Learning with more knowledge than the picks: that the page is one record, that a record is in a
//! known container, or which elements are records. Input: pages, picks, containers. Output:
//! fields and containers as [`super::learn`] returns them.

use std::borrow::Borrow;

use super::check_candidates::{self, Judged};
use super::learning_types::{LearnError, Learned, LearnedField, Pick, Ranked};
use super::locate::value_in_text::without_colon;
use super::locate::{LocatedPick, PickPlace};
use super::propose::combined_selectors::together;
use super::records::containers::{Items, Seed, paths};
use super::records::field_selector_candidates::inner_ideas;
use super::records::units;
use super::single_record_pages::{kind, once_each, ranked};
use super::steps::indexed_page::{NodeNumber, View};
use super::steps::{run, written};
use super::{
    contradictions, locate, names_of, path_confidence, single_record_pages, user_exclusions,
};
use crate::authoring::learn::induce::patterns::hidden_in;
use crate::authoring::learn::similar_elements;
use crate::messages::Message;
use crate::page::{ElementIndex, Page};
use crate::rules::Alternative;
use crate::select::{Selector, SelectorKind};

/// The maximum number of ways returned for one field.
const MAX_RANKED: usize = 6;
/// The number of ideas of a field tried on all containers.
const MAX_IDEAS: usize = 40;
/// The maximum number of containers inspected on a page.
const MAX_CONTAINERS: usize = 600;

/// Learns the fields of pages that hold one record each. Several picks of a field on one page are
/// examples of its values there; others may be similar.
///
/// # Errors
/// As [`super::learn`].
pub fn learn_fields<P: Borrow<Page>>(
    pages: &[P],
    picks: &[Pick],
) -> Result<Vec<LearnedField>, LearnError> {
    let views = views(pages);
    let found = located(&views, picks)?;
    single_record_pages::fields(&views, &found, &names_of(&found)?, true)
}

/// Learns the fields inside the containers that `record` finds. A pick outside all containers is
/// treated as belonging to every record of its page. A field with several picks in one container
/// has several values.
///
/// # Errors
/// As [`super::learn`]; also when `record` finds no container on a page with picks.
pub fn learn_inside<P: Borrow<Page>>(
    pages: &[P],
    record: &Alternative,
    picks: &[Pick],
) -> Result<Learned, LearnError> {
    let views = views(pages);
    let found = located(&views, picks)?;
    let containers = containers(&views, record);
    let names = names_of(&found)?;
    let inside = |name: &String| inside(&views, &found, name, &containers);
    Ok(Learned {
        record: None,
        fields: names.iter().map(inside).collect::<Result<_, _>>()?,
        notes: Vec::new(),
    })
}

/// As [`learn_inside`] for the picks of each field separately, in the order in which these were
/// first picked: a field that cannot be learned does not affect the others.
pub fn learn_each_inside<P: Borrow<Page>>(
    pages: &[P],
    record: &Alternative,
    picks: &[Pick],
) -> Vec<(String, Result<LearnedField, LearnError>)> {
    let mut names: Vec<&String> = Vec::new();
    for pick in picks.iter().filter(|pick| !pick.negative) {
        if !names.contains(&&pick.field) {
            names.push(&pick.field);
        }
    }
    // A large page is indexed once, not once per field.
    let views = views(pages);
    let containers = containers(&views, record);
    let learned = |name: &String| {
        let own = picks.iter().filter(|pick| pick.field == *name);
        let own: Vec<Pick> = own.cloned().collect();
        inside(&views, &located(&views, &own)?, name, &containers)
    };
    let all = names.into_iter();
    all.map(|name| (name.clone(), learned(name))).collect()
}

/// The matches of `record` on each page.
fn containers(views: &[View<'_>], record: &Alternative) -> Vec<Vec<NodeNumber>> {
    let of = |view: &View<'_>| {
        let elements = matching(view.page, record).into_iter();
        let mut ats: Vec<NodeNumber> = elements.filter_map(|index| view.of(index)).collect();
        ats.truncate(MAX_CONTAINERS);
        ats
    };
    views.iter().map(of).collect()
}

fn inside(
    views: &[View<'_>],
    found: &[LocatedPick],
    name: &str,
    containers: &[Vec<NodeNumber>],
) -> Result<LearnedField, LearnError> {
    let strict = field(views, found, name, containers);
    user_exclusions::better(views, found, name, Some(containers), strict, |picked| {
        field(views, picked, name, containers)
    })
}

/// Ways to find containers like `examples` (page, element), most stable first; none finds any of
/// `against`.
pub fn learn_containers<P: Borrow<Page>>(
    pages: &[P],
    examples: &[(usize, ElementIndex)],
    against: &[(usize, ElementIndex)],
) -> Vec<Ranked> {
    let views = views(pages);
    let Some((page, first)) = examples.first() else {
        return Vec::new();
    };
    let Some(view) = views.get(*page) else {
        return Vec::new();
    };
    let mut all: Vec<Ranked> = Vec::new();
    for path in view
        .of(*first)
        .map(|at| paths(view, at))
        .unwrap_or_default()
    {
        let found: Vec<Vec<NodeNumber>> = views.iter().map(|view| run(view, &path, None)).collect();
        let has = |(page, element): &(usize, ElementIndex)| {
            let at = views.get(*page).and_then(|view| view.of(*element));
            let found = found.get(*page);
            at.zip(found).is_some_and(|(at, found)| found.contains(&at))
        };
        if !examples.iter().all(has) || against.iter().any(has) {
            continue;
        }
        let (kind, source) = written(&path, false);
        let count: usize = found.iter().map(Vec::len).sum();
        all.push(container(
            kind,
            source,
            path_confidence::of_path(&path),
            count,
        ));
    }
    if !against.is_empty() {
        let ways = learn_containers(pages, examples, &[]);
        all.extend(user_exclusions::containers(&views, ways, examples, against));
    }
    if examples.len() == 1 && against.is_empty() {
        let css = similar_elements::css(view.page, *first);
        all.extend(css.map(|css| container(SelectorKind::Css, css, 0.4, 0)));
    }
    all.retain(|one| matching(view.page, &one.alternative).contains(first));
    all.sort_by(|a, b| b.stability.total_cmp(&a.stability));
    once_each(all.into_iter())
}

fn container(kind: SelectorKind, source: String, stability: f64, count: usize) -> Ranked {
    let (css, xpath) = match kind {
        SelectorKind::Css => (Some(source), None),
        _ => (None, Some(source)),
    };
    Ranked {
        alternative: Alternative {
            css,
            xpath,
            ..Alternative::default()
        },
        stability,
        why: vec![
            Message::new("learn-why-containers")
                .with("records", count)
                .with("all", count),
        ],
        values: Vec::new(),
    }
}

fn views<P: Borrow<Page>>(pages: &[P]) -> Vec<View<'_>> {
    pages.iter().map(|page| View::new(page.borrow())).collect()
}

fn located(views: &[View<'_>], picks: &[Pick]) -> Result<Vec<LocatedPick>, LearnError> {
    let mut found = Vec::new();
    for pick in picks {
        let view = views.get(pick.page);
        let view = view.ok_or(LearnError::NoSuchPage(pick.page + 1))?;
        found.extend(locate::locate(view, pick, hidden_in)?);
    }
    contradictions(&found)?;
    Ok(found)
}

/// The matches of a selector on the whole page.
fn matching(page: &Page, way: &Alternative) -> Vec<ElementIndex> {
    let (kind, source) = match (&way.css, &way.xpath) {
        (Some(css), _) => (SelectorKind::Css, css),
        (_, Some(xpath)) => (SelectorKind::XPath, xpath),
        _ => return Vec::new(),
    };
    Selector::compile(kind, source)
        .map(|selector| selector.matching(page, None))
        .unwrap_or_default()
}

/// One field inside known containers.
fn field(
    views: &[View<'_>],
    found: &[LocatedPick],
    name: &str,
    containers: &[Vec<NodeNumber>],
) -> Result<LearnedField, LearnError> {
    let nothing = || LearnError::NothingFits(name.to_owned());
    let picks = || found.iter().filter(|p| p.field == name && !p.negative);
    let first = picks().next().ok_or_else(nothing)?;
    let view = views.get(first.page).ok_or_else(nothing)?;
    let here = containers.get(first.page).ok_or_else(nothing)?;
    let around = |at: NodeNumber| {
        here.iter()
            .rev()
            .copied()
            .find(|own| view.contains(*own, at))
    };
    let inside = first.places.iter().find_map(|place| around(place.at));
    let own = inside.or_else(|| here.first().copied());
    let own = own.ok_or_else(nothing)?;
    let items = Items {
        page: first.page,
        own,
        path: Vec::new(),
        found: containers.to_vec(),
        partial: inside.is_none(),
    };
    let ideas = {
        let mut own_ideas = Vec::new();
        for pick in picks().filter(|pick| pick.page == first.page).take(4) {
            let places: Vec<PickPlace> = pick.places.iter().take(MAX_IDEAS).cloned().collect();
            let own = pick.places.iter().find_map(|place| around(place.at));
            let items = Items {
                own: own.unwrap_or(items.own),
                path: Vec::new(),
                found: Vec::new(),
                ..items
            };
            let seed = Seed {
                page: first.page,
                around: items.own,
                fields: vec![(pick, places)],
            };
            let ideas = inner_ideas(view, &seed, &items).into_iter();
            own_ideas.extend(ideas.flat_map(|inner| inner.ideas));
        }
        own_ideas
    };
    let units = units(views, found, name, &items).ok_or_else(nothing)?;
    let many = units.iter().any(|unit| unit.wanted.len() > 1);
    let judged = check_candidates::judge(views, &units, ideas.clone(), many);
    let exactly = finished(views, name, &units, &judged, many);
    if exactly.is_some() || !many {
        return exactly.ok_or_else(nothing);
    }
    // The picks of one container may be examples of more.
    let judged = check_candidates::judge(views, &units, ideas, false);
    finished(views, name, &units, &judged, many).ok_or_else(nothing)
}

fn finished(
    views: &[View<'_>],
    name: &str,
    units: &[check_candidates::Unit<'_>],
    judged: &[Judged],
    many: bool,
) -> Option<LearnedField> {
    let best = check_candidates::checked(views, units, judged, 1);
    let (best, _) = best.into_iter().next()?;
    let known = best.tally.known;
    // A way that misses some of the picks is dropped.
    if best.tally.right < known {
        return None;
    }
    let others = judged.iter().filter(|one| {
        one.idea.cut == best.idea.cut
            && one.idea != best.idea
            && one.tally.right == known
            && one.tally.filled * 2 >= best.tally.filled
    });
    let mut order = vec![best.clone()];
    order.extend(check_candidates::diverse(others.cloned().collect()));
    let wanted: Vec<&LocatedPick> = units.iter().flat_map(|unit| unit.wanted.clone()).collect();
    let most = if many { usize::MAX } else { 1 };
    let by_page = |values: Vec<Vec<String>>| {
        let mut all = vec![Vec::new(); views.len()];
        for (unit, values) in units.iter().zip(values) {
            if let Some(page) = all.get_mut(unit.page) {
                page.extend(values.into_iter().take(most));
            }
        }
        all
    };
    let chosen = check_candidates::in_order(
        check_candidates::checked(views, units, &order, MAX_RANKED),
        1,
    )
    .into_iter();
    let pair = together(views, units, judged, &best).filter(|_| !many);
    let ways = pair
        .into_iter()
        .chain(chosen.map(|(one, values)| ranked(&one, by_page(values), true)));
    let field = LearnedField {
        name: name.to_owned(),
        kind: kind(&best.idea, wanted.iter()),
        many,
        required: false,
        transform: best.idea.cut.steps(),
        ranked: once_each(ways).into_iter().take(MAX_RANKED).collect(),
    };
    Some(without_colon(field, &wanted))
}
