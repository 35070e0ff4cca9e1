//! The keyboard in a table: arrows, Page and Home/End keys select, Enter opens, copying copies the
//! row.

use eframe::egui::{self, EventFilter, Key, Modifiers, Ui};

use super::{ColumnSpec, Rows, TableOutput, TableState};
use crate::style::theme::ROW_HEIGHT;
use bowerbird_engine::types::formula_guarded;

/// A row as tab-separated values; tabs and line breaks inside a value become spaces, and a spreadsheet
/// takes none for a formula.
pub fn tsv(rows: &dyn Rows, row: usize, columns: &[ColumnSpec]) -> String {
    let values = columns.iter().map(|column| {
        let line = rows
            .copied(row, &column.key)
            .replace(['\t', '\n', '\r'], " ");
        formula_guarded(&line).into_owned()
    });
    values.collect::<Vec<_>>().join("\t")
}

/// Handles the keyboard in a focused table: select, open, copy.
pub fn keys(
    ui: &Ui,
    id: egui::Id,
    state: &mut TableState,
    rows: &dyn Rows,
    columns: &[ColumnSpec],
    height: f32,
    output: &mut TableOutput,
) {
    let filter = EventFilter {
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "some dozens"
    )]
    let page = ((height / ROW_HEIGHT) as usize).saturating_sub(2).max(1);
    let last = rows.len().saturating_sub(1);
    let now = state.selected;
    extend(ui, state, rows.len(), output);
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let next = if pressed(Key::ArrowDown) {
        Some(now.map_or(0, |row| row + 1))
    } else if pressed(Key::ArrowUp) {
        Some(now.map_or(last, |row| row.saturating_sub(1)))
    } else if pressed(Key::PageDown) {
        Some(now.unwrap_or(0) + page)
    } else if pressed(Key::PageUp) {
        Some(now.unwrap_or(0).saturating_sub(page))
    } else if pressed(Key::Home) {
        Some(0)
    } else if pressed(Key::End) {
        Some(last)
    } else {
        None
    };
    if let Some(next) = next.filter(|_| !rows.is_empty()) {
        state.anchor = None;
        state.select(next.min(last));
        output.selected = state.selected != now;
    }
    if let Some(row) = state.selected {
        if pressed(Key::Enter) {
            output.opened = Some(row);
        }
        if pressed(Key::Space) {
            output.toggled = Some(row);
        }
        if ui.input(|input| input.events.iter().any(|e| matches!(e, egui::Event::Copy))) {
            output.copied = Some(tsv(rows, row, columns));
        }
    }
}

/// Shift with an arrow key: the rows from where that began to the new one.
fn extend(ui: &Ui, state: &mut TableState, count: usize, output: &mut TableOutput) {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, key));
    let (down, up) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp));
    let Some(now) = state.selected.filter(|_| down != up) else {
        return;
    };
    let next = match down {
        true => (now + 1).min(count.saturating_sub(1)),
        false => now.saturating_sub(1),
    };
    let anchor = *state.anchor.get_or_insert(now);
    output.left = (next.abs_diff(anchor) < now.abs_diff(anchor)).then_some(now);
    output.range = Some(anchor.min(next)..anchor.max(next) + 1);
    output.selected = next != now;
    state.select(next);
}
