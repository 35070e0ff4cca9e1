//! Tasks: what runs when. A form that previews the next turns, then the table of tasks, the next
//! day or the last week; and the switch of the scheduler.

mod bulk_actions;
mod duplicate_task;
mod form;
mod interval_form;
mod picker;
pub(super) mod read_twice;
pub(super) mod schedule_choice;
pub(super) mod schedule_fields;
pub(super) mod schedule_text;
mod table;
mod task_options;
mod time_texts;
pub mod timeline;
pub(crate) mod watch_choice;

use std::collections::BTreeSet;

pub(crate) use time_texts::machine_zone;

use eframe::egui::{Align, Layout, Ui};
use jiff::Timestamp;

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::no_site::no_site_ui;
use crate::widgets::table::TableState;
use bowerbird_engine::types::{Adaptive, MIDDLE_PRIORITY, SiteId, TaskId, Terms};
use bowerbird_engine::{Command, TaskCommand};

/// The content below the form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TasksPage {
    /// The table.
    #[default]
    Table,
    /// What is due in the next 24 hours.
    Day,
    /// The outcomes of the last seven days.
    Week,
}

/// The state of the view.
#[derive(Clone, Debug)]
pub struct TasksState {
    /// The table.
    pub table: TableState,
    /// The content below the form.
    pub page: TasksPage,
    /// The turns of the next day.
    pub day: timeline::DayTurns,
    /// Whether the new task was sent; the form keeps it until it exists.
    pub adding: bool,
    /// The task that the form changes; `None` for a new one.
    pub editing: Option<TaskId>,
    /// Ticked tasks, for actions on several at once.
    pub ticked: BTreeSet<TaskId>,
    /// The site of the new task.
    pub site: Option<SiteId>,
    /// Its further sites.
    pub further: BTreeSet<SiteId>,
    /// The tag whose sites it runs, in place of a site.
    pub tag: Option<String>,
    /// Its name.
    pub name: String,
    /// Its terms.
    pub terms: Terms,
    /// Whether the new task runs once.
    pub once: bool,
    /// The time of a one-time task: `2026-01-31 18:00`.
    pub at: String,
    /// The schedule of a recurring task.
    pub cron: String,
    /// The bounds of an adaptive task.
    pub adaptive: Option<Adaptive>,
    /// The interval and jitter of an interval task, as typed.
    pub interval: Option<(String, String)>,
    /// The task that it follows, and whether only after a success.
    pub after: Option<(Option<TaskId>, bool)>,
    /// Whether the expression itself is typed, instead of chosen in words.
    pub as_cron: bool,
    /// Time zone of both; the machine's when empty.
    pub zone: String,
    /// Priority.
    pub priority: u8,
    /// The task that was there already when the same one was to be added.
    pub repeated: Option<TaskId>,
}

impl Default for TasksState {
    fn default() -> Self {
        Self {
            adding: false,
            table: TableState::default(),
            page: TasksPage::Table,
            day: timeline::DayTurns::default(),
            editing: None,
            ticked: BTreeSet::new(),
            site: None,
            further: BTreeSet::new(),
            tag: None,
            name: String::new(),
            terms: Terms::default(),
            once: false,
            at: String::new(),
            cron: "0 8 * * *".to_owned(),
            adaptive: None,
            interval: None,
            after: None,
            as_cron: false,
            zone: String::new(),
            priority: MIDDLE_PRIORITY,
            repeated: None,
        }
    }
}

impl TasksState {
    /// Begins a new task for `sites`.
    pub fn begin_for(&mut self, sites: &[SiteId]) {
        *self = Self {
            adding: true,
            table: std::mem::take(&mut self.table),
            ticked: std::mem::take(&mut self.ticked),
            site: sites.first().copied(),
            further: sites.iter().skip(1).copied().collect(),
            ..Self::default()
        };
    }
}

/// Draws the view; `now` is the current time.
pub fn tasks_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut TasksState,
    now: Timestamp,
    actions: &mut Vec<Action>,
) {
    title_ui(ui, look, world, actions);
    if world.sites.is_some() && world.sites().is_empty() && world.tasks.is_empty() {
        no_site_ui(ui, look, "app-tasks-no-site-hint", actions);
        return;
    }
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        form::form_ui(ui, look, world, state, now, actions);
    });
    ui.add_space(4.0);
    rests_ui(ui, look, world, actions);
    if world.tasks.is_empty() && world.turns.is_empty() {
        look.empty_state(ui, "app-tasks-empty", "app-tasks-empty-hint");
        return;
    }
    ui.horizontal(|ui| {
        for (page, id) in [
            (TasksPage::Table, "app-tasks-page-table"),
            (TasksPage::Day, "app-tasks-page-day"),
            (TasksPage::Week, "app-tasks-page-week"),
        ] {
            ui.selectable_value(&mut state.page, page, look.t(id));
        }
    });
    match state.page {
        TasksPage::Table => {
            bulk_actions::bulk_ui(ui, look, world, state, actions);
            table::table(ui, look, world, state, now, actions);
        }
        TasksPage::Day => timeline::next_day_ui(ui, look, world, &mut state.day, now),
        TasksPage::Week => timeline::last_week_ui(ui, look, world, now),
    }
}

fn title_ui(ui: &mut Ui, look: &UiContext, world: &AppState, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-tasks");
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let mut on = world.scheduling;
            let switch = ui.tick(&mut on, look.t("app-tasks-scheduler"));
            if switch
                .on_hover_text(look.t("app-tasks-scheduler-tip"))
                .changed()
            {
                actions.push(Action::Send(Command::Task(TaskCommand::Schedule { on })));
            }
        });
    });
}

/// With the scheduler off, nothing in the table runs: shows that, with a button to change it.
fn rests_ui(ui: &mut Ui, look: &UiContext, world: &AppState, actions: &mut Vec<Action>) {
    if world.scheduling || !world.tasks.iter().any(|task| !task.paused) {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let text = look.t("app-tasks-rest");
        ui.label(look.coloured(text, look.tokens.warn));
        if ui.button(look.t("app-author-schedule-on")).clicked() {
            actions.push(Action::Send(Command::Task(TaskCommand::Schedule {
                on: true,
            })));
        }
    });
    ui.add_space(4.0);
}

/// Switches the scheduler on with the first task, which is expected to run. If other tasks are
/// waiting already, it was switched off on purpose and stays off.
pub(crate) fn wake(world: &AppState, actions: &mut Vec<Action>) {
    if !world.scheduling && world.tasks.iter().all(|task| task.paused) {
        actions.push(Action::Send(Command::Task(TaskCommand::Schedule {
            on: true,
        })));
    }
}
