//! Regular expressions for values that are part of a text: after a label on the same line, before a
//! unit, in a script. Input: the pages with their picks. Output: expressions that find the
//! picks on every page, judged like any other way and run with the selector that a rule uses.
//! Offers nothing for whole paragraphs and for values on a line of their own.
//!
//! Below: also what pages declare of themselves, which no selector finds either.

mod declared;
mod source_values;
mod value_context;
mod value_pattern;

use regex::Regex;

use super::check_candidates::{self, Tally, Unit};
use super::learning_types::Ranked;
use super::locate::LocatedPick;
use super::steps::indexed_page::View;
use super::{locate::Taking, path_confidence};
use crate::authoring::field_words;
use crate::messages::Message;
use crate::model::DefaultColumn;
use crate::page::{collapse, inner_text, visible_text};
use crate::rules::Alternative;
use crate::select::{Selector, Take};
use value_context::{By, Pattern};

/// The maximum length of a value for which an expression is made, in characters.
const MAX_VALUE: usize = 80;
/// The number of picks that expressions are made from, and of places of one pick.
const MAX_PICKS: usize = 6;
const MAX_PLACES: usize = 8;
/// The maximum number of expressions tried, and the total text they may search, in bytes.
const MAX_TRIED: usize = 40;
const MAX_BYTES: usize = 120_000_000;
/// The maximum number of expressions returned, and their minimum stability.
const MAX_OFFERED: usize = 2;
const LEAST: f64 = 0.3;

/// Whether a page's source contains `value` after a name, with no element showing it.
pub(super) fn hidden_in(source: &str, value: &str) -> bool {
    let form = value_pattern::of(&[value]);
    !source_values::patterns(source, value, form.as_ref()).is_empty()
}

/// An expression that finds the picks.
pub(super) struct Offer {
    /// The result to return.
    pub ranked: Ranked,
    /// Units where it finds what was picked.
    pub right: usize,
    by: By,
}

impl Offer {
    /// Whether it is what the page declares: right on many pages, but no element shows it.
    pub fn is_declared(&self) -> bool {
        matches!(self.by, By::Page)
    }

    /// Whether its name says that it is a date of change.
    pub fn is_of_change(&self) -> bool {
        matches!(&self.by, By::Key(name) if field_words::names_change(name))
    }
}

/// What finds the picks of `units` of the field `name` besides selectors: what the page declares,
/// then expressions, best first.
pub(super) fn all_offers(
    views: &[View<'_>],
    units: &[Unit<'_>],
    name: &str,
    many: bool,
) -> Vec<Offer> {
    let declared = declared::offer(views, units, name).filter(|_| !many);
    let mut expressions = offers(views, units, many);
    if name == DefaultColumn::Date.token() {
        for offer in expressions.iter_mut().filter(|offer| offer.is_of_change()) {
            offer.ranked.stability *= path_confidence::OF_CHANGE;
        }
        expressions.sort_by(|a, b| b.ranked.stability.total_cmp(&a.ranked.stability));
    }
    if declared.is_some() {
        // The same out of the source would lose the time and break with the order of the names.
        expressions.retain(|offer| !matches!(offer.by, By::Key(_)));
    }
    declared.into_iter().chain(expressions).collect()
}

/// The expressions for the picks of `units`, best first.
pub(super) fn offers(views: &[View<'_>], units: &[Unit<'_>], many: bool) -> Vec<Offer> {
    let picks: Vec<(usize, &LocatedPick)> = (0..)
        .zip(units)
        .flat_map(|(number, unit)| unit.wanted.iter().map(move |pick| (number, *pick)))
        .collect();
    if picks.is_empty() || !picks.iter().all(|(_, pick)| fits(pick)) {
        return Vec::new();
    }
    let values: Vec<&str> = picks.iter().map(|(_, pick)| pick.value.as_str()).collect();
    let form = value_pattern::of(&values);
    let mut offers = Vec::new();
    for on_text in [true, false] {
        let texts: Vec<String> = units
            .iter()
            .map(|unit| text(views, unit, on_text).unwrap_or_default())
            .collect();
        let mut patterns: Vec<Pattern> = Vec::new();
        for (number, pick) in picks.iter().take(MAX_PICKS) {
            let Some(text) = texts.get(*number) else {
                continue;
            };
            let found = if on_text {
                on_lines(text, &pick.value, form.as_ref())
            } else {
                source_values::patterns(text, &pick.value, form.as_ref())
            };
            for pattern in found {
                if patterns.iter().all(|p| p.regex != pattern.regex) {
                    patterns.push(pattern);
                }
            }
        }
        patterns.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        let size: usize = texts.iter().map(String::len).sum();
        patterns.truncate(MAX_TRIED.min(MAX_BYTES / size.max(1)));
        let judged = patterns
            .into_iter()
            .filter_map(|pattern| judged(views, units, &texts, &pattern, many, on_text));
        offers.extend(judged.filter(|offer| offer.ranked.stability >= LEAST));
    }
    best(views, units, offers)
}

/// The best ones that rely on different things.
fn best(views: &[View<'_>], units: &[Unit<'_>], mut offers: Vec<Offer>) -> Vec<Offer> {
    offers.sort_by(|a, b| b.ranked.stability.total_cmp(&a.ranked.stability));
    let mut kept: Vec<Offer> = Vec::new();
    for offer in offers {
        let twin =
            |other: &Offer| std::mem::discriminant(&other.by) == std::mem::discriminant(&offer.by);
        if !kept.iter().any(twin) && checked(views, units, &offer) {
            kept.push(offer);
        }
        if kept.len() >= MAX_OFFERED {
            break;
        }
    }
    kept
}

/// Whether a pick is a short text that does not denote one specific element.
fn fits(pick: &LocatedPick) -> bool {
    let text = |taking: &Taking| matches!(taking, Taking::Text | Taking::OwnText);
    let strict = pick.strict && !pick.places.iter().all(|place| text(&place.taking));
    let short = pick.value.chars().count() <= MAX_VALUE && !pick.value.is_empty();
    short && !strict && !pick.near
}

/// The text an expression searches in a unit. A record's source is left out: it consists of its
/// elements, which selectors identify better.
fn text(views: &[View<'_>], unit: &Unit<'_>, on_text: bool) -> Option<String> {
    let view = views.get(unit.page)?;
    match unit.scope {
        None if on_text => Some(visible_text(view.page)),
        None => Some(view.page.source().to_owned()),
        Some(at) if on_text => Some(inner_text(view.page, view.index(at)?)),
        Some(_) => None,
    }
}

/// Patterns from the places where `value` is part of a line.
fn on_lines(text: &str, value: &str, form: Option<&value_pattern::ValueForm>) -> Vec<Pattern> {
    let mut found = Vec::new();
    let whole = |start: usize, end: usize| {
        let joins = |a: Option<char>, b: Option<char>| match (a, b) {
            (Some(a), Some(b)) if value_pattern::is_sign(a) || value_pattern::is_sign(b) => false,
            (Some(a), Some(b)) => {
                a.is_ascii_digit() && b.is_ascii_digit() || a.is_alphabetic() && b.is_alphabetic()
            }
            _ => false,
        };
        let before = text.get(..start).and_then(|t| t.chars().next_back());
        let after = text.get(end..).and_then(|t| t.chars().next());
        !joins(before, value.chars().next()) && !joins(value.chars().next_back(), after)
    };
    let places = text.match_indices(value);
    let places = places.filter(|(start, _)| whole(*start, start + value.len()));
    for (start, _) in places.take(MAX_PLACES) {
        found.extend(value_context::patterns(
            text,
            start,
            start + value.len(),
            form,
        ));
    }
    found
}

/// Runs a pattern on all units; `None` if it finds no pick, or something excluded.
fn judged(
    views: &[View<'_>],
    units: &[Unit<'_>],
    texts: &[String],
    pattern: &Pattern,
    many: bool,
    on_text: bool,
) -> Option<Offer> {
    let regex = Regex::new(&pattern.regex).ok()?;
    let mut tally = Tally::default();
    let mut values = vec![Vec::new(); views.len()];
    for (unit, text) in units.iter().zip(texts) {
        let hits: Vec<String> = regex
            .captures_iter(text)
            .filter_map(|found| Some(collapse(found.get(1)?.as_str())))
            .filter(|value| !value.is_empty())
            .take(2_000)
            .collect();
        tally.count(unit, &hits, many, |pick, hit| {
            check_candidates::reads(pick, hit)
        });
        if let Some(page) = values.get_mut(unit.page) {
            let enough = if unit.scope.is_some() { 1 } else { hits.len() };
            page.extend(hits.into_iter().take(enough));
        }
    }
    if tally.right == 0 || tally.excluded > 0 {
        return None;
    }
    let mut why = path_confidence::measured_why(&tally);
    why.push(match &pattern.by {
        By::Before(words) => Message::new("learn-why-pattern-before").with("words", words.as_str()),
        By::Behind(words) => Message::new("learn-why-pattern-behind").with("words", words.as_str()),
        By::Key(name) => Message::new("learn-why-pattern-key").with("name", name.as_str()),
        By::Form => Message::new("learn-why-pattern-form"),
        By::Page => Message::new("learn-why-declared"),
    });
    Some(Offer {
        right: tally.right,
        by: pattern.by.clone(),
        ranked: Ranked {
            alternative: Alternative {
                regex: Some(pattern.regex.clone()),
                on: on_text.then(|| "text".to_owned()),
                ..Alternative::default()
            },
            stability: path_confidence::measured(pattern.prior, &tally),
            why,
            values,
        },
    })
}

/// Whether the rule's own selector finds the same on every page.
fn checked(views: &[View<'_>], units: &[Unit<'_>], offer: &Offer) -> bool {
    let alternative = &offer.ranked.alternative;
    let source = alternative.regex.as_deref().unwrap_or_default();
    let Ok(selector) = Selector::regex(source, alternative.on.is_some(), None) else {
        return false;
    };
    let mut values = vec![Vec::new(); views.len()];
    for unit in units {
        let Some(view) = views.get(unit.page) else {
            return false;
        };
        let scope = unit.scope.and_then(|at| view.index(at));
        let hits = selector.select(view.page, scope, &Take::Text);
        let hits = hits.iter().map(|hit| collapse(&hit.value));
        let mut hits = hits.filter(|value| !value.is_empty()).take(2_000);
        if let Some(page) = values.get_mut(unit.page) {
            if unit.scope.is_some() {
                page.extend(hits.next());
            } else {
                page.extend(hits);
            }
        }
    }
    values == offer.ranked.values
}
