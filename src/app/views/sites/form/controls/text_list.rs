//! Lists of texts, such as patterns: a field for each and an empty one for the next. Enter goes to
//! the next field; a field that is left empty is removed.

use eframe::egui::{Button, Id, Key, Response, Ui};

use super::FormContext;
use super::labelled_rows::{self, Row};
use crate::style::theme::SMALL_BUTTON;
use bowerbird_engine::types::Message;

/// Width of the button beside a field, in points.
const BUTTON: f32 = 34.0;

/// A row with a list of texts.
pub fn texts(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, values: &mut Vec<String>) -> bool {
    labelled_rows::block(ui, cx, row, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        list(ui, cx, row, values)
    })
}

/// The list without its label.
pub fn list(ui: &mut Ui, cx: &FormContext<'_>, row: &Row<'_>, values: &mut Vec<String>) -> bool {
    let mut changed = false;
    let mut removed = None;
    for place in 0..=values.len() {
        let is_new = place == values.len();
        let mut text = values.get(place).cloned().unwrap_or_default();
        ui.horizontal(|ui| {
            let width = (row.field_width(ui) - BUTTON).max(40.0);
            let hint = if is_new { row.hint } else { "" };
            let field = labelled_rows::line(&mut text, hint).desired_width(width);
            let field = field.id(entry_id(row, place));
            let field = ui
                .add(field)
                .accessible_name(entry_name(cx, row, place, is_new))
                .on_hover_text(row.tip(cx));
            let field = cx.look.edged(ui, field);
            if field.changed() {
                match values.get_mut(place) {
                    Some(value) => value.clone_from(&text),
                    None => values.push(text.clone()),
                }
                changed = true;
            }
            if entered(ui, &field) {
                ui.memory_mut(|memory| memory.request_focus(entry_id(row, place + 1)));
            }
            let left_empty = text.trim().is_empty() && !field.has_focus();
            if !is_new && (left_empty || remove_ui(ui, cx, &text)) {
                removed = Some(place);
            }
        });
    }
    if let Some(place) = removed {
        values.remove(place);
        changed = true;
    }
    changed
}

/// The id of a field: by its place, so that the empty one keeps the focus when it gets a text.
fn entry_id(row: &Row<'_>, place: usize) -> Id {
    Id::unique((row.path, "entry", place))
}

/// The accessible name of a field.
fn entry_name(cx: &FormContext<'_>, row: &Row<'_>, place: usize, is_new: bool) -> String {
    if is_new {
        return cx.look.t1("form-entry-new", "list", cx.t(row.label));
    }
    let name = Message::new("form-entry")
        .with("list", cx.t(row.label))
        .with("number", place + 1);
    cx.look.text(&name)
}

/// Draws the button that removes an entry.
pub fn remove_ui(ui: &mut Ui, cx: &FormContext<'_>, text: &str) -> bool {
    let name = cx.look.t1("form-entry-remove", "entry", text);
    ui.add(Button::new("×").small().min_size(SMALL_BUTTON))
        .accessible_name(&name)
        .on_hover_text(name)
        .clicked()
}

/// Whether Enter left a field.
pub fn entered(ui: &Ui, field: &Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}
