//! Narrows selectors: if every selector for the picks also finds what was excluded, or the one that
//! does not finds little else, a selector that finds both is narrowed by what distinguishes the
//! excluded elements. Input: selectors learned from the picks alone. Output: those that could
//! be narrowed, each run and found to match all picks and nothing excluded.
//!
//! Below: features that may distinguish an element from similar ones.

pub(super) mod differences;

use std::collections::HashSet;

use super::learning_types::{LearnError, Learned, LearnedField, Ranked};
use super::locate::LocatedPick;
use super::steps::indexed_page::{NodeNumber, View};
use crate::messages::Message;
use crate::page::{ElementIndex, collapse};
use crate::rules::Alternative;
use crate::select::generation::compound::css_string;
use crate::select::{Selector, SelectorKind, Take};
use differences::{Condition, conditions};

/// The maximum number of selectors to narrow.
const MAX_NARROWED: usize = 6;
/// The stability a narrowed selector may lack and still be preferred to one that finds much less.
const LESS_STABLE: f64 = 0.2;
/// The share of a narrowed selector's matches that another must find to rank before it, in percent.
const MIN_SHARE: usize = 70;

/// An element of a page.
pub(super) type PageElement = (usize, ElementIndex);

/// The containers of each page; `None` if whole pages are searched.
pub(super) type Scopes<'s> = Option<&'s [Vec<NodeNumber>]>;

/// Returns the field `strict`, learned with exclusions, or a better one: `free` learns it from the
/// picks alone, and its selectors are narrowed.
///
/// # Errors
/// That of `strict`, if nothing can be narrowed either.
pub(super) fn better(
    views: &[View<'_>],
    found: &[LocatedPick],
    name: &str,
    scopes: Scopes<'_>,
    strict: Result<LearnedField, LearnError>,
    free: impl FnOnce(&[LocatedPick]) -> Result<LearnedField, LearnError>,
) -> Result<LearnedField, LearnError> {
    if !found.iter().any(|pick| pick.field == name && pick.negative) {
        return strict;
    }
    let Ok(mut loose) = free(&picked_only(found)) else {
        return strict;
    };
    let ways = std::mem::take(&mut loose.ranked)
        .into_iter()
        .take(MAX_NARROWED);
    let narrow = |way: Ranked| {
        let css = way.alternative.css.clone()?;
        let all = matching(views, &css, scopes)?;
        let of = |negative: bool| -> Vec<Vec<PageElement>> {
            let own = found.iter().filter(|p| p.field == name);
            let own = own.filter(|pick| pick.negative == negative);
            own.map(|pick| meant(views, pick, &all)).collect()
        };
        let (wanted, unwanted) = (of(false), of(true));
        let cut = !loose.transform.is_empty();
        let found = narrowed(views, &css, &wanted, &unwanted, scopes)?;
        Some(found.narrow(views, &way, scopes, cut))
    };
    loose.ranked = ways.filter_map(narrow).collect();
    loose
        .ranked
        .sort_by(|a, b| b.stability.total_cmp(&a.stability));
    match strict {
        Ok(strict) if loose.ranked.is_empty() || is_enough(&strict, &loose) => Ok(strict),
        Ok(strict) => {
            if strict.transform == loose.transform {
                let known = |way: &Ranked| {
                    let mut all = loose.ranked.iter();
                    all.any(|own| own.alternative == way.alternative)
                };
                let more: Vec<Ranked> = strict.ranked.into_iter().filter(|w| !known(w)).collect();
                loose.ranked.extend(more);
                loose.ranked.truncate(MAX_NARROWED);
            }
            Ok(loose)
        }
        Err(error) if loose.ranked.is_empty() => Err(error),
        Err(_) => Ok(loose),
    }
}

/// Whether a field learned with exclusions finds about as much as the narrowed one, and is about
/// as stable.
fn is_enough(strict: &LearnedField, loose: &LearnedField) -> bool {
    let (Some(own), Some(other)) = (strict.ranked.first(), loose.ranked.first()) else {
        return loose.ranked.is_empty();
    };
    let count = |way: &Ranked| way.values.iter().map(Vec::len).sum::<usize>();
    own.stability + LESS_STABLE >= other.stability && count(own) * 100 >= count(other) * MIN_SHARE
}

/// Records learned from the picks alone, with containers that hold nothing excluded.
pub(super) fn records(
    views: &[View<'_>],
    found: &[LocatedPick],
    learn: impl FnOnce(&[LocatedPick]) -> Option<Learned>,
) -> Option<Learned> {
    if !found.iter().any(|pick| pick.negative) {
        return None;
    }
    let mut learned = learn(&picked_only(found))?;
    let record = learned.record.take()?;
    let css = record.alternative.css.clone()?;
    let all = matching(views, &css, None)?;
    let of = |negative: bool| -> Vec<Vec<PageElement>> {
        let own = found.iter().filter(|pick| pick.negative == negative);
        own.map(|pick| holders(views, pick, &all)).collect()
    };
    let narrowed = narrowed(views, &css, &of(false), &of(true), None)?;
    learned.record = Some(narrowed.narrow(views, &record, None, true));
    Some(learned)
}

/// Containers that `ways` find, without those of `against`.
pub(super) fn containers(
    views: &[View<'_>],
    ways: Vec<Ranked>,
    examples: &[PageElement],
    against: &[PageElement],
) -> Vec<Ranked> {
    let each = |spots: &[PageElement]| spots.iter().map(|spot| vec![*spot]).collect::<Vec<_>>();
    let (wanted, unwanted) = (each(examples), each(against));
    let narrow = |way: Ranked| {
        let css = way.alternative.css.clone()?;
        let found = narrowed(views, &css, &wanted, &unwanted, None)?;
        Some(found.narrow(views, &way, None, true))
    };
    ways.into_iter()
        .take(MAX_NARROWED)
        .filter_map(narrow)
        .collect()
}

/// The positive picks.
fn picked_only(found: &[LocatedPick]) -> Vec<LocatedPick> {
    found.iter().filter(|p| !p.negative).cloned().collect()
}

/// A selector that matches nothing excluded.
struct Narrowed {
    css: String,
    /// The share of the stability that remains.
    share: f64,
}

impl Narrowed {
    /// `way` with the selector; its values are read again unless they are `cut` from texts.
    fn narrow(&self, views: &[View<'_>], way: &Ranked, scopes: Scopes<'_>, cut: bool) -> Ranked {
        let mut why = way.why.clone();
        why.push(Message::new("learn-why-without"));
        let alternative = Alternative {
            css: Some(self.css.clone()),
            ..way.alternative.clone()
        };
        let values = match cut {
            true => way.values.clone(),
            false => values(views, &alternative, scopes).unwrap_or_else(|| way.values.clone()),
        };
        Ranked {
            alternative,
            stability: way.stability * self.share,
            why,
            values,
        }
    }
}

/// Narrows `css` by what distinguishes every excluded element it matches. Each pick is the set of
/// elements that it may mean: one of those wanted must stay, none of the others.
fn narrowed(
    views: &[View<'_>],
    css: &str,
    wanted: &[Vec<PageElement>],
    unwanted: &[Vec<PageElement>],
    scopes: Scopes<'_>,
) -> Option<Narrowed> {
    // A condition appended to a list of selectors would narrow only the last of them.
    let mut narrow = match css.contains(',') {
        true => format!(":is({css})"),
        false => css.to_owned(),
    };
    let mut share = 1.0;
    let before: HashSet<PageElement> = matching(views, css, scopes)?.into_iter().collect();
    let mut left: HashSet<PageElement> = unwanted.iter().flatten().copied().collect();
    left.retain(|spot| before.contains(spot));
    if left.is_empty() || wanted.is_empty() {
        return None;
    }
    let mut rest = before.clone();
    while let Some(against) = left.iter().min().copied() {
        let view = views.get(against.0)?;
        let best = conditions(view, view.of(against.1)?)
            .into_iter()
            .filter_map(|condition| {
                let gone = meets(views, &condition.css, &rest)?;
                let spares = |pick: &Vec<PageElement>| {
                    let mut own = pick.iter();
                    own.any(|spot| rest.contains(spot) && !gone.contains(spot))
                };
                let fits = gone.contains(&against) && wanted.iter().all(spares);
                let caught = gone.iter().filter(|spot| left.contains(spot)).count();
                // Other elements lost were not excluded; many of them count against the condition.
                let others = rest.len().saturating_sub(left.len());
                let lost = gone.len() - caught;
                let cost = condition.cost
                    + if lost * 3 > others { 4.0 } else { 0.0 }
                    + if caught < left.len() { 1.0 } else { 0.0 };
                fits.then_some((cost, condition, gone))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let (_, condition, gone) = best?;
        narrow.push_str(&format!(":not({})", condition.css));
        share *= condition.share();
        rest.retain(|spot| !gone.contains(spot));
        left.retain(|spot| !gone.contains(spot));
    }
    let really: HashSet<PageElement> = matching(views, &narrow, scopes)?.into_iter().collect();
    let kept = |pick: &Vec<PageElement>| pick.iter().any(|spot| really.contains(spot));
    let spared = unwanted.iter().flatten().all(|spot| !really.contains(spot));
    (spared && wanted.iter().all(kept)).then_some(Narrowed { css: narrow, share })
}

/// Those of `among` that meet a condition.
fn meets(
    views: &[View<'_>],
    condition: &str,
    among: &HashSet<PageElement>,
) -> Option<HashSet<PageElement>> {
    let all = matching(views, condition, None)?.into_iter();
    Some(all.filter(|spot| among.contains(spot)).collect())
}

/// The elements of `all` that a pick may mean: its own, or one that contains it or is inside it.
fn meant(views: &[View<'_>], pick: &LocatedPick, all: &[PageElement]) -> Vec<PageElement> {
    let Some(view) = views.get(pick.page) else {
        return Vec::new();
    };
    let here = || all.iter().filter(|(page, _)| *page == pick.page).copied();
    let is = |at: NodeNumber| here().filter(move |(_, index)| view.of(*index) == Some(at));
    let own: Vec<PageElement> = pick.places.iter().flat_map(|place| is(place.at)).collect();
    if !own.is_empty() {
        return own;
    }
    let around = holders(views, pick, all);
    if !around.is_empty() {
        return around;
    }
    let inside = |index: ElementIndex| {
        let at = view.of(index);
        at.is_some_and(|at| pick.places.iter().any(|p| view.contains(p.at, at)))
    };
    here().filter(|(_, index)| inside(*index)).collect()
}

/// The innermost of `all` around each place of a pick.
fn holders(views: &[View<'_>], pick: &LocatedPick, all: &[PageElement]) -> Vec<PageElement> {
    let Some(view) = views.get(pick.page) else {
        return Vec::new();
    };
    let holder = |at: NodeNumber| {
        let here = all.iter().filter(|(page, _)| *page == pick.page);
        let around = here.filter(|(_, index)| {
            let own = view.of(*index);
            own.is_some_and(|own| view.contains(own, at))
        });
        around.max_by_key(|(_, index)| *index).copied()
    };
    let places = pick
        .places
        .iter()
        .filter(|place| !place.part || pick.strict);
    let mut spots: Vec<PageElement> = places.filter_map(|place| holder(place.at)).collect();
    spots.dedup();
    spots
}

/// What `css` finds, on whole pages or in containers.
fn matching(views: &[View<'_>], css: &str, scopes: Scopes<'_>) -> Option<Vec<PageElement>> {
    let selector = Selector::compile(SelectorKind::Css, css).ok()?;
    let mut all = Vec::new();
    for (page, view) in views.iter().enumerate() {
        for scope in scopes_of(view, page, scopes) {
            let hits = selector.matching(view.page, scope).into_iter();
            all.extend(hits.map(|index| (page, index)));
        }
    }
    Some(all)
}

fn scopes_of(view: &View<'_>, page: usize, scopes: Scopes<'_>) -> Vec<Option<ElementIndex>> {
    match scopes.map(|all| all.get(page)) {
        Some(own) => own
            .into_iter()
            .flatten()
            .map(|at| view.index(*at))
            .filter(Option::is_some)
            .collect(),
        None => vec![None],
    }
}

/// The values of a selector, page by page; in containers the first value of each.
fn values(views: &[View<'_>], way: &Alternative, scopes: Scopes<'_>) -> Option<Vec<Vec<String>>> {
    let selector = Selector::compile(SelectorKind::Css, way.css.as_deref()?).ok()?;
    let take = match way.take.as_deref() {
        None => Take::Text,
        Some("own_text") => Take::OwnText,
        Some("html") => Take::Html,
        Some("url") => return None,
        Some(name) => Take::Attribute(name.to_owned()),
    };
    let most = if scopes.is_some() { 1 } else { usize::MAX };
    let of_page = |(page, view): (usize, &View<'_>)| {
        scopes_of(view, page, scopes)
            .into_iter()
            .flat_map(|scope| {
                selector
                    .select(view.page, scope, &take)
                    .into_iter()
                    .take(most)
            })
            .map(|hit| collapse(&hit.value))
            .collect()
    };
    Some(views.iter().enumerate().map(of_page).collect())
}

impl Condition {
    /// The share of a selector's stability that remains under a condition.
    fn share(&self) -> f64 {
        (0.95 - 0.1 * self.cost).clamp(0.5, 0.95)
    }

    /// A condition on a text.
    pub fn of_text(text: &str) -> String {
        format!(":contains({})", css_string(text))
    }
}
