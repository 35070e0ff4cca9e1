//! What is done with the accounts that are there: filter, deeds for several at once.

use eframe::egui::{self, Align2, TextEdit, Ui};

use super::words::{STANDINGS, standing_look};
use super::{AccountsState, order};
use crate::action::Action;
use crate::style::ui_context::UiContext;
use bowerbird_engine::AccountOrder;

/// Draws it.
pub(super) fn bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        filter_ui(ui, look, state);
        let all = look.quiet(ui, look.t("app-pools-tick-all"));
        if all
            .on_hover_text(look.t("app-pools-tick-all-tip"))
            .clicked()
        {
            state.tick_all();
        }
    });
    let chosen = state.chosen();
    if !chosen.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(look.t1("app-accounts-chosen", "count", chosen.len()));
            if ui.button(look.t("app-accounts-test-chosen")).clicked() {
                let accounts = chosen.clone();
                actions.push(order(AccountOrder::TestAll { accounts }));
            }
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
            let untick = look.t("app-accounts-untick");
            if !state.ticked.is_empty() && look.quiet(ui, untick).clicked() {
                state.ticked.clear();
            }
        });
    }
    ui.add_space(2.0);
}

fn filter_ui(ui: &mut Ui, look: &UiContext, state: &mut AccountsState) {
    let name = look.t("app-accounts-filter");
    let field = TextEdit::singleline(&mut state.filter)
        .align(Align2::LEFT_CENTER)
        .hint_text(name.clone())
        .desired_width(150.0);
    let field = ui.add(field).accessible_name(name);
    look.edged(ui, field);
    let all = look.t("app-proxies-all");
    let shown = state
        .only
        .map_or_else(|| all.clone(), |only| standing_look(look, only).2);
    egui::ComboBox::from_id_salt("account-standing")
        .selected_text(shown)
        .width(110.0)
        .show_ui(ui, |ui| {
            ui.selectable_value(&mut state.only, None, all);
            for standing in STANDINGS {
                let word = standing_look(look, standing).2;
                ui.selectable_value(&mut state.only, Some(standing), word);
            }
        })
        .response
        .accessible_name(look.t("app-tasks-state"));
}
