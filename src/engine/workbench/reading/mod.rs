//! Applies a rule to a page, with the elements of every value, for the data panel and the marks.
//! Input: a rule text and a parsed page. Output: rows, marks, faults. It reads like a run:
//! first the rule, then generic extraction for values that the rule leaves open.
//!
//! Below: documents for programs, values of the list, names of the steps' elements.

pub(super) mod documents;
mod list_values;
mod step_controls;

use std::cell::OnceCell;

use jiff::Timestamp;

use super::super::protocol::authoring::{
    CellSource, PageReading, PageRole, PartMarks, ReadCell, ReadRow, WorkbenchPart,
};
use super::views::find_in_page::holding;
use crate::extract::in_format;
use bowerbird_logic::authoring::watch_proposals::ReadTable;
use bowerbird_logic::generic::{ExtractedContent, Method, extract, metadata};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{DefaultColumn, FROM_GENERIC, Value};
use bowerbird_logic::page::{ElementIndex, Page};
use bowerbird_logic::rules::{
    CellFault, FieldSteps, Located, LocatedPage, LocatedValue, Rule, parse,
};

/// The maximum number of rows returned; a longer page is counted in full.
const MAX_ROWS: usize = 2_000;
/// Longest value quoted in a fault, in characters.
const MAX_QUOTE_CHARS: usize = 60;

/// Reads `page` with the rule of `rule_toml` in the given role. `now` resolves relative dates.
pub(crate) fn read_page(
    rule_toml: &str,
    role: PageRole,
    page: &Page,
    now: Timestamp,
) -> PageReading {
    match parse(rule_toml) {
        Ok(rule) => read_with(&rule, role, page, now),
        Err(faults) => PageReading {
            role,
            errors: faults
                .0
                .into_iter()
                .map(|fault| (fault.line, fault.column, fault.message))
                .collect(),
            ..PageReading::default()
        },
    }
}

/// As [`read_page`], with a checked rule.
pub(crate) fn read_with(rule: &Rule, role: PageRole, page: &Page, now: Timestamp) -> PageReading {
    let controls = step_controls::step_controls(rule, page);
    let prepared = rule.page_of(page);
    let page = prepared.as_ref().unwrap_or(page);
    if let Some(document) = documents::read(rule, page, MAX_ROWS, now) {
        return document;
    }
    let reading = match role {
        PageRole::List => list(rule, page, now),
        PageRole::Article | PageRole::Records => records(rule, role, page, now),
    };
    PageReading {
        controls,
        ..reading
    }
}

/// The values of a reading, for a comparison with another one.
pub(crate) fn read_table(reading: &PageReading) -> ReadTable {
    let rows = reading.rows.iter().map(|row| {
        let cells = row.cells.iter().map(|cell| {
            let value = cell.value.as_ref();
            value.map(Value::joined).unwrap_or_default()
        });
        (row.link.clone(), cells.collect())
    });
    ReadTable {
        columns: reading.columns.clone(),
        rows: rows.collect(),
    }
}

fn list(rule: &Rule, page: &Page, now: Timestamp) -> PageReading {
    let found = rule.locate_list(page, now);
    let mut marks = marks_of_frame(&found);
    let links: Vec<ElementIndex> = found.rows.iter().filter_map(|r| r.link_element).collect();
    mark(&mut marks, &WorkbenchPart::Link, 0, &links);
    mark_cells(&mut marks, &found.rows);
    let fields = rule.file().list.iter().flat_map(|list| &list.fields);
    PageReading {
        role: PageRole::List,
        columns: fields.map(|field| field.name.clone()).collect(),
        count: found.rows.len(),
        next: found.next.map(String::from),
        rows: found.rows.into_iter().take(MAX_ROWS).map(row).collect(),
        marks,
        steps: list_steps(rule, page, now),
        ..PageReading::default()
    }
}

fn records(rule: &Rule, role: PageRole, page: &Page, now: Timestamp) -> PageReading {
    let found = rule.locate_records(page, now);
    let mut marks = marks_of_frame(&found);
    mark_cells(&mut marks, &found.rows);
    let mut columns: Vec<String> = rule.file().fields.iter().map(|f| f.name.clone()).collect();
    let count = found.rows.len();
    let next = found.next.map(String::from);
    let texts: Vec<Option<LocatedValue>> = found.rows.iter().map(|r| r.text.clone()).collect();
    for text in texts.iter().flatten() {
        if let Some(number) = text.alternative {
            mark(&mut marks, &WorkbenchPart::Content, number, &text.elements);
        }
    }
    let mut rows: Vec<ReadRow> = found.rows.into_iter().take(MAX_ROWS).map(row).collect();
    let content = generic(rule, page, &rows, &texts).map(|content| Whole {
        title: OnceCell::new(),
        author: OnceCell::new(),
        content,
    });
    let many = rule.file().record.is_some();
    for default in DefaultColumn::EXTRACTED {
        let name = default.token();
        let at = match columns.iter().position(|column| column == name) {
            Some(at) => at,
            None => {
                columns.push(name.to_owned());
                rows.iter_mut()
                    .for_each(|row| row.cells.push(ReadCell::default()));
                columns.len() - 1
            }
        };
        for (number, row) in rows.iter_mut().enumerate() {
            let Some(cell) = row.cells.get_mut(at) else {
                continue;
            };
            let text = texts.get(number).and_then(Option::as_ref);
            if let Some(text) = text.filter(|_| default == DefaultColumn::Text && is_open(cell)) {
                *cell = read_cell(text.clone());
                if text.alternative.is_none() {
                    cell.source = CellSource::Whole;
                }
            }
            // The records of one page share only its title.
            if let Some(content) = content
                .as_ref()
                .filter(|_| !many || default == DefaultColumn::Title)
            {
                fill(cell, default, content, page);
            }
        }
    }
    if many {
        leave_out_empty(&mut columns, &mut rows, rule);
    }
    PageReading {
        role,
        columns,
        rows,
        count,
        next,
        marks,
        steps: steps(rule, page, now),
        ..PageReading::default()
    }
}

/// The generic values, if the rule allows them and leaves something open.
fn generic(
    rule: &Rule,
    page: &Page,
    rows: &[ReadRow],
    texts: &[Option<LocatedValue>],
) -> Option<ExtractedContent> {
    let name = rule.generic_method()?;
    let method = Method::from_name(name).unwrap_or(Method::Auto);
    if rows.is_empty() {
        return None;
    }
    if rule.file().record.is_some() || texts.iter().all(Option::is_some) {
        // Only the page's own metadata is needed.
        return Some(ExtractedContent {
            metadata: metadata(page),
            ..ExtractedContent::default()
        });
    }
    let stripped = rule.stripped(page);
    let shown = stripped.as_ref().unwrap_or(page);
    let mut content = extract(shown, method);
    if stripped.is_some() {
        content.metadata = metadata(page);
    }
    content.text = in_format(rule, shown, &content);
    Some(content)
}

fn is_open(cell: &ReadCell) -> bool {
    cell.value.as_ref().is_none_or(Value::is_blank)
}

/// The generic values with their elements: located once per page, because thousands of records may
/// share them.
struct Whole {
    content: ExtractedContent,
    title: OnceCell<Option<ElementIndex>>,
    author: OnceCell<Option<ElementIndex>>,
}

/// Fills an open cell with the generic value.
fn fill(cell: &mut ReadCell, column: DefaultColumn, whole: &Whole, page: &Page) {
    let found = whole.content.column(column);
    if !is_open(cell) || found.trim().is_empty() {
        return;
    }
    let place = match column {
        DefaultColumn::Title => Some(&whole.title),
        DefaultColumn::Author => Some(&whole.author),
        DefaultColumn::Url | DefaultColumn::Date | DefaultColumn::Text => None,
    };
    let element = place.and_then(|place| *place.get_or_init(|| holding(page, found)));
    cell.elements = element.into_iter().collect();
    cell.value = Some(Value::One(found.to_owned()));
    cell.source = CellSource::Generic;
}

/// Drops columns without a rule and without values.
fn leave_out_empty(columns: &mut Vec<String>, rows: &mut [ReadRow], rule: &Rule) {
    let asked = |name: &str| rule.file().fields.iter().any(|field| field.name == name);
    let mut at = columns.len();
    while at > 0 {
        at -= 1;
        let empty = rows.iter().all(|row| row.cells.get(at).is_none_or(is_open));
        if empty && columns.get(at).is_some_and(|name| !asked(name)) {
            columns.remove(at);
            for row in rows.iter_mut().filter(|row| at < row.cells.len()) {
                row.cells.remove(at);
            }
        }
    }
}

/// The containers and the link to the next page.
fn marks_of_frame(found: &LocatedPage) -> Vec<PartMarks> {
    let mut marks = Vec::new();
    let items: Vec<ElementIndex> = found.rows.iter().filter_map(|row| row.element).collect();
    mark(&mut marks, &WorkbenchPart::Item, 0, &items);
    mark(&mut marks, &WorkbenchPart::Next, 0, &found.next_elements);
    marks
}

fn mark_cells(marks: &mut Vec<PartMarks>, rows: &[Located]) {
    for (name, cell) in rows.iter().flat_map(|row| &row.cells) {
        if let Some(number) = cell.alternative {
            mark(
                marks,
                &WorkbenchPart::Field(name.clone()),
                number,
                &cell.elements,
            );
        }
    }
}

fn mark(marks: &mut Vec<PartMarks>, part: &WorkbenchPart, number: u32, elements: &[ElementIndex]) {
    if elements.is_empty() {
        return;
    }
    let known = marks
        .iter_mut()
        .find(|marks| marks.part == *part && marks.alternative == number);
    match known {
        Some(known) => known.elements.extend_from_slice(elements),
        None => marks.push(PartMarks {
            part: part.clone(),
            elements: elements.to_vec(),
            alternative: number,
        }),
    }
}

fn row(located: Located) -> ReadRow {
    ReadRow {
        element: located.element,
        link: located.link.map(String::from),
        cells: located
            .cells
            .into_iter()
            .map(|(name, cell)| {
                let mut read = read_cell(cell.clone());
                read.fault = cell.fault.map(|fault| fault_message(&name, fault));
                read
            })
            .collect(),
    }
}

fn read_cell(cell: LocatedValue) -> ReadCell {
    let source = match (cell.alternative, &cell.value) {
        (Some(FROM_GENERIC), _) => CellSource::Generic,
        (Some(number), _) => CellSource::Alternative(number),
        (None, Some(_)) => CellSource::Default,
        (None, None) => CellSource::None,
    };
    ReadCell {
        value: cell.value,
        elements: cell.elements,
        source,
        fault: None,
    }
}

fn fault_message(field: &str, fault: CellFault) -> Message {
    match fault {
        CellFault::Missing => Message::new("engine-bench-missing").with("field", field),
        CellFault::NotOfType(text) => Message::new("engine-bench-not-of-type")
            .with("field", field)
            .with("text", quoted(&text)),
    }
}

fn quoted(text: &str) -> String {
    let text = bowerbird_logic::page::collapse(text);
    if text.chars().count() <= MAX_QUOTE_CHARS {
        return text;
    }
    let mut short: String = text.chars().take(MAX_QUOTE_CHARS - 1).collect();
    short.push('…');
    short
}

/// For each field with steps, the first record in which it has a value.
fn steps(rule: &Rule, page: &Page, now: Timestamp) -> Vec<FieldSteps> {
    if rule.file().fields.iter().all(|f| f.transform.is_empty()) {
        return Vec::new();
    }
    first_of(rule.steps(page, now))
}

/// The same for the fields of the list.
fn list_steps(rule: &Rule, page: &Page, now: Timestamp) -> Vec<FieldSteps> {
    let mut fields = rule.file().list.iter().flat_map(|list| &list.fields);
    match fields.any(|field| !field.transform.is_empty()) {
        true => first_of(rule.list_steps(page, now)),
        false => Vec::new(),
    }
}

fn first_of(all: Vec<Vec<FieldSteps>>) -> Vec<FieldSteps> {
    let mut first: Vec<FieldSteps> = Vec::new();
    for steps in all.into_iter().flatten() {
        if first.iter().all(|known| known.field != steps.field) {
            first.push(steps);
        }
    }
    first
}
