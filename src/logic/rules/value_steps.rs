//! Transform steps: small, self-contained changes of a field's values, in the rule's order.
//! Input: the values an alternative took. Output: the values that its type then normalises.

use std::collections::BTreeMap;

use regex::Regex;
use toml::de::DeValue;

use super::evaluate::context::EvaluationContext;
use crate::dates::parse_date_as;
use crate::messages::{Explain, Message};
use crate::page::{Page, collapse, replaced, visible_text};
use crate::rules::check::reader::{Faults, SpannedString, SpannedValue, hint, note_type, text};
use crate::rules::notations::numbers::parse_number;
use crate::select::{Selector, SelectorKind, SizedRegex, matches};

/// The maximum size of all values of a field, in bytes: more than any real field.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The maximum number of values of a field.
const MAX_VALUES: usize = 100_000;

/// Names of the steps, the most common first.
pub const STEPS: [&str; 14] = [
    "trim",
    "collapse",
    "replace",
    "split",
    "part",
    "join",
    "case",
    "prefix",
    "suffix",
    "number",
    "date",
    "absolute_url",
    "strip_tags",
    "map",
];

/// One compiled step.
#[derive(Debug)]
pub(crate) enum CompiledTransform {
    /// Removes white space at both ends.
    Trim,
    /// Collapses runs of white space to one space.
    Collapse,
    /// Replaces every match of a pattern; `$1` is its first group.
    Replace(SizedRegex, String),
    /// Splits one value into several.
    Split(String),
    /// Keeps the value at one position: from 1, or from -1 at the end.
    Part(i64),
    /// Joins several values into one.
    Join(String),
    /// Changes the case of letters.
    Case(LetterCase),
    /// Prepends a text.
    Prefix(String),
    /// Appends a text.
    Suffix(String),
    /// Extracts the first number.
    Number,
    /// Parses a date in any known format or in the given one (`strptime`).
    Date(Option<String>),
    /// Joins the value to the page's address.
    AbsoluteUrl,
    /// Removes markup and keeps its text.
    StripTags,
    /// Maps whole values; those not in the table stay.
    Map(BTreeMap<String, String>),
}

/// The target case of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LetterCase {
    /// all lower case
    Lower,
    /// ALL UPPER CASE
    Upper,
    /// Each Word Capitalised
    Title,
}

impl CompiledTransform {
    /// The values after this step. A step without a result (no number, no date) drops the value,
    /// and so does one whose result would exceed the limits. Nothing remains if the rule's budget
    /// is used up.
    pub fn apply(&self, values: Vec<String>, context: &EvaluationContext<'_>) -> Vec<String> {
        let bytes = |values: &[String]| values.iter().map(String::len).sum::<usize>() as u64;
        let before = bytes(&values);
        if !context
            .budget
            .spend(before.saturating_mul(self.steps_a_byte()))
        {
            return Vec::new();
        }
        let after = within_bounds(self.changed(values, context).into_iter());
        let grown = bytes(&after).saturating_sub(before);
        match context
            .budget
            .has_room(context.page, usize::try_from(grown).unwrap_or(usize::MAX))
        {
            true => after,
            false => Vec::new(),
        }
    }

    /// The cost of one byte of a value, in visited nodes.
    fn steps_a_byte(&self) -> u64 {
        match self {
            Self::Replace(pattern, _) => 8 * pattern.steps_a_byte,
            Self::StripTags => 128,
            Self::Date(_) | Self::Number | Self::Collapse | Self::Case(_) => 8,
            _ => 2,
        }
    }

    fn changed(&self, values: Vec<String>, context: &EvaluationContext<'_>) -> Vec<String> {
        let each = |change: &dyn Fn(&str) -> Option<String>| {
            within_bounds(values.iter().filter_map(|value| change(value)))
        };
        match self {
            Self::Trim => each(&|value| Some(value.trim().to_owned())),
            Self::Collapse => each(&|value| Some(collapse(value))),
            Self::Replace(pattern, by) => each(&|value| replaced_within(&pattern.regex, value, by)),
            Self::Split(separator) => values
                .iter()
                .flat_map(|value| value.split(separator.as_str()))
                .take(MAX_VALUES)
                .map(|part| part.trim().to_owned())
                .collect(),
            Self::Part(place) => part(&values, *place),
            Self::Join(_) if values.is_empty() => values,
            Self::Join(separator) => joined(&values, separator).into_iter().collect(),
            Self::Case(case) => each(&|value| Some(case.apply(value))),
            Self::Prefix(prefix) => each(&|value| Some(format!("{prefix}{value}"))),
            Self::Suffix(suffix) => each(&|value| Some(format!("{value}{suffix}"))),
            Self::Number => each(&|value| parse_number(value, context.decimal_comma)),
            Self::Date(None) => each(&|value| context.date(value)),
            Self::Date(Some(format)) => each(&|value| parse_date_as(value, format, context.zone)),
            Self::AbsoluteUrl => each(&|value| context.absolute(value)),
            Self::StripTags => each(&|value| Some(strip_tags(value, context.page))),
            Self::Map(table) => each(&|value| {
                let mapped = table.get(value.trim());
                Some(mapped.map_or_else(|| value.to_owned(), Clone::clone))
            }),
        }
    }

    /// Reads one step as written: a table with one key. Reports every fault.
    pub fn read(faults: &mut Faults<'_>, node: SpannedValue<'_, '_>) -> Option<Self> {
        let DeValue::Table(table) = node.get_ref() else {
            note_type(faults, "transform", "rules-type-step", node);
            return None;
        };
        let mut entries = table.iter();
        let (Some((name, argument)), None) = (entries.next(), entries.next()) else {
            faults.add(node.span().start, Message::new("rules-step-keys"));
            return None;
        };
        let start = name.span().start;
        let name = name.get_ref().as_ref();
        if !STEPS.contains(&name) {
            let fault = Message::new("rules-step-unknown")
                .with("step", name)
                .with("hint", hint(name, &STEPS));
            faults.add(start, fault);
            return None;
        }
        Self::read_argument(faults, name, argument)
    }

    fn read_argument(
        faults: &mut Faults<'_>,
        name: &str,
        argument: SpannedValue<'_, '_>,
    ) -> Option<Self> {
        let flag = |faults: &mut Faults<'_>, step: Self| match argument.get_ref() {
            DeValue::Boolean(true) => Some(step),
            _ => refuse(faults, name, "rules-argument-true", argument),
        };
        let word = |faults: &mut Faults<'_>| text(faults, name, argument).map(|text| text.value);
        match name {
            "trim" => flag(faults, Self::Trim),
            "collapse" => flag(faults, Self::Collapse),
            "number" => flag(faults, Self::Number),
            "absolute_url" => flag(faults, Self::AbsoluteUrl),
            "strip_tags" => flag(faults, Self::StripTags),
            "replace" => read_replace(faults, argument),
            "part" => read_part(faults, argument),
            "case" => read_case(faults, argument),
            "map" => read_map(faults, argument),
            "date" => match argument.get_ref() {
                DeValue::Boolean(true) => Some(Self::Date(None)),
                DeValue::String(format) => Some(Self::Date(Some(format.as_ref().to_owned()))),
                _ => refuse(faults, name, "rules-argument-date", argument),
            },
            "split" => match argument.get_ref() {
                DeValue::String(separator) if !separator.is_empty() => {
                    Some(Self::Split(separator.as_ref().to_owned()))
                }
                _ => refuse(faults, name, "rules-argument-split", argument),
            },
            "join" => word(faults).map(Self::Join),
            "prefix" => word(faults).map(Self::Prefix),
            _ => word(faults).map(Self::Suffix),
        }
    }
}

/// Keeps the values within the limits, in order.
fn within_bounds(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut room = MAX_BYTES;
    values
        .take(MAX_VALUES)
        .take_while(|value| {
            let fits = value.len() <= room;
            room = room.saturating_sub(value.len());
            fits
        })
        .collect()
}

/// Replaces every match; `None` if the result or the steps would exceed the limits.
fn replaced_within(pattern: &Regex, value: &str, by: &str) -> Option<String> {
    let mut found = matches(pattern, value);
    let text = replaced(found.by_ref(), value, by, MAX_BYTES)?;
    (!found.is_spent()).then_some(text)
}

/// Joins all values; `None` if the result would exceed the limits.
fn joined(values: &[String], separator: &str) -> Option<String> {
    let texts: usize = values.iter().map(String::len).sum();
    let between = separator.len().saturating_mul(values.len());
    (texts.saturating_add(between) <= MAX_BYTES).then(|| values.join(separator))
}

impl LetterCase {
    fn apply(self, text: &str) -> String {
        match self {
            Self::Lower => text.to_lowercase(),
            Self::Upper => text.to_uppercase(),
            Self::Title => title_case(text),
        }
    }
}

/// Compiles a pattern of the rule; reports why it does not compile.
pub(crate) fn read_pattern(faults: &mut Faults<'_>, pattern: &SpannedString) -> Option<SizedRegex> {
    // The rule is rejected anyway; compiling the rest would waste time.
    if faults.are_many() {
        return None;
    }
    if let Err(error) = Selector::compile(SelectorKind::Regex, &pattern.value) {
        let fault = Message::new("rules-pattern").with("reason", error.explain());
        faults.add_inside(pattern, error.position, fault);
        return None;
    }
    let compiled = SizedRegex::compile(&pattern.value);
    match &compiled {
        Err(_) => faults.add(pattern.span.start, Message::new("rules-pattern-refused")),
        Ok(compiled) if !faults.has_room_for(compiled.bytes) => {
            faults.add(pattern.span.start, Message::new("rules-patterns-large"));
            return None;
        }
        Ok(_) => {}
    }
    compiled.ok()
}

fn read_replace(
    faults: &mut Faults<'_>,
    argument: SpannedValue<'_, '_>,
) -> Option<CompiledTransform> {
    let items: Vec<SpannedValue<'_, '_>> = match argument.get_ref() {
        DeValue::Array(array) => array.iter().collect(),
        _ => Vec::new(),
    };
    let [pattern, by] = items.as_slice() else {
        return refuse(faults, "replace", "rules-argument-replace", argument);
    };
    let pattern = text(faults, "replace", pattern);
    let by = text(faults, "replace", by)?;
    let pattern = read_pattern(faults, &pattern?)?;
    Some(CompiledTransform::Replace(pattern, by.value))
}

fn read_part(faults: &mut Faults<'_>, argument: SpannedValue<'_, '_>) -> Option<CompiledTransform> {
    let place = match argument.get_ref() {
        DeValue::Integer(place) => i64::from_str_radix(place.as_str(), place.radix()).ok(),
        _ => None,
    };
    match place {
        Some(place) if place != 0 => Some(CompiledTransform::Part(place)),
        _ => refuse(faults, "part", "rules-argument-part", argument),
    }
}

fn read_case(faults: &mut Faults<'_>, argument: SpannedValue<'_, '_>) -> Option<CompiledTransform> {
    let case = match argument.get_ref().as_str() {
        Some("lower") => LetterCase::Lower,
        Some("upper") => LetterCase::Upper,
        Some("title") => LetterCase::Title,
        _ => return refuse(faults, "case", "rules-argument-case", argument),
    };
    Some(CompiledTransform::Case(case))
}

fn read_map(faults: &mut Faults<'_>, argument: SpannedValue<'_, '_>) -> Option<CompiledTransform> {
    let DeValue::Table(table) = argument.get_ref() else {
        return refuse(faults, "map", "rules-argument-map", argument);
    };
    let mut map = BTreeMap::new();
    for (from, to) in table {
        let to = text(faults, from.get_ref(), to)?;
        map.insert(from.get_ref().as_ref().to_owned(), to.value);
    }
    Some(CompiledTransform::Map(map))
}

fn refuse(
    faults: &mut Faults<'_>,
    step: &str,
    wanted: &str,
    argument: SpannedValue<'_, '_>,
) -> Option<CompiledTransform> {
    let fault = Message::new("rules-step-argument")
        .with("step", step)
        .with("wanted", Message::new(wanted));
    faults.add(argument.span().start, fault);
    None
}

fn part(values: &[String], place: i64) -> Vec<String> {
    let steps = usize::try_from(place.unsigned_abs()).unwrap_or(usize::MAX);
    let index = if place > 0 {
        steps.checked_sub(1)
    } else {
        values.len().checked_sub(steps)
    };
    index
        .and_then(|index| values.get(index))
        .cloned()
        .into_iter()
        .collect()
}

fn title_case(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut in_word = false;
    for c in text.chars() {
        if in_word {
            result.extend(c.to_lowercase());
        } else {
            result.extend(c.to_uppercase());
        }
        in_word = c.is_alphanumeric() || (in_word && matches!(c, '\'' | '’'));
    }
    result
}

/// The text of a markup fragment, with entities resolved.
fn strip_tags(markup: &str, page: &Page) -> String {
    visible_text(&Page::parse(markup, page.url()))
}
