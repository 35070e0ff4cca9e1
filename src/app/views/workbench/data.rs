//! What the rule makes of the page, as a small table: list items, or records.

use eframe::egui::{RichText, Ui};

use super::state::{Tried, WorkbenchState};
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::records::record_cell;
use crate::app::widgets::table::{Cell, ColumnSpec, Rows, table_ui};
use crate::engine::types::Message;

/// Draws the data.
pub fn data_ui(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    let Some(mut tried) = state.tried.take() else {
        return;
    };
    let keep = head_ui(ui, look, &mut tried);
    errors_ui(ui, look, &tried);
    let columns = columns(look, &tried);
    let mut table = std::mem::take(&mut tried.table);
    let rows = if tried.show_records {
        tried.records.len()
    } else {
        tried.items.len()
    };
    if rows == 0 {
        ui.label(look.t(if tried.show_records {
            "app-data-no-records"
        } else {
            "app-data-no-items"
        }));
    } else {
        let name = look.t("app-data-table");
        let output = table_ui(
            ui,
            look,
            &name,
            &columns,
            &mut table,
            &mut TriedRows {
                look,
                tried: &tried,
            },
        );
        if let Some(text) = output.copied {
            actions.push(Action::Copy(text));
        }
        if let (Some(row), false) = (output.opened, tried.show_records)
            && let Some((url, _)) = tried.items.get(row)
        {
            actions.push(Action::OpenInWorkbench {
                url: url.clone(),
                site: state.page.site,
            });
        }
    }
    tried.table = table;
    state.tried = keep.then_some(tried);
}

/// Tabs, figures and the button that closes; false when it was pressed.
fn head_ui(ui: &mut Ui, look: &Look, tried: &mut Tried) -> bool {
    let mut keep = true;
    ui.horizontal(|ui| {
        ui.label(look.title(look.t("app-data-title")));
        let items = look.t1("app-data-items", "count", tried.items.len());
        let records = look.t1("app-data-records", "count", tried.records.len());
        let before = tried.show_records;
        ui.selectable_value(&mut tried.show_records, false, items);
        ui.selectable_value(&mut tried.show_records, true, records);
        if before != tried.show_records {
            tried.table.selected = None;
        }
        keep = !look.quiet(ui, look.t("app-close")).clicked();
        if let Some(next) = &tried.next {
            let text = look.t1("app-data-next", "url", next.as_str());
            ui.add(eframe::egui::Label::new(look.hint(text)).truncate());
        }
    });
    keep
}

fn errors_ui(ui: &mut Ui, look: &Look, tried: &Tried) {
    for (line, column, message) in &tried.errors {
        let place = Message::new("app-editor-place")
            .with("line", *line)
            .with("column", *column);
        let text = format!("{} {}", look.say(&place), look.say(message));
        ui.label(RichText::new(text).color(look.tokens.bad));
    }
}

fn columns(look: &Look, tried: &Tried) -> Vec<ColumnSpec> {
    let mut columns = vec![ColumnSpec::new("#", "#".to_owned(), 36.0).numeric()];
    if tried.show_records {
        for (key, width) in [
            ("title", 260.0),
            ("date", 100.0),
            ("author", 110.0),
            ("text", 300.0),
        ] {
            columns.push(ColumnSpec::new(
                key,
                look.t(&format!("app-column-{key}")),
                width,
            ));
        }
        let own = tried.records.iter().flat_map(|record| &record.fields);
        own_columns(&mut columns, own.map(|(name, _)| name));
    } else {
        let own = tried.items.iter().flat_map(|(_, fields)| fields);
        own_columns(&mut columns, own.map(|(name, _)| name));
        columns.push(ColumnSpec::new("link", look.t("app-form-link"), 420.0));
    }
    columns
}

fn own_columns<'a>(columns: &mut Vec<ColumnSpec>, names: impl Iterator<Item = &'a String>) {
    for name in names {
        if !columns.iter().any(|column| column.key == *name) {
            columns.push(ColumnSpec::new(name, name.clone(), 160.0));
        }
    }
}

struct TriedRows<'a> {
    look: &'a Look,
    tried: &'a Tried,
}

impl Rows for TriedRows<'_> {
    fn len(&self) -> usize {
        if self.tried.show_records {
            self.tried.records.len()
        } else {
            self.tried.items.len()
        }
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        if key == "#" {
            return Cell::of(self.look.count(row as u64 + 1));
        }
        if self.tried.show_records {
            return self
                .tried
                .records
                .get(row)
                .map_or(Cell::Empty, |record| record_cell(record, key));
        }
        let Some((url, fields)) = self.tried.items.get(row) else {
            return Cell::Empty;
        };
        if key == "link" {
            return Cell::Code(url.clone());
        }
        fields
            .iter()
            .find(|(name, _)| name == key)
            .map_or(Cell::Empty, |(_, value)| Cell::of(value.joined()))
    }
}
