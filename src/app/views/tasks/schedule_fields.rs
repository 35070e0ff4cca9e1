//! The fields for the schedule: the day, the time, the bounds of adaptive turns.

use crate::style::drop_down::{DropDown as _, Entries as _};
use eframe::egui::{Align2, ComboBox, DragValue, TextEdit, TextStyle, Ui};

use super::schedule_text::{Clock, HOURS, MINUTES};
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::Adaptive;

/// A choice of the weekday, 0 is Sunday.
pub fn day_ui(ui: &mut Ui, look: &UiContext, day: &mut u8) {
    let word = |day: u8| look.t(&format!("app-turns-day-{day}"));
    let combo = ComboBox::from_id_salt("turns-day")
        .width(90.0)
        .selected_text(word(*day))
        .show_list(ui, |ui| {
            for option in [1, 2, 3, 4, 5, 6, 0] {
                ui.entry_value(day, option, word(option));
            }
        });
    combo.response.accessible_name(look.t("app-turns-day"));
}

/// A choice of the minutes between two runs.
pub fn minutes_ui(ui: &mut Ui, look: &UiContext, every: &mut u8) {
    let word = |minutes: u8| look.t1("app-turns-every-minutes", "count", i64::from(minutes));
    let combo = ComboBox::from_id_salt("turns-minutes")
        .width(90.0)
        .selected_text(word(*every))
        .show_list(ui, |ui| {
            for option in MINUTES {
                ui.entry_value(every, option, word(option));
            }
        });
    combo.response.accessible_name(look.t("app-turns-minutes"));
}

/// A choice of the hours between two runs.
pub fn hours_ui(ui: &mut Ui, look: &UiContext, every: &mut u8) {
    let word = |hours: u8| look.t1("app-turns-every-hours", "count", i64::from(hours));
    let combo = ComboBox::from_id_salt("turns-hours")
        .width(90.0)
        .selected_text(word(*every))
        .show_list(ui, |ui| {
            for option in HOURS {
                ui.entry_value(every, option, word(option));
            }
        });
    combo.response.accessible_name(look.t("app-turns-hours"));
}

/// Hour and minute, each a number to drag or type.
pub fn clock_ui(ui: &mut Ui, look: &UiContext, clock: &mut Clock) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (value, last, id) in [
            (&mut clock.hour, 23, "app-turns-hour"),
            (&mut clock.minute, 59, "app-turns-minute"),
        ] {
            if last == 59 {
                ui.label(":");
            }
            ui.add(
                DragValue::new(value)
                    .range(0..=last)
                    .custom_formatter(|number, _| format!("{number:02.0}")),
            )
            .accessible_name(look.t(id))
            .on_hover_text(look.t(id));
        }
    });
}

/// The shortest and the longest interval of adaptive turns, in the syntax of rules: `10m`, `1d`.
pub fn bounds_ui(ui: &mut Ui, look: &UiContext, bounds: &mut Adaptive) {
    for (bound, usual, id) in [
        (&mut bounds.min, "10m", "app-turns-min"),
        (&mut bounds.max, "1d", "app-turns-max"),
    ] {
        let mut text = bound.clone().unwrap_or_default();
        ui.label(look.t(id));
        let field = ui
            .add(
                TextEdit::singleline(&mut text)
                    .align(Align2::LEFT_CENTER)
                    .font(TextStyle::Monospace)
                    .hint_text(usual)
                    .desired_width(48.0),
            )
            .accessible_name(look.t(id))
            .on_hover_text(look.t("app-turns-bounds-tip"));
        let field = look.edged(ui, field);
        if field.changed() {
            *bound = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        }
    }
}
