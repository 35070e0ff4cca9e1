//! The data panel: what the rule finds on this page, as a table that fills while the rule is made.
//! Columns have the colours and shapes of their fields. A click on a cell lights its element up on
//! the page; empty and faulty cells are quiet, and say why.

mod preview;
mod rows;

use eframe::egui::{Label, Ui};

use self::rows::ReadRows;
use super::parts;
use super::state::Authoring;
use super::strip::{column_word, open_page};
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::marks::field_mark;
use crate::app::widgets::table::{ColumnSpec, table_ui};
use crate::engine::types::{ElementIndex, PageReading, PageRole};

/// Key of the column of row numbers.
const NUMBER: &str = "#";
/// Key of the column of the pages that the rows lead to; no field can have this name.
const LINK: &str = "#link";

/// Draws the panel.
pub fn data_ui(ui: &mut Ui, look: &Look, state: &mut Authoring, actions: &mut Vec<Action>) {
    // The panel keeps its height while what is in it changes.
    ui.take_available_height();
    if preview::preview_ui(ui, look, state) {
        return;
    }
    let Some(reading) = state.reading.clone() else {
        ui.label(look.hint(look.t("app-data-nothing-yet")));
        return;
    };
    head_ui(ui, look, &reading);
    if reading.rows.is_empty() {
        let id = match reading.role {
            PageRole::List => "app-data-no-items",
            PageRole::Article | PageRole::Records => "app-data-no-records",
        };
        ui.label(look.hint(look.t(id)));
        return;
    }
    let columns = columns(look, state, &reading);
    let mut table = std::mem::take(&mut state.table);
    let before = table.selected;
    let mut rows = ReadRows::new(look, &reading);
    let name = look.t("app-data-table");
    let output = table_ui(ui, look, &name, &columns, &mut table, &mut rows);
    let clicked = rows.clicked.take();
    if let Some((row, column)) = clicked {
        table.selected = Some(row);
        light_cell(state, &reading, row, &column);
    } else if output.selected
        && table.selected != before
        && let Some(row) = table.selected
    {
        light_row(state, &reading, row);
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    if let Some(link) = output
        .opened
        .and_then(|row| reading.rows.get(row)?.link.clone())
    {
        open_page(state, &link, actions);
    }
    state.table = table;
}

fn head_ui(ui: &mut Ui, look: &Look, reading: &PageReading) {
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

fn columns(look: &Look, state: &Authoring, reading: &PageReading) -> Vec<ColumnSpec> {
    let mut columns = vec![ColumnSpec::new(NUMBER, NUMBER.to_owned(), 36.0).numeric()];
    let fields = parts::fields(state.file(), state.home());
    for column in &reading.columns {
        let width = match column.as_str() {
            "title" => 260.0,
            "text" => 240.0,
            "date" => 118.0,
            _ => 140.0,
        };
        let spec = ColumnSpec::new(column, column_word(look, column), width);
        let known = fields.iter().any(|field| field.name == *column);
        columns.push(if known {
            let number = parts::number(state.file(), column);
            spec.marked(field_mark(number), look.tokens.field(number))
        } else {
            spec
        });
    }
    if reading.rows.iter().any(|row| row.link.is_some()) {
        let title = look.t("app-author-part-link");
        columns.push(ColumnSpec::new(LINK, title, 240.0));
    }
    columns
}

/// Lights up what holds a cell's value; where there is none, the whole row.
fn light_cell(state: &mut Authoring, reading: &PageReading, row: usize, column: &str) {
    let place = reading.columns.iter().position(|known| known == column);
    let cell = place.and_then(|place| reading.rows.get(row)?.cells.get(place));
    match cell.filter(|cell| !cell.elements.is_empty()) {
        Some(cell) => light(state, cell.elements.clone()),
        None => light_row(state, reading, row),
    }
}

fn light_row(state: &mut Authoring, reading: &PageReading, row: usize) {
    let element = reading.rows.get(row).and_then(|row| row.element);
    light(state, element.into_iter().collect());
}

fn light(state: &mut Authoring, elements: Vec<ElementIndex>) {
    state.scroll_to = elements.first().copied();
    state.lit = elements;
}
