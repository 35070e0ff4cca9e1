//! The section of the settings about the passphrase of secrets.

use super::SettingsState;
use crate::action::Action;
use crate::background::DataQuery;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use bowerbird_engine::types::{MIN_PASSPHRASE_CHARS, Secret};
use eframe::egui::Ui;

pub(super) fn secrets_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SettingsState,
    actions: &mut Vec<Action>,
) {
    ui.label(look.title(look.t("app-settings-secrets")));
    ui.label(look.hint(look.t("app-settings-secrets-hint")));
    ui.horizontal_wrapped(|ui| {
        let typed = &mut state.passphrase;
        let field = fields::password_field(ui, look, "app-settings-passphrase", typed, 200.0);
        // With a new passphrase beside it, Enter would be ambiguous.
        let entered = fields::entered(ui, &field) && state.new_passphrase.is_empty();
        fields::beside(ui, |ui| {
            let fault = passphrase_fault(&state.passphrase);
            let use_it = eframe::egui::Button::new(look.t("app-settings-use-passphrase"));
            let use_it = ui.add_enabled(fault.is_none(), use_it);
            let use_it = match fault {
                Some(id) => disabled_because(use_it, &look.t1(id, "least", MIN_PASSPHRASE_CHARS)),
                None => use_it,
            };
            if (use_it.clicked() || entered) && fault.is_none() {
                let passphrase = std::mem::take(&mut state.passphrase);
                actions.push(Action::SetPassphrase(Secret::new(passphrase)));
            }
        });
        rekey_ui(ui, look, world, state, actions);
    });
    if world.locked.message.is_some() && ui.button(look.t("secrets-start-over")).clicked() {
        actions.push(Action::AskStartOver);
    }
}

/// What is still wrong with a typed passphrase: the id of a message.
pub(super) fn passphrase_fault(typed: &str) -> Option<&'static str> {
    match typed.chars().count() {
        0 => Some("app-notice-passphrase-needed"),
        count if count < MIN_PASSPHRASE_CHARS => Some("app-notice-passphrase-short"),
        _ => None,
    }
}

/// A new passphrase that replaces the typed one.
pub(super) fn rekey_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SettingsState,
    actions: &mut Vec<Action>,
) {
    let new = &mut state.new_passphrase;
    let field = fields::password_field(ui, look, "secrets-new-passphrase", new, 190.0);
    let again = &mut state.new_again;
    let again = fields::password_field(ui, look, "app-notice-passphrase-again", again, 190.0);
    let entered = fields::entered(ui, &field) || fields::entered(ui, &again);
    fields::beside(ui, |ui| {
        let long_enough = passphrase_fault(&state.new_passphrase).is_none();
        let same = state.new_again == state.new_passphrase;
        let typed = !state.passphrase.is_empty() && long_enough && same;
        let change = eframe::egui::Button::new(look.t("secrets-change-passphrase"));
        let change = ui
            .add_enabled(typed, change)
            .on_hover_text(look.t("secrets-change-passphrase-tip"));
        let differs = look.t("app-notice-passphrase-differs");
        let why = match state.new_passphrase.is_empty() || long_enough {
            true if !same => differs.clone(),
            true => look.t("secrets-change-passphrase-tip"),
            false => look.t1("app-notice-passphrase-short", "least", MIN_PASSPHRASE_CHARS),
        };
        let change = disabled_because(change, &why);
        if !same && !state.new_again.is_empty() {
            ui.label(look.coloured(differs, look.tokens.bad));
        }
        if (change.clicked() || entered)
            && typed
            && let Some(project) = world.project.clone()
        {
            let old = Secret::new(std::mem::take(&mut state.passphrase));
            let new = Secret::new(std::mem::take(&mut state.new_passphrase));
            state.new_again.clear();
            actions.push(Action::Query(DataQuery::ChangePassphrase {
                project,
                old,
                new,
            }));
        }
    });
}
