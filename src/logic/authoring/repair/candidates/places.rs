//! Locates a value on a page: the element and its text or attribute. Input: a known value, or
//! only a field's profile. Output: candidate places, best first.

use std::ops::Range;

use super::trial_rule::ValueReader;
use crate::authoring::repair::candidates::thresholds::places::{
    MAX_ATTRIBUTE_BYTES, MAX_DATE_BYTES, MAX_INSPECTED, MIN_LIKENESS,
};
use crate::authoring::repair::field::profile::{ElementFeatures, Profile, element_features};
use crate::authoring::repair::pages::index::{ElementTexts, Zone};
use crate::authoring::repair::value_comparison::{
    agreement, count, same_address, same_text, squeeze,
};
use crate::model::Value;
use crate::page::{ElementIndex, collapse, inner_text};
use crate::rules::FieldType;
use crate::select::{Take, extract};

/// A place of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ValuePlace {
    /// The element.
    pub element: ElementIndex,
    /// The attribute; none for its text.
    pub take: Option<String>,
}

impl ValuePlace {
    /// The text of an element.
    pub fn text(element: ElementIndex) -> Self {
        let take = None;
        Self { element, take }
    }

    /// The raw value at this place.
    pub fn raw(&self, lens: &ElementTexts<'_>) -> Option<String> {
        raw(lens, self.element, self.take.as_deref())
    }
}

/// The raw value that `take` selects from an element.
pub(crate) fn raw(
    lens: &ElementTexts<'_>,
    element: ElementIndex,
    take: Option<&str>,
) -> Option<String> {
    match take {
        None | Some("text") => Some(inner_text(lens.page, element)),
        Some("own_text") => extract(lens.page, element, &Take::OwnText),
        Some("html") => extract(lens.page, element, &Take::Html),
        Some("url") => {
            let href = lens
                .attr(element, "href")
                .or_else(|| lens.attr(element, "src"))?;
            lens.page.join(href.trim()).map(String::from)
        }
        Some(name) => extract(lens.page, element, &Take::Attribute(name.to_owned())),
    }
}

/// The places inside `range` that contain `text`, each with its agreement.
pub(crate) fn known(
    lens: &ElementTexts<'_>,
    range: &Range<ElementIndex>,
    kind: FieldType,
    text: &str,
    reader: &ValueReader,
) -> Vec<(ValuePlace, f64)> {
    let mut found = match kind {
        FieldType::Date => dates(lens, range, reader)
            .into_iter()
            .map(|(spot, date)| (spot, agree(kind, text, &date)))
            .collect(),
        FieldType::Url => addresses(lens, range, text),
        _ => texts(lens, range, text),
    };
    found.retain(|(_, agreement)| *agreement > 0.05);
    found
}

fn agree(kind: FieldType, expected: &str, found: &str) -> f64 {
    let one = |text: &str| Value::One(text.to_owned());
    agreement(kind, &one(expected), &one(found))
}

fn texts(
    lens: &ElementTexts<'_>,
    range: &Range<ElementIndex>,
    text: &str,
) -> Vec<(ValuePlace, f64)> {
    let wanted = squeeze(text);
    let mut found: Vec<(ValuePlace, f64)> = Vec::new();
    for (element, whole) in lens.holding(&wanted) {
        let widest = if whole { lens.widest(element) } else { element };
        let chain: Vec<ElementIndex> = lens
            .around(element)
            .take_while(|e| *e >= widest && range.contains(e))
            .collect();
        for element in chain {
            let spot = ValuePlace {
                element,
                take: None,
            };
            let agreement = agree(FieldType::Text, text, lens.squeezed(element));
            if (whole || wanted.len() > 2) && !found.iter().any(|(s, _)| *s == spot) {
                found.push((spot, agreement));
            }
        }
    }
    if wanted.len() > 2 {
        for (element, name, value) in attributes(lens, range) {
            if value.len() <= 8 * text.len() + 40 && same_text(value, text) {
                let take = Some(name.to_owned());
                // Visible text is kept up to date; attributes are often forgotten.
                found.push((ValuePlace { element, take }, 0.9));
            }
        }
    }
    found
}

fn addresses(
    lens: &ElementTexts<'_>,
    range: &Range<ElementIndex>,
    text: &str,
) -> Vec<(ValuePlace, f64)> {
    let linking = attributes(lens, range).filter(|(_, name, _)| {
        matches!(
            *name,
            "href" | "src" | "data-src" | "content" | "poster" | "data-original"
        )
    });
    linking
        .filter(|(_, _, value)| {
            lens.page
                .join(value.trim())
                .is_some_and(|url| same_address(url.as_str(), text))
        })
        .map(|(element, name, _)| {
            let take = Some(name.to_owned());
            (ValuePlace { element, take }, 1.0)
        })
        .collect()
}

/// Every attribute inside `range` that may hold a value.
fn attributes<'l>(
    lens: &'l ElementTexts<'_>,
    range: &Range<ElementIndex>,
) -> impl Iterator<Item = (ElementIndex, &'l str, &'l str)> {
    range
        .clone()
        .filter_map(|e| Some((e, lens.element(e)?)))
        .flat_map(|(e, element)| element.value().attrs().map(move |(n, v)| (e, n, v)))
        .filter(|(_, name, value)| {
            value.len() <= MAX_ATTRIBUTE_BYTES
                && !matches!(
                    *name,
                    "class" | "id" | "style" | "rel" | "name" | "property" | "type"
                )
        })
}

/// Every place inside `range` that holds a date.
pub(crate) fn dates(
    lens: &ElementTexts<'_>,
    range: &Range<ElementIndex>,
    reader: &ValueReader,
) -> Vec<(ValuePlace, String)> {
    let mut found = Vec::new();
    let mut looks = MAX_INSPECTED;
    for element in range.clone() {
        let text = lens.squeezed(element);
        let may_be =
            text.len() <= MAX_DATE_BYTES && !text.is_empty() && lens.zone(element) != Zone::Head;
        // A parent with the same text adds nothing.
        let leaf = lens.children(element).all(|c| lens.squeezed(c) != text);
        if may_be && leaf && looks > 0 && is_dated(text) {
            looks -= 1;
            if let Some(date) = reader.date(&collapse(&inner_text(lens.page, element))) {
                let take = None;
                found.push((ValuePlace { element, take }, date));
            }
        }
    }
    let named = |name: &str| {
        matches!(name, "datetime" | "content" | "title" | "value") || name.starts_with("data-")
    };
    for (element, name, value) in attributes(lens, range) {
        if named(name) && value.len() <= 60 && looks > 0 && is_dated(value) {
            looks -= 1;
            if let Some(date) = reader.date(value) {
                let take = Some(name.to_owned());
                found.push((ValuePlace { element, take }, date));
            }
        }
    }
    found
}

/// Whether a text has the characters of a date.
fn is_dated(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric() || "年月日天前昨今〇一二三四五六七八九十".contains(c))
        || (text.len() < 30 && text.contains(|c: char| c.is_alphabetic()))
}

/// The places inside `range` that resemble the field, found without a known value.
pub(super) fn likely(
    lens: &ElementTexts<'_>,
    range: &Range<ElementIndex>,
    profile: &Profile,
    reader: &ValueReader,
) -> Vec<(ValuePlace, f64)> {
    let mut found: Vec<(ValuePlace, f64)> = Vec::new();
    if profile.kind == FieldType::Date {
        for (spot, _) in dates(lens, range, reader) {
            let seen = element_features(lens, spot.element);
            let raw = spot.raw(lens).unwrap_or_default();
            let machine = 0.05 * f64::from(u8::from(spot.take.is_some()));
            found.push((spot, machine + date_likeness(profile, &seen, &raw)));
        }
    } else {
        let longest = 12 * profile.chars.1 + 80;
        let candidates = range.clone().filter(|e| {
            let len = lens.squeezed(*e).len();
            let text = len > 0 && len <= longest;
            text || (profile.kind == FieldType::Url && matches!(lens.tag(*e), "a" | "img"))
        });
        let narrow = |e: &ElementIndex| {
            !profile.headline || matches!(lens.tag(*e), "h1" | "h2" | "h3" | "h4")
        };
        for element in candidates.filter(narrow).take(MAX_INSPECTED) {
            let seen = element_features(lens, element);
            let take = (profile.kind == FieldType::Url).then(|| "url".to_owned());
            let Some(raw) = raw(lens, element, take.as_deref()) else {
                continue;
            };
            if profile.is_announced(&seen, &raw) {
                let likeness = profile.likeness(&seen, &raw);
                found.push((ValuePlace { element, take }, likeness));
            }
        }
    }
    found.retain(|(_, likeness)| *likeness >= MIN_LIKENESS);
    found
}

/// How closely a dated place resembles the field. Being a date already counts.
pub(super) fn date_likeness(profile: &Profile, seen: &ElementFeatures, raw: &str) -> f64 {
    let mut likeness = profile.likeness(seen, raw).max(0.0);
    // Length is no evidence: the same date has many forms.
    likeness = 0.25 + 0.75 * likeness;
    if !seen.own_meanings.is_empty() && !profile.meanings.meet(seen.own_meanings) {
        likeness *= 0.5;
    }
    // A line that contains a date among other things is not the date.
    let beyond = squeeze(raw).chars().count().saturating_sub(24).min(40);
    likeness *= 1.0 - 0.015 * count(beyond);
    if seen.zone == Zone::Frame && profile.in_main {
        likeness *= 0.5;
    }
    likeness
}
