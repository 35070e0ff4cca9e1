//! Judges ideas: compares what each finds on every page or record with what was picked there.
//! Input: ideas and units. Output: the ideas that hold, most stable first, each checked with the
//! selector that a rule will run.

use std::collections::HashSet;

use super::locate::{self, LocatedPick, letters, picked_dates, similar_text};
use super::path_confidence;
use super::propose::{Family, Idea};
use super::steps::indexed_page::{NodeNumber, View};
use super::steps::{self, written};
use crate::page::collapse;
use crate::rules::Alternative;
use crate::select::{Selector, SelectorKind, Take};

/// The maximum number of ideas tried for one field, the most stable kinds first.
const MAX_IDEAS: usize = 1_500;
/// The number of nodes that all ideas of one field may visit: pages of 60,000 elements take
/// seconds.
const MAX_WORK: usize = 60_000_000;
/// The maximum number of ideas checked with the real selectors.
const MAX_CHECKED: usize = 24;
/// The minimum agreement of texts that differ slightly.
pub(super) const NEAR: f64 = 0.8;

/// One page, or one record on a page, with its picks for the field.
pub(super) struct Unit<'f> {
    /// The page index.
    pub page: usize,
    /// The record's container.
    pub scope: Option<NodeNumber>,
    /// Picks that must be found.
    pub wanted: Vec<&'f LocatedPick>,
    /// Picks that must not be found.
    pub unwanted: Vec<&'f LocatedPick>,
    /// Whether other fields were picked here, but not this one.
    pub absent: bool,
}

/// The results of an idea on all units.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// Units where it finds what was picked.
    pub right: usize,
    /// Units with picks.
    pub known: usize,
    /// Units without the field where it finds something.
    pub fired: usize,
    /// Units without the field.
    pub absent: usize,
    /// Excluded elements that it finds.
    pub excluded: usize,
    /// Matches beyond those wanted, in all known units.
    pub extra: usize,
    /// Units where it finds anything.
    pub filled: usize,
    /// Units where it finds more than one thing.
    pub several: usize,
    /// The number of picked places inside its matches: it may be a wrapper.
    pub wraps: usize,
    /// Units where it is right but less precise than the pick: a day without its time.
    pub vague: usize,
    /// All units.
    pub units: usize,
    /// The units where it is right, by number.
    pub right_in: Vec<usize>,
}

impl Tally {
    /// Adds the matches in one more unit; returns whether they are right if there are picks.
    pub fn count<T>(
        &mut self,
        unit: &Unit<'_>,
        found: &[T],
        many: bool,
        is: impl Fn(&LocatedPick, &T) -> bool,
    ) -> Option<bool> {
        self.units += 1;
        self.filled += usize::from(!found.is_empty());
        self.several += usize::from(found.len() > 1);
        let excluded = |hit: &&T| unit.unwanted.iter().any(|pick| is(pick, hit));
        self.excluded += found.iter().filter(excluded).count();
        if unit.absent {
            self.absent += 1;
            self.fired += usize::from(!found.is_empty());
        }
        if unit.wanted.is_empty() {
            return None;
        }
        self.known += 1;
        let wanted = |hit: &T| unit.wanted.iter().any(|pick| is(pick, hit));
        let all = unit
            .wanted
            .iter()
            .all(|pick| found.iter().any(|hit| is(pick, hit)));
        let good = all
            && if many {
                found.iter().all(wanted)
            } else {
                // Several picks are examples of more; a single one is the first match.
                unit.wanted.len() > 1 || found.first().is_some_and(wanted)
            };
        if good {
            self.right += 1;
            self.extra += found.len().saturating_sub(unit.wanted.len());
        }
        Some(good)
    }
}

/// An idea that was judged.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    /// The idea.
    pub idea: Idea,
    /// Its results.
    pub tally: Tally,
    /// 0 to 1.
    pub stability: f64,
    /// The node it finds first in each unit.
    pub firsts: Vec<Option<NodeNumber>>,
}

/// Judges `ideas` on `units`; drops those that find nothing picked, or something excluded.
pub(super) fn judge(
    views: &[View<'_>],
    units: &[Unit<'_>],
    ideas: Vec<Idea>,
    many: bool,
) -> Vec<Judged> {
    let mut seen = HashSet::new();
    let mut ideas: Vec<(f64, Idea)> = ideas
        .into_iter()
        .filter(|idea| seen.insert(idea.clone()))
        .map(|idea| (path_confidence::prior(&idea), idea))
        .collect();
    ideas.sort_by(|a, b| b.0.total_cmp(&a.0));
    let pages: HashSet<usize> = units.iter().map(|unit| unit.page).collect();
    let size: usize = pages
        .iter()
        .filter_map(|p| views.get(*p))
        .map(View::len)
        .sum();
    let affordable = (MAX_WORK / size.max(1)).clamp(60, MAX_IDEAS);
    ideas.truncate(affordable);
    let dates = expects_dates(units);
    let mut judged: Vec<Judged> = ideas
        .into_iter()
        .filter_map(|(_, idea)| tallied(views, units, idea, (many, dates)))
        .collect();
    sort(&mut judged);
    judged
}

/// Judges `ideas` by how many units they fill: for a value the picked unit shows elsewhere.
pub(super) fn judge_by_filling(
    views: &[View<'_>],
    units: &[Unit<'_>],
    ideas: &[Idea],
) -> Vec<Judged> {
    let mut judged: Vec<Judged> = ideas
        .iter()
        .filter_map(|idea| filling(views, units, idea))
        .collect();
    sort(&mut judged);
    judged
}

fn filling(views: &[View<'_>], units: &[Unit<'_>], idea: &Idea) -> Option<Judged> {
    let mut tally = Tally {
        right: 1,
        known: 1,
        units: units.len(),
        ..Tally::default()
    };
    let mut firsts = Vec::with_capacity(units.len());
    for unit in units {
        let view = views.get(unit.page)?;
        let found = found(view, idea, unit.scope);
        let excluded = |(at, text): &(NodeNumber, String)| {
            let mut unwanted = unit.unwanted.iter();
            unwanted.any(|pick| is(view, pick, idea, *at, text))
        };
        if found.iter().any(excluded) {
            return None;
        }
        tally.filled += usize::from(!found.is_empty());
        tally.several += usize::from(found.len() > 1);
        firsts.push(found.first().map(|(at, _)| *at));
    }
    let stability = path_confidence::of(idea, &tally);
    Some(Judged {
        idea: idea.clone(),
        tally,
        stability,
        firsts,
    })
}

/// Sorts by stability, descending; on a tie, the shorter first.
pub(super) fn sort(judged: &mut [Judged]) {
    judged.sort_by(|a, b| {
        let by_length = || a.idea.path.len().cmp(&b.idea.path.len());
        b.stability.total_cmp(&a.stability).then_with(by_length)
    });
}

/// Puts the ways to a date that say it is one of a change after those that do not: on another page
/// it is another day than that of publication.
pub(super) fn put_changes_last(judged: &mut [Judged]) {
    for one in judged.iter_mut() {
        if path_confidence::is_of_change(&one.idea) {
            one.stability *= path_confidence::OF_CHANGE;
        }
    }
    sort(judged);
}

/// Whether the picks in records are dates, so that only dates match.
fn expects_dates(units: &[Unit<'_>]) -> bool {
    let mut picks = units.iter().flat_map(|unit| &unit.wanted).peekable();
    picks.peek().is_some()
        && units.iter().all(|unit| unit.scope.is_some())
        && picks.all(|pick| pick.day.is_some() || picked_dates::is_likely(&pick.value))
}

fn tallied(
    views: &[View<'_>],
    units: &[Unit<'_>],
    idea: Idea,
    (many, dates): (bool, bool),
) -> Option<Judged> {
    let mut tally = Tally::default();
    let mut firsts = vec![None; units.len()];
    // The units with picks first: most ideas fail there.
    let known = (0..).zip(units).filter(|(_, unit)| !unit.wanted.is_empty());
    let others = (0..).zip(units).filter(|(_, unit)| unit.wanted.is_empty());
    let mut failed = 0;
    for (number, unit) in known.chain(others) {
        let view = views.get(unit.page)?;
        if unit.wanted.is_empty() && tally.right == 0 {
            return None;
        }
        let found = found(view, &idea, unit.scope);
        let likely = !dates
            || found
                .first()
                .is_some_and(|(_, text)| picked_dates::is_one(text));
        let found = if likely { found } else { Vec::new() };
        if let Some(first) = firsts.get_mut(number) {
            *first = found.first().map(|(at, _)| *at);
        }
        let is = |pick: &LocatedPick, (at, text): &(NodeNumber, String)| {
            is(view, pick, &idea, *at, text)
        };
        match tally.count(unit, &found, many, is) {
            Some(true) => {
                tally.wraps = tally.wraps.max(wraps(view, unit, &found));
                tally.vague += usize::from(vague(unit, &found));
                tally.right_in.push(number);
            }
            Some(false) => failed += 1,
            None => {}
        }
        if failed > 3 && tally.right == 0 {
            return None;
        }
    }
    if tally.right == 0 || tally.excluded > 0 {
        return None;
    }
    let stability = path_confidence::of(&idea, &tally);
    Some(Judged {
        idea,
        tally,
        stability,
        firsts,
    })
}

/// The number of elements among the places of a unit's picks that are inside the first match.
fn wraps(view: &View<'_>, unit: &Unit<'_>, found: &[(NodeNumber, String)]) -> usize {
    let Some((first, _)) = found.first() else {
        return 0;
    };
    let places = unit.wanted.iter().flat_map(|pick| &pick.places);
    let inside = places.filter(|place| {
        place.at > *first && view.contains(*first, place.at) && view.index(place.at).is_some()
    });
    inside.count()
}

/// Whether the first match is a date that lacks a part of the picked one.
fn vague(unit: &Unit<'_>, found: &[(NodeNumber, String)]) -> bool {
    let day = unit.wanted.first().and_then(|pick| pick.day.as_ref());
    let first = found.first();
    day.zip(first)
        .is_some_and(|(day, (_, text))| day.is_finer_than(text))
}

/// The matches of `idea`: nodes with their non-blank values.
pub(super) fn found(
    view: &View<'_>,
    idea: &Idea,
    scope: Option<NodeNumber>,
) -> Vec<(NodeNumber, String)> {
    let scope = scope.filter(|_| !idea.of_page);
    let nodes = steps::run(view, &idea.path, scope);
    let value = |at: NodeNumber| {
        idea.cut
            .apply(&collapse(&locate::value(view, at, &idea.taking)?))
    };
    let nodes = nodes.into_iter().take(2_000);
    nodes.filter_map(|at| Some((at, value(at)?))).collect()
}

/// Whether a match is the pick.
pub(super) fn is(
    view: &View<'_>,
    pick: &LocatedPick,
    idea: &Idea,
    at: NodeNumber,
    text: &str,
) -> bool {
    if pick.strict {
        let place = pick.places.first();
        let same = |at: NodeNumber, other: NodeNumber| view.range(at) == view.range(other);
        return place.is_some_and(|place| {
            place.at == at && (place.taking == idea.taking || text == pick.value)
                || (pick.negative && same(place.at, at) && view.contains(place.at, at))
        });
    }
    if pick.near {
        return pick.places.iter().any(|place| place.at == at)
            || similar_text::agreement(&pick.value, text) >= NEAR;
    }
    reads(pick, text)
}

/// Whether a text equals the pick: the same letters, or the same date.
pub(super) fn reads(pick: &LocatedPick, text: &str) -> bool {
    if let Some(day) = &pick.day {
        return picked_dates::matches_day(text, day);
    }
    let length = pick.value.len();
    let alike = text.len() <= 2 * length + 16 && length <= 2 * text.len() + 16;
    text == pick.value || (alike && letters(text) == letters(&pick.value))
}

/// `idea` as a rule writes it.
pub(super) fn alternative(idea: &Idea, scoped: bool) -> Alternative {
    let (kind, source) = if scoped && idea.of_page {
        (SelectorKind::XPath, steps::xpath(&idea.path, false))
    } else {
        written(&idea.path, scoped)
    };
    let (css, xpath) = match kind {
        SelectorKind::Css => (Some(source), None),
        _ => (None, Some(source)),
    };
    Alternative {
        css,
        xpath,
        take: idea.taking.name(),
        ..Alternative::default()
    }
}

/// The matches of the rule's own selector in each unit, cut as the field will cut them.
pub(super) fn really(
    views: &[View<'_>],
    units: &[Unit<'_>],
    idea: &Idea,
) -> Option<Vec<Vec<String>>> {
    let scoped = units.iter().any(|unit| unit.scope.is_some());
    let alternative = alternative(idea, scoped);
    let (kind, source) = match (&alternative.css, &alternative.xpath) {
        (Some(css), _) => (SelectorKind::Css, css),
        (_, Some(xpath)) => (SelectorKind::XPath, xpath),
        _ => return None,
    };
    let selector = Selector::compile(kind, source).ok()?;
    let mut all = Vec::new();
    for unit in units {
        let view = views.get(unit.page)?;
        let scope = match unit.scope {
            Some(at) => Some(view.index(at)?),
            None => None,
        };
        let address = alternative.take.as_deref() == Some("url");
        let take = match alternative.take.as_deref() {
            None => Take::Text,
            Some("own_text") => Take::OwnText,
            Some("html") => Take::Html,
            Some("url") => Take::Attribute("href".to_owned()),
            Some(name) => Take::Attribute(name.to_owned()),
        };
        let mut hits = selector.select(view.page, scope, &take);
        if hits.is_empty() && address {
            hits = selector.select(view.page, scope, &Take::Attribute("src".to_owned()));
        }
        let value = |text: String| {
            let text = if address {
                view.page.join(text.trim()).map(String::from)?
            } else {
                text
            };
            idea.cut.apply(&collapse(&text))
        };
        all.push(
            hits.into_iter()
                .filter_map(|hit| value(hit.value))
                .collect(),
        );
    }
    Some(all)
}

/// The first of `judged` whose rule finds the same, with its matches, until `enough` are found.
pub(super) fn checked(
    views: &[View<'_>],
    units: &[Unit<'_>],
    judged: &[Judged],
    enough: usize,
) -> Vec<(Judged, Vec<Vec<String>>)> {
    let mut good = Vec::new();
    for one in judged.iter().take(MAX_CHECKED) {
        let Some(values) = really(views, units, &one.idea) else {
            continue;
        };
        let same = units.iter().zip(&values).all(|(unit, values)| {
            let Some(view) = views.get(unit.page) else {
                return false;
            };
            let expected = found(view, &one.idea, unit.scope);
            expected.first().map(|(_, text)| text) == values.first()
                && expected.len() == values.len()
        });
        if same {
            good.push((one.clone(), values));
        }
        if good.len() >= enough {
            break;
        }
    }
    good
}

/// Sorts by stability after the first `firm`; drops those that find the same as an earlier one and
/// differ only in position or depth.
pub(super) fn in_order(
    mut checked: Vec<(Judged, Vec<Vec<String>>)>,
    firm: usize,
) -> Vec<(Judged, Vec<Vec<String>>)> {
    if let Some(rest) = checked.get_mut(firm..) {
        rest.sort_by(|(a, _), (b, _)| b.stability.total_cmp(&a.stability));
    }
    without_twins(checked)
}

fn without_twins(checked: Vec<(Judged, Vec<Vec<String>>)>) -> Vec<(Judged, Vec<Vec<String>>)> {
    let mut kept: Vec<(Judged, Vec<Vec<String>>)> = Vec::new();
    for (one, values) in checked {
        let bare = |idea: &Idea| (steps::bare(&idea.path), idea.taking.clone());
        let twin = |(other, found): &(Judged, Vec<Vec<String>>)| {
            *found == values && bare(&other.idea) == bare(&one.idea)
        };
        if !kept.iter().any(twin) {
            kept.push((one, values));
        }
    }
    kept
}

/// Orders `judged`, best first, so that each kind of path appears once before any repeats.
pub(super) fn diverse(judged: Vec<Judged>) -> Vec<Judged> {
    let mut first = Vec::new();
    let mut rest = Vec::new();
    let mut kinds: HashSet<(Family, bool)> = HashSet::new();
    for one in judged {
        let attribute = matches!(one.idea.taking, locate::Taking::Attribute(_));
        if kinds.insert((one.idea.family, attribute)) {
            first.push(one);
        } else {
            rest.push(one);
        }
    }
    first.extend(rest);
    first
}
