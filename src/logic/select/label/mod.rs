//! Label-relative selectors: the value next to "Publisher" or 出版社. Input: labels, a page and a
//! scope. Output: every value beside such a label, in document order, with the lowest element
//! that holds it. Structure is checked first (definition lists, tables, elements that hold only a
//! label), then the line; a word in running text does not count as a label.

mod label_search;
mod label_values;
mod page_lines;
mod value_on_label_line;
mod words;

use super::{ElementPart, Hit, SelectorFault, StepCount, TooExpensive};
use crate::messages::Message;
use crate::page::{ElementIndex, Page, inner_text};
use page_lines::{Reading, Span};

/// Separates several labels in one source.
pub const SEPARATOR: char = '\u{1F}';

/// Longest label, in characters, and most labels of one selector.
const MAX_CHARS: usize = 200;
const MAX_LABELS: usize = 50;

/// The maximum number of label occurrences checked; a page with more is not written for people.
const MAX_OCCURRENCES: usize = 5_000;

/// The maximum number of characters and nodes visited for the values of all labels together: more
/// than ten times the size of the longest page that is read.
const MAX_STEPS: u64 = if cfg!(test) { 20_000_000 } else { 100_000_000 };

/// Steps per character searched for labels: it is folded, and compared with all of them.
const STEPS_A_CHAR: u64 = 8;

/// Attributes that name a cell's header on narrow screens, or an element for screen readers.
const LABEL_ATTRIBUTES: [&str; 6] = [
    "data-label",
    "data-th",
    "data-title",
    "data-header",
    "data-column",
    "aria-label",
];

/// The maximum number of elements of a value in which an attribute is searched.
const MAX_INSIDE: usize = 64;

/// A compiled selector: folded labels, longest first.
#[derive(Debug)]
pub struct LabelProgram {
    labels: Vec<Vec<char>>,
}

/// A value beside a label.
struct Found {
    value: Value,
    /// Whether the place is unambiguous; others count only where there is no such value.
    sure: bool,
}

enum Value {
    /// Part of the text.
    Text(Span),
    /// All of an element.
    Element(ElementIndex),
}

/// Compiles labels that are joined by [`SEPARATOR`].
///
/// # Errors
/// A fault when there is no label or it is too long to be one.
pub fn compile(source: &str) -> Result<LabelProgram, SelectorFault> {
    let mut labels = Vec::new();
    for label in source.split(SEPARATOR) {
        if label.chars().count() > MAX_CHARS {
            let reason = Message::new("select-long").with("limit", MAX_CHARS);
            return Err(SelectorFault::whole(reason));
        }
        let folded = words::folded_label(label);
        if !folded.is_empty() && !labels.contains(&folded) {
            labels.push(folded);
        }
    }
    if labels.is_empty() {
        return Err(SelectorFault::whole(Message::new("select-empty")));
    }
    if labels.len() > MAX_LABELS {
        let reason = Message::new("select-label-many").with("limit", MAX_LABELS);
        return Err(SelectorFault::whole(reason));
    }
    labels.sort_by_key(|label| std::cmp::Reverse(label.len()));
    Ok(LabelProgram { labels })
}

impl LabelProgram {
    /// The values in document order.
    ///
    /// # Errors
    /// [`TooExpensive`] when many labels surround large parts of the page (tables in tables).
    pub fn run(
        &self,
        page: &Page,
        scope: Option<ElementIndex>,
        steps: &StepCount,
    ) -> Result<Vec<Hit>, TooExpensive> {
        let reading = Reading::new(page, scope.unwrap_or(0));
        steps.add(STEPS_A_CHAR.saturating_mul(reading.chars.len() as u64));
        let mut found = self.by_attribute(&reading);
        let mut near = label_values::ValueFinder::new(&reading);
        for label in label_search::labels(&reading, &self.labels, MAX_OCCURRENCES) {
            found.extend(near.values(&label));
            if near.steps() > MAX_STEPS {
                return Err(TooExpensive);
            }
        }
        if found.iter().any(|f| f.sure) {
            found.retain(|f| f.sure);
        }
        let mut parts: Vec<(usize, usize, ElementPart)> = Vec::new();
        let mut looked_at = near.steps();
        for found in &found {
            looked_at = looked_at.saturating_add(steps_of(&reading, &found.value));
            if looked_at > MAX_STEPS {
                return Err(TooExpensive);
            }
            parts.extend(part(&reading, &found.value));
        }
        steps.add(looked_at);
        parts.sort_by_key(|part| (part.0, part.1));
        parts.dedup_by(|a, b| (a.0, a.1) == (b.0, b.1) && a.2.element == b.2.element);
        let parts = parts.into_iter();
        Ok(parts.map(|(_, _, part)| Hit::Part(part)).collect())
    }

    /// Elements that carry the label in an attribute.
    fn by_attribute(&self, reading: &Reading<'_>) -> Vec<Found> {
        let mut found = Vec::new();
        for index in reading.inside() {
            let Some(element) = reading.page.element(index) else {
                continue;
            };
            let mut labels = LABEL_ATTRIBUTES
                .iter()
                .filter_map(|name| element.attr(name));
            let named = labels.any(|label| self.labels.contains(&words::folded_label(label)));
            let span = reading.span(index);
            if named && !span.is_empty() && !self.starts_with_label(reading, &span) {
                found.push(Found {
                    value: Value::Element(index),
                    sure: true,
                });
            }
        }
        found
    }

    /// Whether the text starts with the label itself.
    fn starts_with_label(&self, reading: &Reading<'_>, span: &Span) -> bool {
        let head = span.start..span.end.min(span.start + MAX_CHARS);
        let text: Vec<char> = words::folded_places(reading.slice(&head))
            .into_iter()
            .map(|(c, _)| c)
            .collect();
        self.labels.iter().any(|label| text.starts_with(label))
    }
}

/// The number of characters and nodes that [`part`] visits.
fn steps_of(reading: &Reading<'_>, value: &Value) -> u64 {
    let (span, element) = match value {
        Value::Text(span) => (span.clone(), reading.holder(span)),
        Value::Element(index) => (reading.span(*index), Some(*index)),
    };
    let nodes = element.map_or(0, |element| reading.page.nodes_inside(Some(element)));
    nodes.saturating_add(span.len() as u64)
}

/// The value with its document order; `None` when it is empty.
fn part(reading: &Reading<'_>, value: &Value) -> Option<(usize, usize, ElementPart)> {
    let span = match value {
        Value::Text(span) => reading.trimmed(span),
        Value::Element(index) => reading.span(*index),
    };
    if span.is_empty() {
        return None;
    }
    let element = reading.holder(&span)?;
    let whole = reading.span(element) == span;
    let text = if whole {
        inner_text(reading.page, element)
    } else {
        reading.text(&span)
    };
    let mut carriers = Vec::new();
    let mut around = Some(element).filter(|_| whole);
    while let Some(index) = around.filter(|e| reading.span(*e) == span) {
        carriers.push(index);
        around = reading.parent(index);
    }
    carriers.extend(reading.elements_in(&span, element, MAX_INSIDE));
    Some((
        span.start,
        span.end,
        ElementPart {
            element,
            whole,
            text,
            carriers,
        },
    ))
}

#[cfg(test)]
mod tests;
