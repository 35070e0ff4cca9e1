//! The value of one field or of the content: alternatives are tried in order, the first with a
//! value wins, and its number is the value's provenance.

use super::compiled::{Field, Finder, MatchTake, Nested, What};
use super::context::{EvaluationContext, SelectionScope};
use super::implausible::declared_instead;
use crate::model::{DefaultColumn, FROM_GENERIC, Row, Value};
use crate::page::{ElementIndex, Page, collapse, visible_text};
use crate::rules::FieldType;
use crate::rules::notations::numbers::parse_number;
use crate::rules::notations::yes_no::yes_or_no;
use crate::rules::value_steps::CompiledTransform;
use crate::select::Selected;

/// The value of `field`, and the alternative that yielded it. An alternative yields something if a
/// non-blank value remains after all steps and normalisation to the field's type. Where all yield
/// only what is never right, it is what the page declares ([`FROM_GENERIC`]).
pub(super) fn field_value(
    field: &Field,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Option<(Value, u32)> {
    if let Some(nested) = &field.nested {
        let rows = small_records(nested, context, scope);
        return (!rows.is_empty()).then_some((Value::Rows(rows), 0));
    }
    let mut declared = None;
    for (number, finder) in (0_u32..).zip(&field.alternatives) {
        let value = match finder.taking {
            MatchTake::Table => table_value(field, finder, context, scope),
            _ => plain_value(field, finder, context, scope),
        };
        let Some(value) = value else { continue };
        match declared_instead(field, finder, &value, context, scope) {
            None => return Some((value, number)),
            Some(other) => declared = declared.or(Some(other)),
        }
    }
    declared.map(|value| (value, FROM_GENERIC))
}

/// As [`field_value`], with the elements that contain the value; the selector runs once for both.
pub(super) fn field_located(
    field: &Field,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Option<(Value, u32, Vec<ElementIndex>)> {
    if let Some(nested) = &field.nested {
        let (value, number) = field_value(field, context, scope)?;
        return Some((value, number, nested.item.elements(context, scope)));
    }
    let mut declared = None;
    for (number, finder) in (0_u32..).zip(&field.alternatives) {
        if finder.taking == MatchTake::Table {
            let Some(value) = table_value(field, finder, context, scope) else {
                continue;
            };
            let elements = finder.elements(context, scope);
            let most = if field.many { elements.len() } else { 1 };
            return Some((value, number, elements.into_iter().take(most).collect()));
        }
        let matches = finder.select(context, scope);
        let Some(value) = value_of(field, matches.clone(), context) else {
            continue;
        };
        match declared_instead(field, finder, &value, context, scope) {
            None => return Some((value, number, holders(field, matches, context))),
            Some(other) => declared = declared.or(Some(other)),
        }
    }
    declared.map(|value| (value, FROM_GENERIC, Vec::new()))
}

fn plain_value(
    field: &Field,
    finder: &Finder,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Option<Value> {
    value_of(field, finder.select(context, scope), context)
}

pub(super) fn value_of(
    field: &Field,
    matches: Vec<Selected>,
    context: &EvaluationContext<'_>,
) -> Option<Value> {
    let values = match field.kind {
        FieldType::Bool => present(matches),
        _ => matches.into_iter().map(|match_| match_.value).collect(),
    };
    if field.many {
        let values = finished(field, values, context);
        return (!values.is_empty()).then_some(Value::Many(values));
    }
    first_value(field, values, context).map(Value::One)
}

/// An empty element counts as `true` by its presence.
fn present(matches: Vec<Selected>) -> Vec<String> {
    let values = matches.into_iter().map(|match_| {
        let silent = match_.element.is_some() && match_.value.trim().is_empty();
        if silent {
            "true".to_owned()
        } else {
            match_.value
        }
    });
    values.collect()
}

/// The rows of the first non-empty table; of all tables if the field says `many`.
fn table_value(
    field: &Field,
    finder: &Finder,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Option<Value> {
    let mut tables = finder
        .rows(context, scope)
        .into_iter()
        .filter(|rows| !rows.is_empty());
    let rows: Vec<Row> = if field.many {
        tables.flatten().collect()
    } else {
        tables.next()?
    };
    let value = Value::Rows(rows);
    (!value.is_blank()).then_some(value)
}

/// The small records of a nested list: one per container, without those that lack a required field
/// or have no value at all.
fn small_records(
    nested: &Nested,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Vec<Row> {
    let containers = nested.item.scopes(context, scope).into_iter();
    containers
        .filter_map(|container| {
            let mut row = Row::new();
            let mut any = false;
            for field in &nested.fields {
                let value = field_value(field, context, container).map(|(value, _)| value.joined());
                any |= value.is_some();
                match value.or_else(|| field.default.clone()) {
                    Some(value) => row.push((field.name.clone(), value)),
                    None if field.required => return None,
                    None => {}
                }
            }
            any.then_some(row)
        })
        .collect()
}

/// A single value is the first match that yields one; joining steps need all matches.
fn first_value(
    field: &Field,
    values: Vec<String>,
    context: &EvaluationContext<'_>,
) -> Option<String> {
    let joins = field
        .steps
        .iter()
        .any(|step| matches!(step, CompiledTransform::Join(_)));
    if joins {
        return finished(field, values, context).into_iter().next();
    }
    values
        .into_iter()
        .find_map(|value| finished(field, vec![value], context).into_iter().next())
}

/// The non-blank values after all steps, normalised to the field's type.
fn finished(field: &Field, values: Vec<String>, context: &EvaluationContext<'_>) -> Vec<String> {
    let steps = field.steps.iter();
    let values = steps.fold(values, |values, step| step.apply(values, context));
    values
        .iter()
        .filter_map(|value| normalised(field, value, context))
        .filter(|value| !value.trim().is_empty())
        .collect()
}

pub(super) fn normalised(
    field: &Field,
    value: &str,
    context: &EvaluationContext<'_>,
) -> Option<String> {
    match field.kind {
        // The column `text` keeps its paragraphs.
        FieldType::Text if field.name == DefaultColumn::Text.token() => Some(collapse_lines(value)),
        FieldType::Text => Some(collapse(value)),
        FieldType::Number => parse_number(value, context.decimal_comma),
        FieldType::Date => context.date(value),
        FieldType::Url | FieldType::Image => context.absolute(value),
        FieldType::Html => Some(value.to_owned()),
        FieldType::Bool => yes_or_no(value).map(|yes| yes.to_string()),
    }
}

/// The elements among `matches` that contain the value derived from them; none if it is not in the
/// tree.
fn holders(
    field: &Field,
    matches: Vec<Selected>,
    context: &EvaluationContext<'_>,
) -> Vec<ElementIndex> {
    let joins = field
        .steps
        .iter()
        .any(|step| matches!(step, CompiledTransform::Join(_)));
    let most = if field.many || joins { usize::MAX } else { 1 };
    let yields = |match_: &Selected| {
        let values = match field.kind {
            FieldType::Bool => present(vec![match_.clone()]),
            _ => vec![match_.value.clone()],
        };
        joins || !finished(field, values, context).is_empty()
    };
    if let [only] = matches.as_slice() {
        // There is a value, and this is its only possible source.
        return only.element.into_iter().collect();
    }
    let matches = matches.into_iter().filter(yields);
    let mut elements: Vec<ElementIndex> = matches.take(most).filter_map(|m| m.element).collect();
    elements.dedup();
    elements
}

/// The first match of any alternative that yields no value.
pub(super) fn first_unusable_match(
    field: &Field,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Option<Selected> {
    let finders = field.alternatives.iter();
    finders
        .flat_map(|finder| finder.select(context, scope))
        .find(|match_| !match_.value.trim().is_empty())
}

/// The elements whose text alternative `number` of `content.select` joins.
pub(super) fn content_holders(
    alternatives: &[Finder],
    number: u32,
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Vec<ElementIndex> {
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    let matches = alternatives
        .get(at)
        .map(|finder| outermost(context.page, finder.select(context, scope)));
    let shown = matches.into_iter().flatten();
    shown
        .filter(|match_| is_shown(context, match_))
        .filter_map(|match_| match_.element)
        .collect()
}

/// The text that `content.select` finds, and the alternative that found it: all matches of the
/// first alternative with any, each on its own line.
pub(super) fn content_text(
    alternatives: &[Finder],
    context: &EvaluationContext<'_>,
    scope: SelectionScope<'_>,
) -> Option<(String, u32)> {
    (0_u32..).zip(alternatives).find_map(|(number, finder)| {
        let matches = outermost(context.page, finder.select(context, scope));
        let json = matches!(finder.what, What::Json(_));
        let parts: Vec<String> = matches
            .iter()
            .filter(|match_| is_shown(context, match_))
            .map(|match_| match json && is_markup(&match_.value) {
                true => markup_text(&match_.value, context.page),
                false if finder.has_form() => match_.value.clone(),
                false => collapse_lines(&match_.value),
            })
            .filter(|part| !part.is_empty())
            .collect();
        let between = if finder.has_form() { "\n\n" } else { "\n" };
        (!parts.is_empty()).then(|| (parts.join(between), number))
    })
}

/// Whether a match is outside what the rule strips.
fn is_shown(context: &EvaluationContext<'_>, match_: &Selected) -> bool {
    let (Some(stripped), Some(element)) = (context.stripped, match_.element) else {
        return true;
    };
    !stripped.is_removed(element)
}

/// Whether a text from JSON is HTML.
fn is_markup(text: &str) -> bool {
    ["</", "<br", "<p>", "/>"]
        .iter()
        .any(|mark| text.contains(mark))
}

fn markup_text(markup: &str, page: &Page) -> String {
    collapse_lines(&visible_text(&Page::parse(markup, page.url())))
}

/// Drops matches inside other matches, whose text would be repeated.
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

/// Matches come in page order, so only the last one kept can contain the next.
fn is_inside(page: &Page, element: ElementIndex, ancestor: ElementIndex) -> bool {
    let (Some(element), Some(ancestor)) = (page.element(element), page.element(ancestor)) else {
        return false;
    };
    element.ancestors().any(|node| node.id() == ancestor.id())
}

/// Collapses every line and drops blank lines.
fn collapse_lines(text: &str) -> String {
    let lines = text.lines().map(collapse).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}
