//! The table of tasks: state, schedule, next turns, the last result; and actions on one task.

use std::collections::BTreeSet;

use eframe::egui::Ui;
use jiff::Timestamp;

use super::TasksState;
use super::time_texts::{machine_zone, times, turns, zone_name};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{ActionItem, more_ui, widest};
use crate::widgets::state_marks;
use crate::widgets::table::{Cell, ColumnSpec, Rows, table_ui};
use bowerbird_engine::types::{
    Message, Task, TaskId, Timing, TurnOutcome, describe_timing, outlook,
};
use bowerbird_engine::{Command, TaskCommand, TaskControl};

/// Number of next turns shown.
const TURNS: usize = 3;

/// Draws the table.
pub(super) fn table(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut TasksState,
    now: Timestamp,
    actions: &mut Vec<Action>,
) {
    state.table.remember(ui.ctx(), "tasks");
    let mut wanted = None;
    let mut rows = TaskRows {
        look,
        world,
        tasks: &world.tasks,
        now,
        ticked: &mut state.ticked,
        wanted: &mut wanted,
        actions,
    };
    let name = look.t("app-tasks-table");
    let output = table_ui(ui, look, &name, &columns(look), &mut state.table, &mut rows);
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    let opened = output.opened.and_then(|row| world.tasks.get(row));
    let wanted = wanted.or(opened.map(|task| task.id));
    if let Some(task) = world.tasks.iter().find(|task| Some(task.id) == wanted) {
        state.edit(task);
    }
}

fn columns(look: &UiContext) -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("tick", look.t("app-tasks-tick"), 26.0),
        ColumnSpec::new("site", look.t("app-tasks-task"), 130.0),
        ColumnSpec::new("state", look.t("app-tasks-state"), 90.0),
        ColumnSpec::new("do", look.t("app-tasks-do"), 205.0),
        ColumnSpec::new("when", look.t("app-tasks-when"), 215.0),
        ColumnSpec::new("next", look.t("app-tasks-next"), 260.0),
        ColumnSpec::new("result", look.t("app-tasks-result"), 110.0),
        ColumnSpec::new("last", look.t("app-tasks-last"), 130.0),
        ColumnSpec::new("missed", look.t("app-tasks-missed"), 60.0).numeric(),
        ColumnSpec::new("priority", look.t("app-tasks-priority"), 60.0).numeric(),
    ]
}

struct TaskRows<'a> {
    look: &'a UiContext,
    world: &'a AppState,
    tasks: &'a [Task],
    now: Timestamp,
    ticked: &'a mut BTreeSet<TaskId>,
    /// The task to load into the form.
    wanted: &'a mut Option<TaskId>,
    actions: &'a mut Vec<Action>,
}

impl Rows for TaskRows<'_> {
    fn len(&self) -> usize {
        self.tasks.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let (look, Some(task)) = (self.look, self.tasks.get(row)) else {
            return Cell::Empty;
        };
        match key {
            "site" => Cell::of(&task.title),
            "when" => match (&task.timing, self.timing_message(task)) {
                (Timing::Once { at }, _) => {
                    let time = times(look, &[*at], machine_zone());
                    Cell::of(look.t1("app-tasks-once-at", "time", time))
                }
                (_, Some(words)) => Cell::of(look.text(&words)),
                (_, None) => Cell::Empty,
            },
            "result" => task.last.map_or(Cell::Empty, |outcome| {
                Cell::of(look.t(&format!("task-outcome-{}", outcome.token())))
            }),
            "next" if task.paused => Cell::Empty,
            "next" if matches!(task.timing, Timing::After { .. }) && task.next_at.is_none() => {
                Cell::Empty
            }
            "next" if matches!(task.timing, Timing::Adaptive(_)) => {
                let site = task.sites.first().and_then(|site| self.world.site(*site));
                let per_day = site.and_then(|site| site.news_per_day);
                let words = outlook(task.next_at, per_day, self.now);
                words.map_or(Cell::Empty, |words| Cell::of(look.text(&words)))
            }
            "next" => {
                let turns: Vec<Timestamp> = task
                    .next_at
                    .into_iter()
                    .chain(
                        task.next_at
                            .map(|next| turns(&task.timing, &task.terms, next, TURNS))
                            .unwrap_or_default(),
                    )
                    .take(TURNS)
                    .collect();
                if turns.is_empty() {
                    Cell::of(look.t("app-tasks-over"))
                } else {
                    Cell::of(times(look, &turns, zone_name(&task.timing, "")))
                }
            }
            "last" => task.last_at.map_or(Cell::Empty, |at| {
                Cell::of(times(look, &[at], zone_name(&task.timing, "")))
            }),
            "missed" => Cell::of(look.count(task.missed_turns)),
            "priority" => Cell::of(task.priority.to_string()),
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let (look, Some(task)) = (self.look, self.tasks.get(row)) else {
            return false;
        };
        match key {
            "state" => {
                let tokens = &look.tokens;
                let (mark, colour, id) = if task.paused {
                    (
                        state_marks::MarkShape::Frame,
                        tokens.dim,
                        "app-tasks-paused",
                    )
                } else if task.last == Some(TurnOutcome::Running) {
                    (
                        state_marks::MarkShape::Disc,
                        tokens.accent,
                        "app-tasks-runs",
                    )
                } else if task.last == Some(TurnOutcome::Waiting) {
                    (
                        state_marks::MarkShape::Ring,
                        tokens.accent,
                        "app-tasks-queued",
                    )
                } else if task.next_at.is_none() && !matches!(task.timing, Timing::After { .. }) {
                    (state_marks::MarkShape::Ring, tokens.dim, "app-tasks-over")
                } else if task.next_at.is_some_and(|next| next < self.now) {
                    (state_marks::MarkShape::Ring, tokens.dim, "app-tasks-due")
                } else {
                    (state_marks::MarkShape::Disc, tokens.ok, "app-tasks-waits")
                };
                state_marks::word_ui(ui, mark, colour, &look.t(id));
            }
            "tick" => {
                let mut on = self.ticked.contains(&task.id);
                let box_of = ui.tick(&mut on, "");
                let name = look.t1("app-tasks-tick-one", "task", task.title.as_str());
                box_of.widget_info(|| {
                    let kind = eframe::egui::Role::CheckBox;
                    eframe::egui::WidgetInfo::selected(kind, true, on, name.as_str())
                });
                if box_of.changed() {
                    match on {
                        true => self.ticked.insert(task.id),
                        false => self.ticked.remove(&task.id),
                    };
                }
            }
            "do" => {
                if look.quiet(ui, look.t("app-tasks-run")).clicked() {
                    let run = TaskControl::RunNow(vec![task.id]);
                    self.actions
                        .push(Action::Send(Command::Task(TaskCommand::Order(run))));
                }
                if look.quiet(ui, look.t("app-tasks-edit")).clicked() {
                    *self.wanted = Some(task.id);
                }
                let (id, other) = match task.paused {
                    true => ("app-tasks-resume", "app-tasks-pause"),
                    false => ("app-tasks-pause", "app-tasks-resume"),
                };
                // As wide as the other word, so that what follows keeps its place.
                let width = widest(ui, &[look.t(id), look.t(other)]);
                let pause = look.quiet(ui, look.t(id));
                let pause_width = pause.rect.width();
                if pause.clicked() {
                    self.actions
                        .push(Action::Send(Command::Task(TaskCommand::Pause {
                            task: task.id,
                            paused: !task.paused,
                        })));
                }
                ui.add_space((width - pause_width).max(0.0));
                more_ui(ui, look, &task.title, |ui| {
                    // A task from the rule's [schedule] would return with the rule: it is paused
                    // instead.
                    let why = task.from_rule.then_some("app-tasks-from-rule");
                    let remove = ActionItem {
                        removes: true,
                        ..ActionItem::new(look, "app-remove").unless(look, why)
                    };
                    if remove.entry_ui(ui, look) {
                        self.actions
                            .push(Action::Send(Command::Task(TaskCommand::Remove {
                                task: task.id,
                            })));
                    }
                });
            }
            _ => return false,
        }
        true
    }
}

impl TaskRows<'_> {
    /// When a task runs, in words.
    fn timing_message(&self, task: &Task) -> Option<Message> {
        describe_timing(&task.timing, |id| {
            let before = self.tasks.iter().find(|task| task.id == id);
            before.map(|task| task.title.clone())
        })
    }
}
