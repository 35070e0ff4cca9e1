//! Fields of pages with one record each: for every field the ideas of all its places, judged over
//! all pages together.

use super::check_candidates::{self, Judged, Unit};
use super::learning_types::{LearnError, LearnedField, MAX_ALTERNATIVES, Ranked};
use super::locate::value_in_text::{Cut, without_colon};
use super::locate::{LocatedPick, Taking, picked_dates};
use super::patterns::{self, Offer};
use super::propose::{Family, Idea, ideas};
use super::steps::TextMatch;
use super::steps::indexed_page::View;
use super::{path_confidence, user_exclusions};
use crate::model::DefaultColumn;
use crate::page::collapse;
use crate::rules::{Alternative, FieldType, Labels};
use crate::select::{Selected, Selector, Take};

/// The number of ways that a rule takes over.
const TAKEN: usize = 3;
/// Additional ways inspected, since some are only positional variants of a named one.
const TWINS: usize = 6;
/// The maximum number of places of one pick from which paths are tried.
const MAX_PLACES: usize = 40;

/// Learns every field of `names` from the picks in `found`. Several picks of a field on one page
/// are all its values there, or, if nothing finds exactly these and `open` is set, some of them.
pub(super) fn fields(
    views: &[View<'_>],
    found: &[LocatedPick],
    names: &[String],
    open: bool,
) -> Result<Vec<LearnedField>, LearnError> {
    let field = |name: &String| {
        let strict = field(views, found, name, open);
        user_exclusions::better(views, found, name, None, strict, |picked| {
            field(views, picked, name, open)
        })
    };
    names.iter().map(field).collect()
}

fn field(
    views: &[View<'_>],
    found: &[LocatedPick],
    name: &str,
    open: bool,
) -> Result<LearnedField, LearnError> {
    let units = units(views, found, name);
    let many = units.iter().any(|unit| unit.wanted.len() > 1);
    let mut all: Vec<Idea> = Vec::new();
    for pick in units.iter().flat_map(|unit| &unit.wanted) {
        let Some(view) = views.get(pick.page) else {
            continue;
        };
        for place in pick.places.iter().take(MAX_PLACES) {
            all.extend(ideas(view, place, &pick.value, None));
        }
    }
    let mut judged = check_candidates::judge(views, &units, all.clone(), many);
    if name == DefaultColumn::Date.token() {
        check_candidates::put_changes_last(&mut judged);
    }
    let mut chosen = chosen_of(views, &units, judged);
    if chosen.is_empty() && many && open {
        let judged = check_candidates::judge(views, &units, all, false);
        chosen = chosen_of(views, &units, judged);
    }
    let offers = patterns::all_offers(views, &units, name, many);
    let wanted: Vec<&LocatedPick> = units.iter().flat_map(|unit| unit.wanted.clone()).collect();
    let Some((best, _)) = chosen.first().cloned() else {
        return by_patterns(name, &wanted, offers, many);
    };
    let several = many || leads_to_more(&best.idea, name);
    let required = best.tally.right == best.tally.units && units.len() > 1;
    let mut cut = best.idea.cut.clone();
    let firm = chosen
        .iter()
        .skip(1)
        .filter(|(one, _)| one.tally.right != best.tally.right)
        .count();
    let ranked = with_label(views, &units, chosen);
    let ranked = with_patterns(ranked, offers, &mut cut, best.tally.right, 1 + firm);
    let field = LearnedField {
        name: name.to_owned(),
        kind: kind(&best.idea, wanted.iter()),
        many: several,
        required: required && name == DefaultColumn::Title.token(),
        transform: cut.steps(),
        ranked,
    };
    Ok(without_colon(field, &wanted))
}

/// A field that only regular expressions find.
fn by_patterns(
    name: &str,
    wanted: &[&LocatedPick],
    offers: Vec<Offer>,
    many: bool,
) -> Result<LearnedField, LearnError> {
    if offers.is_empty() {
        return Err(LearnError::NothingFits(name.to_owned()));
    }
    let date = wanted.iter().any(|pick| pick.day.is_some());
    Ok(LearnedField {
        name: name.to_owned(),
        kind: if date {
            FieldType::Date
        } else {
            FieldType::Text
        },
        many,
        ranked: offers.into_iter().map(|offer| offer.ranked).collect(),
        ..LearnedField::default()
    })
}

/// `ranked` with the regular expressions inserted by stability, after the first `firm` ways. One
/// better than the best way becomes the first; `cut` is then dropped with the ways that need it. What
/// the page declares is among those that a rule takes over, but never the first: no element shows it.
pub(super) fn with_patterns(
    mut ranked: Vec<Ranked>,
    offers: Vec<Offer>,
    cut: &mut Cut,
    right: usize,
    firm: usize,
) -> Vec<Ranked> {
    let best = ranked.first().map_or(0.0, |one| one.stability);
    for offer in offers {
        let declared = offer.is_declared();
        let leads = !declared && offer.ranked.stability > best && offer.right >= right;
        if leads && *cut != Cut::None {
            *cut = Cut::None;
            ranked.clear();
        }
        let values = offer.ranked.values.iter().flatten();
        let whole = values.into_iter().all(|value| cut.leaves(value));
        if offer.right < right || !whole {
            continue;
        }
        let from = if leads { 0 } else { firm };
        let after = ranked.iter().skip(from);
        let before = after.take_while(|one| one.stability >= offer.ranked.stability);
        let last = if declared {
            from.max(TAKEN - 1)
        } else {
            MAX_ALTERNATIVES - 1
        };
        let at = (from + before.count()).min(last);
        ranked.insert(at.min(ranked.len()), offer.ranked);
        ranked.truncate(MAX_ALTERNATIVES);
    }
    ranked
}

/// The chosen ideas as they are returned; after the first that relies on a label, the label alone
/// if it finds the same: it survives another layout around the label.
fn with_label(
    views: &[View<'_>],
    units: &[Unit<'_>],
    chosen: Vec<(Judged, Vec<Vec<String>>)>,
) -> Vec<Ranked> {
    let labelled = chosen
        .iter()
        .enumerate()
        .find_map(|(number, (one, values))| {
            Some((number + 1, labelled(views, units, one, values)?))
        });
    let mut all = once_each(
        chosen
            .into_iter()
            .map(|(one, values)| ranked(&one, values, false)),
    );
    if let Some((place, one)) = labelled {
        all.insert(place.min(all.len()), one);
        all.truncate(MAX_ALTERNATIVES);
    }
    all
}

/// Drops those written like an earlier one: different ideas may produce the same selector.
pub(super) fn once_each(ranked: impl Iterator<Item = Ranked>) -> Vec<Ranked> {
    let mut kept: Vec<Ranked> = Vec::new();
    for one in ranked {
        if kept.iter().all(|k| k.alternative != one.alternative) {
            kept.push(one);
        }
    }
    kept
}

fn labelled(
    views: &[View<'_>],
    units: &[Unit<'_>],
    one: &Judged,
    expected: &[Vec<String>],
) -> Option<Ranked> {
    let label = one.idea.path.iter().find_map(|step| match &step.says {
        Some(TextMatch::Equals(text) | TextMatch::Starts(text)) => {
            Some(text.trim_end_matches([':', '：', ' ']).to_owned())
        }
        None => None,
    })?;
    let selector = Selector::label(std::slice::from_ref(&label)).ok()?;
    if one.idea.taking != Taking::Text {
        return None;
    }
    let mut values: Vec<Vec<String>> = Vec::new();
    for unit in units {
        let view = views.get(unit.page)?;
        let hits = selector.select(view.page, None, &Take::Text);
        let cut = |hit: Selected| one.idea.cut.stepped(&collapse(&hit.value));
        values.push(hits.into_iter().filter_map(cut).collect());
    }
    let same = |(a, b): (&Vec<String>, &Vec<String>)| a.first() == b.first();
    if !values.iter().zip(expected).all(same) {
        return None;
    }
    Some(Ranked {
        alternative: Alternative {
            label: Some(Labels::One(label)),
            ..Alternative::default()
        },
        stability: one.stability * 0.99,
        why: path_confidence::why(&one.idea, &one.tally),
        values,
    })
}

/// A judged idea as it is returned.
pub(super) fn ranked(one: &Judged, values: Vec<Vec<String>>, scoped: bool) -> Ranked {
    Ranked {
        alternative: check_candidates::alternative(&one.idea, scoped),
        stability: one.stability,
        why: path_confidence::why(&one.idea, &one.tally),
        values,
    }
}

/// One unit for each page with picks.
fn units<'f>(views: &[View<'_>], found: &'f [LocatedPick], name: &str) -> Vec<Unit<'f>> {
    let mut units = Vec::new();
    for page in 0..views.len() {
        let here = || found.iter().filter(move |pick| pick.page == page);
        let own = || here().filter(|pick| pick.field == name);
        let wanted: Vec<&LocatedPick> = own().filter(|pick| !pick.negative).collect();
        if here().next().is_none() {
            continue;
        }
        units.push(Unit {
            page,
            scope: None,
            absent: wanted.is_empty() && here().any(|pick| !pick.negative),
            wanted,
            unwanted: own().filter(|pick| pick.negative).collect(),
        });
    }
    units
}

/// The best idea, then those of other kinds that cut the value in the same way; if the best is not
/// right on every page, first those that are right on the pages it misses.
fn chosen_of(
    views: &[View<'_>],
    units: &[Unit<'_>],
    judged: Vec<Judged>,
) -> Vec<(Judged, Vec<Vec<String>>)> {
    let Some((best, _)) = check_candidates::checked(views, units, &judged, 1)
        .into_iter()
        .next()
    else {
        return Vec::new();
    };
    let mut covered = best.tally.right_in.clone();
    let mut order = vec![best.clone()];
    let alike: Vec<Judged> = judged
        .into_iter()
        .filter(|one| one.idea.cut == best.idea.cut && one.idea != best.idea)
        .collect();
    for one in &alike {
        let new = one
            .tally
            .right_in
            .iter()
            .any(|unit| !covered.contains(unit));
        if new && one.tally.fired == 0 {
            covered.extend(&one.tally.right_in);
            order.push(one.clone());
        }
    }
    let rest = check_candidates::diverse(alike);
    order.extend(
        rest.into_iter()
            .filter(|one| one.tally.right == best.tally.right),
    );
    let mut seen = Vec::new();
    order.retain(|one| {
        let new = !seen.contains(&one.idea);
        seen.push(one.idea.clone());
        new
    });
    let checked = check_candidates::checked(views, units, &order, MAX_ALTERNATIVES + TWINS);
    let covers = |(one, _): &&(Judged, Vec<Vec<String>>)| one.tally.right != best.tally.right;
    let firm = 1 + checked.iter().skip(1).take_while(covers).count();
    check_candidates::in_order(checked, firm)
        .into_iter()
        .take(MAX_ALTERNATIVES)
        .collect()
}

/// The type that leaves the picked values unchanged.
pub(super) fn kind<'f>(
    idea: &Idea,
    wanted: impl Iterator<Item = &'f &'f LocatedPick>,
) -> FieldType {
    let wanted: Vec<&LocatedPick> = wanted.copied().collect();
    match &idea.taking {
        Taking::Url => FieldType::Url,
        Taking::Html => FieldType::Html,
        Taking::Attribute(name) if name.ends_with("src") || name == "data-original" => {
            match idea.path.last().and_then(|step| step.what.tag.as_deref()) {
                Some("img") => FieldType::Image,
                _ => FieldType::Text,
            }
        }
        Taking::Attribute(name)
            if name == "datetime"
                && wanted.iter().all(|pick| picked_dates::is_one(&pick.value)) =>
        {
            FieldType::Date
        }
        _ if wanted.iter().any(|pick| pick.day.is_some()) => FieldType::Date,
        _ => FieldType::Text,
    }
}

/// Whether the same way finds further values of the field on other pages: links side by side after
/// one label, or of one kind.
fn leads_to_more(idea: &Idea, name: &str) -> bool {
    let Some(last) = idea.path.last() else {
        return false;
    };
    let single = matches!(name, "title" | "date" | "text" | "url");
    let link = last.what.tag.as_deref() == Some("a");
    let open = last.nth.is_none() && last.what.nth.is_none();
    !single && link && open && matches!(idea.family, Family::Label | Family::Link)
}
