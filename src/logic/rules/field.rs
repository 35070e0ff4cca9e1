//! The value of one field or of the content: alternatives in order, the first that yields
//! something wins, and its number is the value's provenance.

use super::FieldType;
use super::compiled::{Field, Finder};
use super::transform::{Context, Step};
use super::values::parse_number;
use crate::logic::model::Value;
use crate::logic::page::{ElementIndex, Page, collapse};
use crate::logic::select::Selected;

/// The value of `field`, and which alternative yielded it. An alternative yields something when,
/// after all steps and normalised to the field's type, a value is left that is not blank.
pub(super) fn field_value(
    field: &Field,
    context: &Context<'_>,
    scope: Option<ElementIndex>,
) -> Option<(Value, u32)> {
    (0_u32..)
        .zip(&field.alternatives)
        .find_map(|(number, finder)| {
            let values = finder.values(context.page, scope);
            let value = if field.many {
                let values = finished(field, values, context);
                (!values.is_empty()).then_some(Value::Many(values))
            } else {
                first_value(field, values, context).map(Value::One)
            };
            value.map(|value| (value, number))
        })
}

/// A single value is the first match that yields one; steps that join need all matches.
fn first_value(field: &Field, values: Vec<String>, context: &Context<'_>) -> Option<String> {
    let joins = field.steps.iter().any(|step| matches!(step, Step::Join(_)));
    if joins {
        return finished(field, values, context).into_iter().next();
    }
    values
        .into_iter()
        .find_map(|value| finished(field, vec![value], context).into_iter().next())
}

/// The values after all steps, normalised to the field's type, blank ones left out.
fn finished(field: &Field, values: Vec<String>, context: &Context<'_>) -> Vec<String> {
    let steps = field.steps.iter();
    let values = steps.fold(values, |values, step| step.apply(values, context));
    values
        .iter()
        .filter_map(|value| normalised(field, value, context))
        .filter(|value| !value.trim().is_empty())
        .collect()
}

fn normalised(field: &Field, value: &str, context: &Context<'_>) -> Option<String> {
    match field.kind {
        // The column `text` keeps its paragraphs.
        FieldType::Text if field.name == "text" => Some(collapse_lines(value)),
        FieldType::Text => Some(collapse(value)),
        FieldType::Number => parse_number(value, context.decimal_comma),
        FieldType::Date => context.date(value),
        FieldType::Url => context.absolute(value),
        FieldType::Html => Some(value.to_owned()),
    }
}

/// The text that `content.select` finds, and which alternative found it: all matches of the first
/// alternative that finds any, one below the other.
pub(super) fn content_text(
    alternatives: &[Finder],
    page: &Page,
    scope: Option<ElementIndex>,
) -> Option<(String, u32)> {
    (0_u32..).zip(alternatives).find_map(|(number, finder)| {
        let matches = outermost(page, finder.select(page, scope));
        let parts: Vec<String> = matches
            .iter()
            .map(|match_| collapse_lines(&match_.value))
            .filter(|part| !part.is_empty())
            .collect();
        (!parts.is_empty()).then(|| (parts.join("\n"), number))
    })
}

/// Leaves out matches inside other matches, whose text would come twice.
fn outermost(page: &Page, matches: Vec<Selected>) -> Vec<Selected> {
    let mut kept: Vec<Selected> = Vec::with_capacity(matches.len());
    for match_ in matches {
        let last = kept.last().and_then(|last| last.element);
        let inside = match (match_.element, last) {
            (Some(element), Some(last)) if element != last => is_inside(page, element, last),
            _ => false,
        };
        if !inside {
            kept.push(match_);
        }
    }
    kept
}

/// Matches come in page order, so the last one kept is the only one that can hold the next.
fn is_inside(page: &Page, element: ElementIndex, ancestor: ElementIndex) -> bool {
    let (Some(element), Some(ancestor)) = (page.element(element), page.element(ancestor)) else {
        return false;
    };
    element.ancestors().any(|node| node.id() == ancestor.id())
}

/// Every line collapsed, blank lines left out.
fn collapse_lines(text: &str) -> String {
    let lines = text.lines().map(collapse).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}
