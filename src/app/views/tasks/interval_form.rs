//! How often a new task runs, in words: every hour, every day at eight. Converts the form's choice
//! to a cron expression; users only type an expression if they choose to.

use eframe::egui::Ui;

use super::TasksState;
use super::schedule_fields::{bounds_ui, clock_ui, day_ui};
use super::schedule_text::Turns;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{Schedule, TaskId};

/// The choices in order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IntervalChoice {
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

const ALL: [(IntervalChoice, &str); 9] = [
    (IntervalChoice::Hourly, "app-turns-hourly"),
    (IntervalChoice::Daily, "app-turns-daily"),
    (IntervalChoice::Weekdays, "app-turns-weekdays"),
    (IntervalChoice::Weekly, "app-turns-weekly"),
    (IntervalChoice::Interval, "app-tasks-interval"),
    (IntervalChoice::Adaptive, "app-turns-adaptive"),
    (IntervalChoice::After, "app-tasks-following"),
    (IntervalChoice::Once, "app-tasks-once"),
    (IntervalChoice::Cron, "app-turns-cron"),
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
        state.once = often == IntervalChoice::Once;
        state.adaptive = (often == IntervalChoice::Adaptive).then(Turns::usual_bounds);
        state.interval =
            (often == IntervalChoice::Interval).then(|| ("2h".to_owned(), String::new()));
        state.after = (often == IntervalChoice::After).then_some((None, true));
        state.as_cron = often == IntervalChoice::Cron;
        keep(state, &turns);
    }
    match often {
        IntervalChoice::Once => {
            let example = "2026-01-31 18:00";
            fields::code_field(ui, look, "app-tasks-at", &mut state.at, example, 130.0);
        }
        IntervalChoice::Cron => {
            let example = "*/20 8-20 * * 1-5";
            fields::code_field(ui, look, "app-tasks-cron", &mut state.cron, example, 190.0);
        }
        IntervalChoice::Adaptive => {
            if let Some(bounds) = &mut state.adaptive {
                fields::beside(ui, |ui| bounds_ui(ui, look, bounds));
            }
        }
        IntervalChoice::Interval => {
            if let Some(interval) = &mut state.interval {
                interval_ui(ui, look, interval);
            }
        }
        IntervalChoice::After => {
            if let Some(after) = &mut state.after {
                after_ui(ui, look, world, state.editing, after);
            }
        }
        IntervalChoice::Hourly
        | IntervalChoice::Daily
        | IntervalChoice::Weekdays
        | IntervalChoice::Weekly => {
            time_ui(ui, look, &mut turns);
            keep(state, &turns);
        }
    }
}

/// Whether the choices can represent a cron expression, so that it need not be typed.
pub(super) fn is_usual(cron: &str) -> bool {
    !matches!(
        turns_of(cron),
        Turns::Never | Turns::Minutes(_) | Turns::Hours(_) | Turns::Adaptive(_) | Turns::Cron(_)
    )
}

fn interval_ui(ui: &mut Ui, look: &UiContext, (every, jitter): &mut (String, String)) {
    fields::code_field(ui, look, "app-tasks-every", every, "2h", 90.0);
    fields::code_field(ui, look, "app-tasks-jitter", jitter, "10m", 90.0);
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
        ui.tick(only_done, look.t("app-tasks-only-done"));
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

fn chosen(state: &TasksState, turns: &Turns) -> IntervalChoice {
    match turns {
        _ if state.once => IntervalChoice::Once,
        _ if state.adaptive.is_some() => IntervalChoice::Adaptive,
        _ if state.interval.is_some() => IntervalChoice::Interval,
        _ if state.after.is_some() => IntervalChoice::After,
        _ if state.as_cron => IntervalChoice::Cron,
        Turns::Hourly => IntervalChoice::Hourly,
        Turns::Daily(_) => IntervalChoice::Daily,
        Turns::Weekdays(_) => IntervalChoice::Weekdays,
        Turns::Weekly(..) => IntervalChoice::Weekly,
        Turns::Adaptive(_) => IntervalChoice::Adaptive,
        Turns::Never | Turns::Minutes(_) | Turns::Hours(_) | Turns::Cron(_) => IntervalChoice::Cron,
    }
}

/// The turns for another choice; day and time are kept if present.
fn changed(often: IntervalChoice, old: &Turns) -> Turns {
    let clock = old.clock().unwrap_or_default();
    match often {
        IntervalChoice::Hourly => Turns::Hourly,
        IntervalChoice::Daily => Turns::Daily(clock),
        IntervalChoice::Weekdays => Turns::Weekdays(clock),
        IntervalChoice::Weekly => Turns::Weekly(1, clock),
        IntervalChoice::Interval
        | IntervalChoice::Adaptive
        | IntervalChoice::After
        | IntervalChoice::Once
        | IntervalChoice::Cron => old.clone(),
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
        let weekly = changed(IntervalChoice::Weekly, &daily);
        assert_eq!(weekly.cron().as_deref(), Some("30 6 * * 1"));
        assert_eq!(changed(IntervalChoice::Cron, &daily), daily);
    }
}
