//! The choice of a site's schedule, in words: in the workbench, and where a site is added.

use crate::style::drop_down::{DropDown as _, Entries as _};
use eframe::egui::{Align2, ComboBox, TextEdit, TextStyle, Ui};

use super::schedule_fields::{bounds_ui, clock_ui, day_ui, hours_ui, minutes_ui};
use super::schedule_text::Turns;
use crate::style::ui_context::UiContext;
use crate::widgets::fields::fits_line;
use bowerbird_engine::types::{Adaptive, describe_cron};

/// Draws the choice with its details in the current line.
pub(crate) fn choice_ui(ui: &mut Ui, look: &UiContext, turns: &mut Turns) {
    ui.label(look.t("app-turns"));
    kind_ui(ui, look, turns);
    match turns {
        Turns::Minutes(every) => minutes_ui(ui, look, every),
        Turns::Hours(every) => hours_ui(ui, look, every),
        Turns::Weekly(day, _) => day_ui(ui, look, day),
        Turns::Adaptive(bounds) => bounds_ui(ui, look, bounds),
        Turns::Cron(cron) => {
            let field = ui
                .add(
                    TextEdit::singleline(cron)
                        .align(Align2::LEFT_CENTER)
                        .font(TextStyle::Monospace)
                        .hint_text("*/20 8-20 * * 1-5")
                        .desired_width(180.0),
                )
                .accessible_name(look.t("app-tasks-cron"));
            look.edged(ui, field);
            if let Ok(words) = describe_cron(cron) {
                let words = look.hint(look.text(&words));
                if !fits_line(ui, &words) {
                    // On a line of its own rather than on two.
                    ui.end_row();
                }
                ui.label(words);
            }
        }
        _ => {}
    }
    if let Some(mut clock) = turns.clock() {
        clock_ui(ui, look, &mut clock);
        *turns = turns.at(clock);
    }
}

/// The bounds of an adaptive schedule.
pub(crate) fn bounds_of(turns: &Turns) -> Option<&Adaptive> {
    match turns {
        Turns::Adaptive(bounds) => Some(bounds),
        _ => None,
    }
}

fn kind_ui(ui: &mut Ui, look: &UiContext, turns: &mut Turns) {
    let clock = turns.clock().unwrap_or_default();
    let own = match turns {
        Turns::Cron(cron) => cron.clone(),
        _ => turns.cron().unwrap_or_else(|| "0 8 * * *".to_owned()),
    };
    let bounds = bounds_of(turns)
        .cloned()
        .unwrap_or_else(Turns::usual_bounds);
    let every = match turns {
        Turns::Minutes(every) => *every,
        _ => 10,
    };
    let hours = match turns {
        Turns::Hours(hours) => *hours,
        _ => 6,
    };
    let day = match turns {
        Turns::Weekly(day, _) => *day,
        _ => 1,
    };
    let options = [
        Turns::Never,
        Turns::Minutes(every),
        Turns::Hourly,
        Turns::Hours(hours),
        Turns::Daily(clock),
        Turns::Weekdays(clock),
        Turns::Weekly(day, clock),
        Turns::Adaptive(bounds),
        Turns::Cron(own),
    ];
    let combo = ComboBox::from_id_salt("turns")
        .width(130.0)
        .height(320.0)
        .selected_text(look.t(word_of(turns)))
        .show_list(ui, |ui| {
            for option in options {
                let word = look.t(word_of(&option));
                let chosen = std::mem::discriminant(turns) == std::mem::discriminant(&option);
                if ui.entry(chosen, word).clicked() {
                    *turns = option;
                }
            }
        });
    combo.response.accessible_name(look.t("app-turns-name"));
}

/// The name of a kind of schedule.
fn word_of(turns: &Turns) -> &'static str {
    match turns {
        Turns::Never => "app-turns-never",
        Turns::Minutes(_) => "app-turns-minutes",
        Turns::Hourly => "app-turns-hourly",
        Turns::Hours(_) => "app-turns-hours",
        Turns::Daily(_) => "app-turns-daily",
        Turns::Weekdays(_) => "app-turns-weekdays",
        Turns::Weekly(..) => "app-turns-weekly",
        Turns::Adaptive(_) => "app-turns-adaptive",
        Turns::Cron(_) => "app-turns-cron",
    }
}
