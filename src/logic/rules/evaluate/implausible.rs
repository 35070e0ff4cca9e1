//! Values that title, author and date never have, where the page itself declares a better one: the
//! name of the site, an address or "Home" as the author, a date counted from now or ahead of now.
//! Input: the value that an alternative found on a page with one record. Output: what the page
//! declares instead. Decides nothing where the page declares nothing, or where the rule does
//! without generic extraction.

use jiff::{SignedDuration, Timestamp};

use super::compiled::{Field, Finder};
use super::context::{EvaluationContext, SelectionScope};
use super::field::value_of;
use crate::model::{DefaultColumn, Value};
use crate::rules::FieldType;

/// How far ahead a date of publication may be: clocks and zones differ by less.
const AHEAD: SignedDuration = SignedDuration::from_hours(24);
/// How far the clock is moved to see whether a date is counted from it.
const LATER: SignedDuration = SignedDuration::from_hours(24 * 500);
/// Characters of a day in ISO 8601.
const DAY: usize = 10;

/// What the page declares instead of `value`, which `finder` found, if that is never right.
pub(super) fn declared_instead(
    field: &Field,
    finder: &Finder,
    value: &Value,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Option<Value> {
    if !context.trusts_page || !matches!(scope, SelectionScope::Whole) {
        return None;
    }
    let texts = match value {
        Value::One(text) => std::slice::from_ref(text),
        Value::Many(texts) => texts.as_slice(),
        Value::Rows(_) => return None,
    };
    let declared = match DefaultColumn::from_token(&field.name)? {
        DefaultColumn::Author => author(texts, context),
        DefaultColumn::Title => title(texts, context),
        DefaultColumn::Date if field.kind == FieldType::Date => {
            let text = texts.first()?;
            let is_ahead = text.get(..DAY) > day_after(context.now).get(..DAY);
            // What the page declares is read last: it costs most.
            let is_doubted = is_ahead || is_counted(field, finder, value, context, scope);
            is_doubted.then(|| date(text, context)).flatten()
        }
        DefaultColumn::Date | DefaultColumn::Url | DefaultColumn::Text => None,
    }?;
    Some(match value {
        Value::Many(_) => Value::Many(vec![declared]),
        Value::One(_) | Value::Rows(_) => Value::One(declared),
    })
}

fn author(texts: &[String], context: &EvaluationContext<'_>) -> Option<String> {
    let page = context.metadata();
    let is_other = page.author_is_declared && !page.names_nobody(&page.author);
    let nobody = texts.iter().all(|text| page.names_nobody(text));
    (is_other && nobody).then(|| page.author.clone())
}

fn title(texts: &[String], context: &EvaluationContext<'_>) -> Option<String> {
    let page = context.metadata();
    let is_other = !page.title.is_empty() && !page.is_site(&page.title);
    let site = texts.iter().all(|text| page.is_site(text));
    (is_other && site).then(|| page.title.clone())
}

/// The declared date, if it is of another day than `found` and not ahead itself.
fn date(found: &str, context: &EvaluationContext<'_>) -> Option<String> {
    let page = context.metadata();
    let declared = page.date.get(..DAY)?;
    let is_other = page.date_is_declared
        && found.get(..DAY) != Some(declared)
        && declared <= day_after(context.now).get(..DAY)?;
    is_other.then(|| page.date.clone())
}

/// The day after `now`, in ISO 8601.
fn day_after(now: Timestamp) -> String {
    now.checked_add(AHEAD).unwrap_or(now).to_string()
}

/// Whether a date is counted from now, such as "9 hours ago": at another time it is another one.
fn is_counted(
    field: &Field,
    finder: &Finder,
    value: &Value,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> bool {
    let Ok(later) = context.now.checked_add(LATER) else {
        return false;
    };
    let matches = finder.select(context, scope);
    let moved = EvaluationContext::new(
        context.page,
        context.stripped,
        later,
        context.zone,
        context.language,
    );
    value_of(field, matches, &moved).as_ref() != Some(value)
}
