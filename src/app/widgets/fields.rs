//! Form fields with a label above, so that the forms of all views look alike.

use crate::style::drop_down::{DropDown as _, Entries as _};
use eframe::egui::containers::scroll_area::ScrollSource;
use eframe::egui::{self, Align2, FontSelection, TextEdit, TextStyle, Ui};

use crate::style::ui_context::UiContext;

/// What a field is wider than its text, in points.
const MARGIN: f32 = 16.0;

/// A line of text under its label; returns the field.
pub fn text_field(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    text: &mut String,
    hint: &str,
    width: f32,
) -> egui::Response {
    room_for(ui, width + MARGIN);
    let line = line(text, hint, width, FontSelection::Default);
    labelled(ui, look, label, |ui| ui.add(line))
}

/// A line of code (selectors, addresses) under its label; returns the field.
pub fn code_field(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    text: &mut String,
    hint: &str,
    width: f32,
) -> egui::Response {
    room_for(ui, width + MARGIN);
    let line = line(text, hint, width, TextStyle::Monospace.into());
    labelled(ui, look, label, |ui| ui.add(line))
}

fn line<'t>(text: &'t mut String, hint: &str, width: f32, font: FontSelection) -> TextEdit<'t> {
    TextEdit::singleline(text)
        .align(Align2::LEFT_CENTER)
        .font(font)
        .hint_text(hint.to_owned())
        .desired_width(width)
}

/// Several lines of code that scroll beyond `height`; `name` is the accessible name.
pub fn code_area(
    ui: &mut Ui,
    salt: &str,
    name: String,
    text: &mut String,
    hint: &str,
    (rows, height): (usize, f32),
) {
    long_field(ui, salt, height, |ui| {
        let field = TextEdit::multiline(text)
            .font(TextStyle::Monospace)
            .hint_text(hint.to_owned())
            .desired_rows(rows)
            .desired_width(f32::INFINITY);
        ui.add(field).accessible_name(name)
    });
}

/// A field of many lines that scrolls beyond `height`. The wheel moves it only while it has the
/// keyboard: it must not catch the wheel of the form that it is part of.
pub fn long_field(
    ui: &mut Ui,
    salt: &str,
    height: f32,
    add: impl FnOnce(&mut Ui) -> egui::Response,
) -> egui::Response {
    let key = ui.scope_id().with((salt, "has-keyboard"));
    let has_keyboard = ui.data(|data| data.get_temp(key)).unwrap_or(false);
    let source = ScrollSource {
        mouse_wheel: has_keyboard,
        ..ScrollSource::default()
    };
    let area = egui::ScrollArea::vertical()
        .id_salt(salt)
        .max_height(height)
        .scroll_source(source);
    let field = area.show(ui, add).inner;
    let has_it_now = field.has_focus();
    if has_it_now != has_keyboard {
        ui.data_mut(|data| data.insert_temp(key, has_it_now));
    }
    field
}

/// A password under its label.
pub fn password_field(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    text: &mut String,
    width: f32,
) -> egui::Response {
    room_for(ui, width + MARGIN);
    labelled(ui, look, label, |ui| ui.add(hidden(text, width)))
}

/// A field whose text is not shown.
pub fn hidden(text: &mut String, width: f32) -> TextEdit<'_> {
    TextEdit::singleline(text)
        .align(Align2::LEFT_CENTER)
        .password(true)
        .desired_width(width)
}

/// A choice under its label; returns whether it was changed.
pub fn choice<T: PartialEq + Clone>(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    chosen: &mut T,
    options: &[(T, String)],
    width: f32,
) -> bool {
    let mut changed = false;
    room_for(ui, width + MARGIN);
    labelled(ui, look, label, |ui| {
        let field = combo(ui, label, (chosen, ""), options, width);
        changed = field.changed();
        field
    });
    changed
}

/// A list to choose from; a value that is none of `options` shows as it is `written`.
pub fn combo<T: PartialEq + Clone>(
    ui: &mut Ui,
    id: &str,
    (chosen, written): (&mut T, &str),
    options: &[(T, String)],
    width: f32,
) -> egui::Response {
    let shown = options.iter().find(|(value, _)| value == chosen);
    let shown = shown.map_or_else(|| written.to_owned(), |(_, text)| text.clone());
    let mut changed = false;
    let mut field = egui::ComboBox::from_id_salt(id)
        .width(width)
        // All of a few entries, without scrolling.
        .height(320.0)
        .truncate()
        .selected_text(shown)
        .show_list(ui, |ui| {
            for (value, text) in options {
                changed |= ui.entry_value(chosen, value.clone(), text).changed();
            }
        })
        .response;
    if changed {
        field.mark_changed();
    }
    field
}

/// `add` below the text `label`, which is its accessible name.
pub fn labelled(
    ui: &mut Ui,
    look: &UiContext,
    label: &str,
    add: impl FnOnce(&mut Ui) -> egui::Response,
) -> egui::Response {
    labelled_by(ui, look, look.t(label), add)
}

/// A control below its label.
pub fn labelled_by(
    ui: &mut Ui,
    look: &UiContext,
    label: String,
    add: impl FnOnce(&mut Ui) -> egui::Response,
) -> egui::Response {
    let mut field = None;
    let shown = together(ui, |ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let name = ui.label(look.hint(label));
            let labelled = add(ui).labelled_by(name.id);
            field = Some(look.edged(ui, labelled));
        })
        .response
    });
    field.unwrap_or(shown)
}

/// Controls beside a labelled field, on the same line if they fit there.
pub fn beside(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    together(ui, |ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.add_space(ui.text_style_height(&TextStyle::Small) + 2.0);
            ui.horizontal(add);
        })
        .response
    });
}

/// What stands together in a line that wraps: the line ends before it if it does not fit. Its width
/// is known from the last frame.
pub fn together(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> egui::Response) -> egui::Response {
    let key = ui.next_auto_id().with("together");
    let known: Option<f32> = ui.data(|data| data.get_temp(key));
    room_for(ui, known.unwrap_or_default());
    let shown = add(ui);
    let width = shown.rect.width();
    if known != Some(width) {
        ui.data_mut(|data| data.insert_temp(key, width));
    }
    shown
}

/// Ends a line that wraps if it has less than `width` points left.
fn room_for(ui: &mut Ui, width: f32) {
    let layout = ui.layout();
    let wraps = layout.is_horizontal() && layout.main_wrap;
    let begun = ui.cursor().left() > ui.max_rect().left() + 1.0;
    if wraps && begun && ui.available_size_before_wrap().x < width {
        ui.end_row();
    }
}

/// Whether a small text fits into what is left of the line.
pub fn fits_line(ui: &Ui, text: &egui::RichText) -> bool {
    let text = egui::WidgetText::from(text.clone());
    let mode = Some(egui::TextWrapMode::Extend);
    let line = text.into_galley(ui, mode, f32::INFINITY, TextStyle::Small);
    line.size().x <= ui.available_size_before_wrap().x
}

/// Whether Enter was pressed in `field`.
pub fn entered(ui: &Ui, field: &egui::Response) -> bool {
    field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
}
