//! Actions on all ticked tasks.

use eframe::egui::Ui;
use eframe::egui::containers::menu::SubMenuButton;

use super::TasksState;
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{ActionItem, more_ui};
use bowerbird_engine::types::{Task, TaskId};
use bowerbird_engine::{Command, TaskCommand, TaskControl};

/// The pressed button.
enum Pressed {
    Run,
    Pause(bool),
    Rank(u8),
    Remove,
    All,
    None,
}

/// Draws the line of buttons if tasks are ticked. There may be thousands, so nothing is computed
/// for each before a button is pressed.
pub(super) fn bulk_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut TasksState,
    actions: &mut Vec<Action>,
) {
    if state.ticked.is_empty() {
        return;
    }
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| pressed = buttons_ui(ui, look, world, state));
    let Some(pressed) = pressed else { return };
    let there = |task: &&Task| state.ticked.contains(&task.id);
    let tasks: Vec<TaskId> = world.tasks.iter().filter(there).map(|t| t.id).collect();
    let order = match pressed {
        Pressed::Run => TaskControl::RunNow(tasks),
        Pressed::Pause(paused) => TaskControl::Pause { tasks, paused },
        Pressed::Rank(priority) => TaskControl::Rank { tasks, priority },
        Pressed::Remove => {
            // Deferred until the offer to undo expires, as for a single one.
            let removable = world.tasks.iter().filter(there);
            for task in removable.filter(|task| !task.from_rule) {
                actions.push(Action::Send(Command::Task(TaskCommand::Remove {
                    task: task.id,
                })));
            }
            state.ticked.clear();
            return;
        }
        Pressed::All => {
            state.ticked = world.tasks.iter().map(|task| task.id).collect();
            return;
        }
        Pressed::None => {
            state.ticked.clear();
            return;
        }
    };
    actions.push(Action::Send(Command::Task(TaskCommand::Order(order))));
}

fn buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &TasksState,
) -> Option<Pressed> {
    let mut pressed = None;
    ui.label(look.t1("app-tasks-ticked", "count", state.ticked.len()));
    if ui.button(look.t("app-tasks-run-now")).clicked() {
        pressed = Some(Pressed::Run);
    }
    for (id, paused) in [
        ("app-tasks-pause-all", true),
        ("app-tasks-resume-all", false),
    ] {
        if ui.button(look.t(id)).clicked() {
            pressed = Some(Pressed::Pause(paused));
        }
    }
    more_ui(ui, look, &look.t("app-view-tasks"), |ui| {
        SubMenuButton::new(look.t("app-tasks-set-priority")).ui(ui, |ui| {
            for priority in (0..=9).rev() {
                if ui.button(priority.to_string()).clicked() {
                    pressed = Some(Pressed::Rank(priority));
                    ui.close();
                }
            }
        });
        ui.separator();
        let removable = |task: &Task| !task.from_rule && state.ticked.contains(&task.id);
        let any = world.tasks.iter().any(removable);
        let remove = ActionItem {
            removes: true,
            ..ActionItem::new(look, "app-tasks-remove-all")
        };
        let why = (!any).then_some("app-tasks-from-rule");
        if remove.unless(look, why).entry_ui(ui, look) {
            pressed = Some(Pressed::Remove);
        }
    });
    if look.quiet(ui, look.t("app-tasks-tick-all")).clicked() {
        pressed = Some(Pressed::All);
    }
    if look.quiet(ui, look.t("app-tasks-untick")).clicked() {
        pressed = Some(Pressed::None);
    }
    pressed
}
