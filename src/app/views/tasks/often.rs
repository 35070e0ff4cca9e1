//! How often a new task runs, in words: every hour, every day at eight. What the form holds goes
//! in, the cron expression for it comes out; an expression is typed only by who asks for one.

use eframe::egui::Ui;

use super::TasksState;
use crate::app::look::Look;
use crate::app::views::workbench::author::turns::Turns;
use crate::app::views::workbench::author::turns_ui::{bounds_ui, clock_ui, day_ui};
use crate::app::widgets::fields;
use crate::engine::types::Schedule;

/// The choices, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Often {
    Hourly,
    Daily,
    Weekdays,
    Weekly,
    Adaptive,
    Once,
    Cron,
}

const ALL: [(Often, &str); 7] = [
    (Often::Hourly, "app-turns-hourly"),
    (Often::Daily, "app-turns-daily"),
    (Often::Weekdays, "app-turns-weekdays"),
    (Often::Weekly, "app-turns-weekly"),
    (Often::Adaptive, "app-turns-adaptive"),
    (Often::Once, "app-tasks-once"),
    (Often::Cron, "app-turns-cron"),
];

/// Draws the choice and what belongs to it: a day, a time, or an expression to type.
pub(super) fn often_ui(ui: &mut Ui, look: &Look, state: &mut TasksState) {
    let mut turns = turns_of(&state.cron);
    let before = chosen(state, &turns);
    let mut often = before;
    let words = ALL.map(|(often, id)| (often, look.t(id)));
    fields::choice(ui, look, "app-tasks-how", &mut often, &words, 150.0);
    if often != before {
        turns = changed(often, &turns);
        state.once = often == Often::Once;
        state.adaptive = (often == Often::Adaptive).then(Turns::usual_bounds);
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
        Often::Hourly | Often::Daily | Often::Weekdays | Often::Weekly => {
            time_ui(ui, look, &mut turns);
            keep(state, &turns);
        }
    }
}

/// The turns of a cron expression in words; `None` for one that words cannot say.
pub(super) fn said(look: &Look, cron: &str) -> Option<String> {
    let turns = turns_of(cron);
    let id = match &turns {
        Turns::Hourly => "app-turns-hourly",
        Turns::Daily(_) => "app-turns-daily",
        Turns::Weekdays(_) => "app-turns-weekdays",
        Turns::Weekly(..) => "app-turns-weekly",
        Turns::Never | Turns::Adaptive(_) | Turns::Cron(_) => return None,
    };
    let mut words = vec![look.t(id)];
    if let Turns::Weekly(day, _) = &turns {
        words.push(look.t(&format!("app-turns-day-{day}")));
    }
    if let Some(clock) = turns.clock() {
        words.push(format!("{:02}:{:02}", clock.hour, clock.minute));
    }
    Some(words.join(" "))
}

fn time_ui(ui: &mut Ui, look: &Look, turns: &mut Turns) {
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
        _ if state.as_cron => Often::Cron,
        Turns::Hourly => Often::Hourly,
        Turns::Daily(_) => Often::Daily,
        Turns::Weekdays(_) => Often::Weekdays,
        Turns::Weekly(..) => Often::Weekly,
        Turns::Adaptive(_) => Often::Adaptive,
        Turns::Never | Turns::Cron(_) => Often::Cron,
    }
}

/// The turns of another choice; day and time stay where there are some.
fn changed(often: Often, old: &Turns) -> Turns {
    let clock = old.clock().unwrap_or_default();
    match often {
        Often::Hourly => Turns::Hourly,
        Often::Daily => Turns::Daily(clock),
        Often::Weekdays => Turns::Weekdays(clock),
        Often::Weekly => Turns::Weekly(1, clock),
        Often::Adaptive | Often::Once | Often::Cron => old.clone(),
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
    use crate::engine::types::Language;

    #[test]
    fn expressions_are_said_in_words_where_words_exist() {
        let look = |language| Look::new(language, eframe::egui::Theme::Light);
        let (english, chinese) = (look(Language::English), look(Language::Chinese));
        for (cron, en, zh) in [
            ("0 * * * *", "every hour", "每小时"),
            ("5 7 * * *", "every day at 07:05", "每天 07:05"),
            (
                "0 8 * * 1",
                "every week on Monday 08:00",
                "每周 星期一 08:00",
            ),
        ] {
            assert_eq!(said(&english, cron).as_deref(), Some(en));
            assert_eq!(said(&chinese, cron).as_deref(), Some(zh));
        }
        assert_eq!(said(&english, "*/20 8-20 * * 1-5"), None);
    }

    #[test]
    fn another_choice_keeps_the_time() {
        let daily = turns_of("30 6 * * *");
        let weekly = changed(Often::Weekly, &daily);
        assert_eq!(weekly.cron().as_deref(), Some("30 6 * * 1"));
        assert_eq!(changed(Often::Cron, &daily), daily);
    }
}
