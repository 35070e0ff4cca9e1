//! How often a new task runs, in words: every hour, every day at eight. Converts the form's choice
//! to a cron expression; users only type an expression if they choose to.

use eframe::egui::Ui;

use super::TasksState;
use super::schedule_fields::{bounds_ui, clock_ui, day_ui};
use super::schedule_in_words::Turns;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{Schedule, TaskId};

/// The choices in order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Often {
    Hourly,
    Daily,
    Weekdays,
    Weekly,
    Interval,
    Adaptive,
    After,
    Once,
    Cron,
}

const ALL: [(Often, &str); 9] = [
    (Often::Hourly, "app-turns-hourly"),
    (Often::Daily, "app-turns-daily"),
    (Often::Weekdays, "app-turns-weekdays"),
    (Often::Weekly, "app-turns-weekly"),
    (Often::Interval, "app-tasks-interval"),
    (Often::Adaptive, "app-turns-adaptive"),
    (Often::After, "app-tasks-following"),
    (Often::Once, "app-tasks-once"),
    (Often::Cron, "app-turns-cron"),
];

/// Draws the choice and its fields: a day, a time, or an expression.
pub(super) fn interval_form_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut TasksState,
) {
    let mut turns = turns_of(&state.cron);
    let before = chosen(state, &turns);
    let mut often = before;
    let words = ALL.map(|(often, id)| (often, look.t(id)));
    fields::choice(ui, look, "app-tasks-how", &mut often, &words, 150.0);
    if often != before {
        turns = changed(often, &turns);
        state.once = often == Often::Once;
        state.adaptive = (often == Often::Adaptive).then(Turns::usual_bounds);
        state.interval = (often == Often::Interval).then(|| ("2h".to_owned(), String::new()));
        state.after = (often == Often::After).then_some((None, true));
        state.as_cron = often == Often::Cron;
        keep(state, &turns);
    }
    match often {
        Often::Once => {
            let example = "2026-01-31 18:00";
            fields::code_field(ui, look, "app-tasks-at", &mut state.at, example, 130.0);
        }
        Often::Cron => {
            let example = "*/20 8-20 * * 1-5";
            fields::code_field(ui, look, "app-tasks-cron", &mut state.cron, example, 150.0);
        }
        Often::Adaptive => {
            if let Some(bounds) = &mut state.adaptive {
                fields::beside(ui, |ui| bounds_ui(ui, look, bounds));
            }
        }
        Often::Interval => {
            if let Some(interval) = &mut state.interval {
                interval_ui(ui, look, interval);
            }
        }
        Often::After => {
            if let Some(after) = &mut state.after {
                after_ui(ui, look, world, state.editing, after);
            }
        }
        Often::Hourly | Often::Daily | Often::Weekdays | Often::Weekly => {
            time_ui(ui, look, &mut turns);
            keep(state, &turns);
        }
    }
}

/// Whether the choices can represent a cron expression, so that it need not be typed.
pub(super) fn is_usual(cron: &str) -> bool {
    !matches!(
        turns_of(cron),
        Turns::Never | Turns::Minutes(_) | Turns::Adaptive(_) | Turns::Cron(_)
    )
}

fn interval_ui(ui: &mut Ui, look: &UiContext, (every, jitter): &mut (String, String)) {
    fields::code_field(ui, look, "app-tasks-every", every, "2h", 60.0);
    fields::code_field(ui, look, "app-tasks-jitter", jitter, "10m", 60.0);
}

fn after_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    editing: Option<TaskId>,
    (after, only_done): &mut (Option<TaskId>, bool),
) {
    let mut options = vec![(None, look.t("app-tasks-choose-task"))];
    let others = world.tasks.iter().filter(|task| Some(task.id) != editing);
    options.extend(others.map(|task| (Some(task.id), format!("{} ({})", task.title, task.id))));
    fields::choice(ui, look, "app-tasks-after", after, &options, 150.0);
    fields::beside(ui, |ui| {
        ui.checkbox(only_done, look.t("app-tasks-only-done"));
    });
}

fn time_ui(ui: &mut Ui, look: &UiContext, turns: &mut Turns) {
    if let Turns::Weekly(day, _) = turns {
        fields::beside(ui, |ui| day_ui(ui, look, day));
    }
    if let Some(mut clock) = turns.clock() {
        fields::beside(ui, |ui| clock_ui(ui, look, &mut clock));
        *turns = turns.at(clock);
    }
}

fn turns_of(cron: &str) -> Turns {
    Turns::of(Some(&Schedule {
        cron: cron.to_owned(),
        ..Schedule::default()
    }))
}

fn chosen(state: &TasksState, turns: &Turns) -> Often {
    match turns {
        _ if state.once => Often::Once,
        _ if state.adaptive.is_some() => Often::Adaptive,
        _ if state.interval.is_some() => Often::Interval,
        _ if state.after.is_some() => Often::After,
        _ if state.as_cron => Often::Cron,
        Turns::Hourly => Often::Hourly,
        Turns::Daily(_) => Often::Daily,
        Turns::Weekdays(_) => Often::Weekdays,
        Turns::Weekly(..) => Often::Weekly,
        Turns::Adaptive(_) => Often::Adaptive,
        Turns::Never | Turns::Minutes(_) | Turns::Cron(_) => Often::Cron,
    }
}

/// The turns for another choice; day and time are kept if present.
fn changed(often: Often, old: &Turns) -> Turns {
    let clock = old.clock().unwrap_or_default();
    match often {
        Often::Hourly => Turns::Hourly,
        Often::Daily => Turns::Daily(clock),
        Often::Weekdays => Turns::Weekdays(clock),
        Often::Weekly => Turns::Weekly(1, clock),
        Often::Interval | Often::Adaptive | Often::After | Often::Once | Often::Cron => old.clone(),
    }
}

fn keep(state: &mut TasksState, turns: &Turns) {
    if let Some(cron) = turns.cron()
        && cron != state.cron
    {
        state.cron = cron;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_expressions_need_not_be_typed() {
        for (cron, usual) in [
            ("0 * * * *", true),
            ("5 7 * * *", true),
            ("0 8 * * 1", true),
            ("*/20 8-20 * * 1-5", false),
        ] {
            assert_eq!(is_usual(cron), usual, "{cron}");
        }
    }

    #[test]
    fn another_choice_keeps_the_time() {
        let daily = turns_of("30 6 * * *");
        let weekly = changed(Often::Weekly, &daily);
        assert_eq!(weekly.cron().as_deref(), Some("30 6 * * 1"));
        assert_eq!(changed(Often::Cron, &daily), daily);
    }
}
