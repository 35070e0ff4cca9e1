//! Actions on existing accounts: filter, and actions on several at once.

use eframe::egui::Ui;

use super::status_marks::{STATUSES, status_mark};
use super::{AccountsState, order};
use crate::action::Action;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::{ActionItem, more_ui};
use bowerbird_engine::AccountCommand;

/// Draws it.
pub(super) fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let names = ("app-accounts-filter", "app-tasks-state");
        let word = |standing| status_mark(look, standing).2;
        state.pool.filter_ui(ui, look, names, &STATUSES, word);
    });
    let chosen = state.pool.chosen();
    if !chosen.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(look.t1("app-accounts-chosen", "count", chosen.len()));
            if ui.button(look.t("app-accounts-test-chosen")).clicked() {
                let accounts = chosen.clone();
                actions.push(order(AccountCommand::TestAll { accounts }));
            }
            for (id, enabled) in [("app-accounts-on", true), ("app-accounts-off", false)] {
                if ui.button(look.t(id)).clicked() {
                    let accounts = chosen.clone();
                    actions.push(order(AccountCommand::Enable { accounts, enabled }));
                }
            }
            more_ui(ui, look, &look.t("app-view-accounts"), |ui| {
                let remove = ActionItem::removal(look, "app-accounts-remove-chosen");
                if remove.entry_ui(ui, look) {
                    let accounts = chosen.clone();
                    actions.push(order(AccountCommand::Remove { accounts }));
                }
            });
            state.pool.untick_ui(ui, look, "app-accounts-untick");
        });
    }
    ui.add_space(2.0);
}
