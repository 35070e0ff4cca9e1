//! A task that is there already: it is named and selected instead of being added twice.

use eframe::egui::Ui;

use super::{TasksPage, TasksState};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::TaskDraft;

/// Selects the task that `draft` would repeat, if there is one; whether there is.
pub(super) fn select_repeated(state: &mut TasksState, world: &AppState, draft: &TaskDraft) -> bool {
    let row = world.tasks.iter().position(|task| draft.repeats(task));
    state.repeated = row.and_then(|row| Some(world.tasks.get(row)?.id));
    if let Some(row) = row {
        state.page = TasksPage::Table;
        state.table.select(row);
    }
    row.is_some()
}

/// Says that the task of the form is there already, as long as the form is about that one.
pub(super) fn repeated_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &TasksState,
    draft: &TaskDraft,
) {
    let repeated = world.tasks.iter().find(|t| Some(t.id) == state.repeated);
    if let Some(task) = repeated.filter(|task| draft.repeats(task)) {
        let text = look.t1("app-tasks-there", "task", task.title.as_str());
        ui.label(look.coloured(text, look.tokens.warn));
    }
}
