//! What is done with all ticked tasks at once.

use std::collections::HashSet;

use eframe::egui::Ui;

use super::TasksState;
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::world::World;
use crate::engine::types::{Task, TaskId};
use crate::engine::{Command, TaskOrder};

/// Draws the line of buttons, where tasks are ticked.
pub(super) fn bulk_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut TasksState,
    actions: &mut Vec<Action>,
) {
    if state.ticked.is_empty() {
        return;
    }
    let there: HashSet<TaskId> = world.tasks.iter().map(|task| task.id).collect();
    state.ticked.retain(|id| there.contains(id));
    let ticked = &state.ticked;
    let tasks: Vec<TaskId> = ticked.iter().copied().collect();
    let mut orders = Vec::new();
    let (mut done, mut all) = (false, false);
    ui.horizontal_wrapped(|ui| {
        let count = tasks.len();
        ui.label(look.t1("app-tasks-ticked", "count", count));
        if ui.button(look.t("app-tasks-run-now")).clicked() {
            orders.push(TaskOrder::RunNow(tasks.clone()));
        }
        for (id, paused) in [
            ("app-tasks-pause-all", true),
            ("app-tasks-resume-all", false),
        ] {
            if ui.button(look.t(id)).clicked() {
                let tasks = tasks.clone();
                orders.push(TaskOrder::Pause { tasks, paused });
            }
        }
        ui.menu_button(look.t("app-tasks-set-priority"), |ui| {
            for priority in (0..=9).rev() {
                if ui.button(priority.to_string()).clicked() {
                    let tasks = tasks.clone();
                    orders.push(TaskOrder::Rank { tasks, priority });
                    ui.close();
                }
            }
        });
        let removable: Vec<&Task> = world
            .tasks
            .iter()
            .filter(|task| ticked.contains(&task.id) && !task.from_rule)
            .collect();
        let remove = ui.add_enabled(
            !removable.is_empty(),
            eframe::egui::Button::new(look.t("app-tasks-remove-all")),
        );
        if remove
            .on_disabled_hover_text(look.t("app-tasks-from-rule"))
            .clicked()
        {
            // Put off until the offer to undo has gone, as for a single one.
            for task in removable {
                actions.push(Action::Send(Command::RemoveTask { task: task.id }));
            }
            done = true;
        }
        all = look.quiet(ui, look.t("app-tasks-tick-all")).clicked();
        done |= look.quiet(ui, look.t("app-tasks-untick")).clicked();
    });
    actions.extend(
        orders
            .into_iter()
            .map(|order| Action::Send(Command::Tasks(order))),
    );
    if all {
        state.ticked.extend(there);
    }
    if done {
        state.ticked.clear();
    }
}
