//! Deeds for several accounts at once.

use eframe::egui::Ui;

use super::{AccountsState, order};
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::world::World;
use crate::engine::AccountOrder;

/// Draws them, while any account is chosen.
pub(super) fn bar_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    let chosen = state.chosen(world);
    if chosen.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(look.t1("app-accounts-chosen", "count", chosen.len()));
        for (id, enabled) in [("app-accounts-on", true), ("app-accounts-off", false)] {
            if ui.button(look.t(id)).clicked() {
                let accounts = chosen.clone();
                actions.push(order(AccountOrder::Enable { accounts, enabled }));
            }
        }
        if ui.button(look.t("app-accounts-remove-chosen")).clicked() {
            let accounts = chosen.clone();
            actions.push(order(AccountOrder::Remove { accounts }));
        }
        if !state.ticked.is_empty() && look.quiet(ui, look.t("app-accounts-untick")).clicked() {
            state.ticked.clear();
        }
    });
}
