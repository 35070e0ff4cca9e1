//! The choice of a site's schedule on the bar.

use eframe::egui::Ui;

use crate::style::ui_context::UiContext;
use crate::views::tasks::schedule_choice::{bounds_of, choice_ui};
use crate::views::tasks::schedule_text::Turns;
use crate::views::workbench::author::state::Authoring;

/// Width of the label with its list, in points: they stay in one line.
const TOGETHER: f32 = 260.0;

/// Draws the choice and writes it into the rule.
pub fn turns_ui(ui: &mut Ui, look: &UiContext, state: &mut Authoring) {
    let Some(rule) = &state.rule else {
        return;
    };
    let before = Turns::of(rule.file.schedule.as_ref());
    let mut turns = match before.cron() {
        Some(cron) if state.as_cron => Turns::Cron(cron),
        _ => before.clone(),
    };
    if ui.available_size_before_wrap().x < TOGETHER {
        ui.end_row();
    }
    choice_ui(ui, look, &mut turns);
    state.as_cron = matches!(turns, Turns::Cron(_));
    if turns.cron() != before.cron() || bounds_of(&turns) != bounds_of(&before) {
        // It does not affect extraction: no new reading, and typing is one step.
        state.note(Some("schedule"));
        if let Some(rule) = &mut state.rule {
            rule.file.schedule = turns.schedule(rule.file.schedule.as_ref());
            rule.form_changed();
        }
    }
}
