//! The columns of an export: which, in which order, under which headings.

use eframe::egui::{Button, Checkbox, Grid, TextEdit, Ui};

use super::ExportForm;
use crate::app::look::Look;

/// A column to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnRow {
    /// Its name.
    pub name: String,
    /// Whether it is exported.
    pub on: bool,
    /// Its heading; its name when empty.
    pub heading: String,
}

impl ColumnRow {
    /// A column that is exported under its name.
    pub fn new(name: String) -> Self {
        Self {
            name,
            on: true,
            heading: String::new(),
        }
    }
}

/// The choice, each `NAME` or `NAME=HEAD`; empty for all as they are.
pub(super) fn chosen(rows: &[ColumnRow]) -> Vec<String> {
    rows.iter()
        .filter(|row| row.on)
        .map(|row| match row.heading.trim() {
            "" => row.name.clone(),
            heading => format!("{}={heading}", row.name),
        })
        .collect()
}

/// Draws the columns as a list that can be put into another order.
pub(super) fn columns_ui(ui: &mut Ui, look: &Look, form: &mut ExportForm) {
    ui.label(look.hint(look.t("app-export-columns")));
    let Some(rows) = &mut form.columns else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    let last = rows.len().saturating_sub(1);
    let mut swapped = None;
    Grid::new("export-columns").num_columns(3).show(ui, |ui| {
        for (at, row) in rows.iter_mut().enumerate() {
            ui.add(Checkbox::new(&mut row.on, row.name.as_str()));
            let heading = TextEdit::singleline(&mut row.heading)
                .hint_text(row.name.as_str())
                .desired_width(160.0);
            let named = look.t1("app-export-heading", "column", row.name.as_str());
            let field = ui.add_enabled(row.on, heading);
            look.edged(ui, field.accessible_name(named));
            ui.horizontal(|ui| {
                for (sign, id, to) in [
                    ("↑", "app-export-up", at.checked_sub(1)),
                    (
                        "↓",
                        "app-export-down",
                        Some(at + 1).filter(|to| *to <= last),
                    ),
                ] {
                    let named = look.t1(id, "column", row.name.as_str());
                    let button = ui
                        .add_enabled(to.is_some(), Button::new(sign).frame(false))
                        .accessible_name(named.clone())
                        .on_hover_text(named);
                    if let (true, Some(to)) = (button.clicked(), to) {
                        swapped = Some((at, to));
                    }
                }
            });
            ui.end_row();
        }
    });
    if let Some((from, to)) = swapped {
        rows.swap(from, to);
    }
}
