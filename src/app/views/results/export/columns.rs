//! The columns of an export: which, in which order, with which headings.

use eframe::egui::{Align2, Button, Role, TextEdit, Ui, WidgetInfo};

use super::form::Picked;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;

/// Draws one line per column.
pub(super) fn columns_ui(ui: &mut Ui, look: &UiContext, columns: &mut [Picked]) {
    ui.horizontal(|ui| {
        for (id, on) in [("export-app-all", true), ("export-app-none", false)] {
            if look.quiet(ui, look.t(id)).clicked() {
                columns.iter_mut().for_each(|column| column.on = on);
            }
        }
    });
    let count = columns.len();
    let mut moved = None;
    for (place, column) in columns.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let up = named(ui, look, "↑", "export-app-up", &column.name, place > 0);
            let down = named(
                ui,
                look,
                "↓",
                "export-app-down",
                &column.name,
                place + 1 < count,
            );
            if up {
                moved = Some((place, place.saturating_sub(1)));
            }
            if down {
                moved = Some((place, place + 1));
            }
            ui.tick(&mut column.on, column.name.as_str());
            let width = 160.0;
            ui.add_space((190.0 - ui.min_rect().width()).max(8.0));
            let hint = look.t("export-app-head");
            let field = TextEdit::singleline(&mut column.head)
                .hint_text(hint)
                .desired_width(width)
                .align(Align2::LEFT_CENTER);
            let name = look.t1("export-app-head-of", "column", column.name.as_str());
            let field = ui.add_enabled(column.on, field);
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name.as_str()));
        });
    }
    if let Some((from, to)) = moved {
        columns.swap(from, to);
    }
}

/// A small button with a symbol and an accessible name; returns whether it was clicked.
fn named(ui: &mut Ui, look: &UiContext, sign: &str, id: &str, column: &str, enabled: bool) -> bool {
    let button = ui.add_enabled(enabled, Button::new(sign).small().frame(false));
    let words = look.t1(id, "column", column);
    button.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, words.as_str()));
    button.on_hover_text(words).clicked()
}
