//! The data panel: the rule's results on this page, and below on the samples and tested pages, as a
//! table that fills while the rule is created. Columns have the colours and shapes of their fields.
//! A click on a cell highlights its element on its page; empty and faulty cells are labelled.

mod data_panel_rows;
mod preview;
mod table_rows;

use eframe::egui::{Label, Ui};

use self::data_panel_rows::Sheet;
pub use self::data_panel_rows::{OpenRequest, Other, PageTarget};
use self::table_rows::{Done, FROM, LINK, NUMBER, ReadRows};
use super::fields::{real_kind, rule_parts};
use super::next_step_bar::open_page;
use super::state::Authoring;
use crate::action::Action;
use crate::state::new_condition::condition_of_value;
use crate::style::ui_context::UiContext;
use crate::widgets::records::column_word;
use crate::widgets::state_marks::field_mark;
use crate::widgets::table::{ColumnSpec, Rows, table_ui};
use bowerbird_engine::types::{ElementIndex, FieldType, PageReading, PageRole, WorkbenchPart};

/// Draws the panel; `others` are further pages that the rule was run on. Returns the page to open
/// for a clicked cell.
pub fn data_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    others: &[Other],
    actions: &mut Vec<Action>,
) -> Option<OpenRequest> {
    // The panel keeps its height while its content changes.
    ui.take_available_height();
    if state.source_entries().is_some() {
        ui.label(look.hint(look.t("app-data-entries-above")));
        return None;
    }
    if preview::preview_ui(ui, look, state) {
        return None;
    }
    let Some(reading) = state.shown_reading() else {
        let id = match state.page.is_some() {
            true => "app-data-nothing-read",
            false => "app-data-nothing-yet",
        };
        ui.label(look.hint(look.t(id)));
        return None;
    };
    sheet_ui(ui, look, state, &reading, others, actions)
}

/// Draws the entries of a page that is a feed or a sitemap, in place of its markup; returns whether
/// it is one.
pub fn entries_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    actions: &mut Vec<Action>,
) -> bool {
    let Some(source) = state.source_entries() else {
        return false;
    };
    if let Some(entries) = &source.entries {
        // Nothing of it is drawn on a page that could be opened.
        let _ = sheet_ui(ui, look, state, entries, &[], actions);
    }
    true
}

/// Draws the rows of a reading.
fn sheet_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut Authoring,
    reading: &PageReading,
    others: &[Other],
    actions: &mut Vec<Action>,
) -> Option<OpenRequest> {
    let sheet = Sheet::new(reading, others);
    head_ui(ui, look, reading);
    if sheet.len() == 0 {
        let id = match reading.role {
            PageRole::List => "app-data-no-items",
            PageRole::Article | PageRole::Records => "app-data-no-records",
        };
        ui.label(look.hint(look.t(id)));
        return None;
    }
    let columns = columns(look, state, &sheet);
    let dates = dates(state, &sheet);
    let mut table = std::mem::take(&mut state.table);
    let before = table.selected;
    let base = state.page.as_ref().map_or("", |page| page.url.as_str());
    let mut rows = ReadRows::new(look, &sheet, &dates, base);
    rows.is_saved = state.site.is_some();
    let numbers = columns.iter().filter(|c| c.numeric && c.key != NUMBER);
    rows.numbers = numbers.map(|column| column.key.clone()).collect();
    let name = look.t("app-data-table");
    let output = table_ui(ui, look, &name, &columns, &mut table, &mut rows);
    let done = rows.done.take();
    let copied = match &done {
        Some((row, column, done)) => copied(&rows, &columns, *row, column, done),
        None => output.copied,
    };
    actions.extend(copied.map(Action::Copy));
    let mut wanted = None;
    if let Some((row, column, done)) = &done {
        table.selected = Some(*row);
        wanted = carry_out(state, &sheet, *row, column, done, actions);
    } else if output.selected
        && table.selected != before
        && let Some(row) = table.selected
    {
        let place = Place::of_row(&sheet, row);
        wanted = light(state, place.filter(|place| place.open.is_none()));
    }
    if let Some(row) = output.opened {
        open_row(state, &sheet, row, actions);
    }
    state.table = table;
    wanted
}

/// The place of a value: the page and the elements.
struct Place {
    open: Option<PageTarget>,
    elements: Vec<ElementIndex>,
}

impl Place {
    fn of_cell(sheet: &Sheet<'_>, row: usize, column: &str) -> Option<Self> {
        let cell = sheet.cell(row, column).filter(|c| !c.elements.is_empty());
        let Some(cell) = cell else {
            return Self::of_row(sheet, row);
        };
        Some(Self {
            open: sheet.other(row).map(|other| other.open.clone()),
            elements: cell.elements.clone(),
        })
    }

    fn of_row(sheet: &Sheet<'_>, row: usize) -> Option<Self> {
        let (found, _) = sheet.row(row)?;
        Some(Self {
            open: sheet.other(row).map(|other| other.open.clone()),
            elements: found.element.into_iter().collect(),
        })
    }
}

/// Highlights elements of the open page, or requests another page.
fn light(state: &mut Authoring, place: Option<Place>) -> Option<OpenRequest> {
    let place = place?;
    let Some(open) = place.open else {
        state.scroll_to = place.elements.first().copied();
        state.lit = place.elements;
        return None;
    };
    Some(OpenRequest {
        open,
        elements: place.elements,
    })
}

fn carry_out(
    state: &mut Authoring,
    sheet: &Sheet<'_>,
    row: usize,
    column: &str,
    done: &Done,
    actions: &mut Vec<Action>,
) -> Option<OpenRequest> {
    match done {
        Done::Clicked => light(state, Place::of_cell(sheet, row, column)),
        Done::Open => {
            open_row(state, sheet, row, actions);
            None
        }
        Done::Exclude => {
            let element = sheet.cell(row, column)?.elements.first().copied()?;
            state.exclude(WorkbenchPart::Field(column.to_owned()), element, actions);
            None
        }
        Done::Tell => {
            let value = sheet.cell(row, column)?.value.as_ref()?.joined();
            let condition = condition_of_value(state.site?, column, &value);
            actions.push(Action::EditCondition(Box::new(condition)));
            None
        }
        Done::Copy | Done::CopyRow | Done::CopyColumn | Done::CopyAll => None,
    }
}

fn open_row(state: &mut Authoring, sheet: &Sheet<'_>, row: usize, actions: &mut Vec<Action>) {
    let link = sheet.row(row).and_then(|(row, _)| row.link.clone());
    if let Some(link) = link {
        open_page(state, &link, actions);
    }
}

fn copied(
    rows: &ReadRows<'_>,
    columns: &[ColumnSpec],
    row: usize,
    column: &str,
    done: &Done,
) -> Option<String> {
    let cell = |row: usize, key: &str| rows.cell(row, key).copied().to_owned();
    // Tabs and line breaks would split a value in a spreadsheet.
    let flat = |row: usize, key: &str| cell(row, key).replace(['\t', '\n', '\r'], " ");
    let line = |row: usize| {
        let cells = columns.iter().map(|column| flat(row, &column.key));
        cells.collect::<Vec<_>>().join("\t")
    };
    let all = || 0..rows.len();
    match done {
        Done::Copy => Some(cell(row, column)),
        Done::CopyRow => Some(line(row)),
        Done::CopyColumn => {
            let cells: Vec<String> = all().map(|row| flat(row, column)).collect();
            Some(cells.join("\n"))
        }
        Done::CopyAll => {
            let titles: Vec<&str> = columns.iter().map(|column| column.title.as_str()).collect();
            let lines = std::iter::once(titles.join("\t")).chain(all().map(line));
            Some(lines.collect::<Vec<_>>().join("\n"))
        }
        Done::Clicked | Done::Open | Done::Exclude | Done::Tell => None,
    }
}

fn head_ui(ui: &mut Ui, look: &UiContext, reading: &PageReading) {
    ui.horizontal(|ui| {
        let id = match reading.role {
            PageRole::List => "app-data-items",
            PageRole::Article | PageRole::Records => "app-data-records",
        };
        ui.label(look.t1(id, "count", reading.count));
        for (place, column) in reading.columns.iter().enumerate() {
            let filled = reading
                .rows
                .iter()
                .filter(|row| {
                    row.cells
                        .get(place)
                        .is_some_and(|cell| cell.value.is_some())
                })
                .count();
            if filled < reading.rows.len() {
                let text = format!(
                    "{} {filled}/{}",
                    column_word(look, column),
                    reading.rows.len()
                );
                ui.label(look.hint(text));
            }
        }
        if let Some(next) = &reading.next {
            let text = look.t1("app-data-next", "url", next.as_str());
            ui.add(Label::new(look.hint(text)).truncate());
        }
    });
}

fn columns(look: &UiContext, state: &Authoring, sheet: &Sheet<'_>) -> Vec<ColumnSpec> {
    let mut columns = vec![ColumnSpec::new(NUMBER, NUMBER.to_owned(), 36.0).numeric()];
    if sheet.has_others() {
        columns.push(ColumnSpec::new(FROM, look.t("app-data-from"), 120.0));
    }
    let fields = rule_parts::fields(state.file(), state.home());
    for column in &sheet.columns {
        let width = match column.as_str() {
            "title" => 260.0,
            "text" => 240.0,
            "date" => 130.0,
            _ => 140.0,
        };
        let spec = ColumnSpec::new(column, column_word(look, column), width);
        let known = fields.iter().find(|field| field.name == *column);
        let is_number = known.is_some_and(|field| real_kind(field) == FieldType::Number);
        let spec = match is_number {
            true => spec.numeric(),
            false => spec,
        };
        columns.push(if known.is_some() {
            let number = rule_parts::number(state.file(), column);
            spec.marked(field_mark(number), look.tokens.field(number))
        } else {
            spec
        });
    }
    let links = |row: usize| sheet.row(row).is_some_and(|(row, _)| row.link.is_some());
    if (0..sheet.len()).any(links) {
        let title = look.t("app-author-part-link");
        columns.push(ColumnSpec::new(LINK, title, 240.0));
    }
    columns
}

/// The columns of dates.
fn dates(state: &Authoring, sheet: &Sheet<'_>) -> Vec<String> {
    let is_date = |column: &&String| match rule_parts::field(state.file(), state.home(), column) {
        Some(field) => real_kind(field) == FieldType::Date,
        None => *column == "date",
    };
    sheet.columns.iter().filter(is_date).cloned().collect()
}
