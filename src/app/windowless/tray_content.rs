//! The content of the status item: figures of the runs, and the lines of its menu.

use jiff::Timestamp;

use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, Task, TrayFace, TrayLine};

/// The choices on the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Open the window again.
    Show,
    /// Pause or resume all runs.
    Hold,
    /// Stop the runs after the current pages, and then the program.
    Stop,
    /// End the program now.
    Quit,
}

impl Choice {
    const ALL: [Self; 4] = [Self::Show, Self::Hold, Self::Stop, Self::Quit];

    /// Its number in the menu.
    pub fn key(self) -> u16 {
        match self {
            Self::Show => 1,
            Self::Hold => 2,
            Self::Stop => 3,
            Self::Quit => 4,
        }
    }

    /// The choice with that number.
    pub fn of(key: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.key() == key)
    }
}

/// The item for a project in this state at `now`.
pub fn face(look: &UiContext, world: &AppState, now: Timestamp) -> TrayFace {
    let runs = world.live.len();
    let line = |choice: Choice, id: &str, enabled| TrayLine::Entry {
        key: choice.key(),
        label: look.t(id),
        enabled,
    };
    let hold = match world.held {
        true => "tray-resume",
        false => "tray-pause",
    };
    TrayFace {
        title: "Bowerbird".to_owned(),
        text: text(look, world, now),
        menu: vec![
            line(Choice::Show, "tray-show", true),
            TrayLine::Separator,
            line(Choice::Hold, hold, world.held || runs > 0),
            line(Choice::Stop, "app-leaving-stop", runs > 0),
            TrayLine::Separator,
            line(Choice::Quit, "app-command-quit", true),
        ],
    }
}

fn text(look: &UiContext, world: &AppState, now: Timestamp) -> String {
    let runs = world.live.len();
    if world.held {
        return look.t("tray-held");
    }
    if runs > 0 {
        let figures = world.live.values().map(|live| &live.progress);
        let (pages, records) = figures.fold((0, 0), |(pages, records), figures| {
            (pages + figures.pages_ok, records + figures.records_new)
        });
        let running = Message::new("tray-runs")
            .with("count", runs)
            .with("pages", pages)
            .with("records", records);
        return look.text(&running);
    }
    let waiting = world.tasks.iter().filter(|task| !task.paused);
    let next = waiting.filter_map(|task| Some((task.next_at?, task)));
    let next: Option<(Timestamp, &Task)> = next.min_by_key(|(at, _)| *at);
    match next.filter(|(at, _)| world.scheduling && *at > now) {
        Some((at, task)) => {
            let next = Message::new("tray-next")
                .with("task", task.title.as_str())
                .with("time", look.time(at));
            look.text(&next)
        }
        None => look.t("tray-idle"),
    }
}
