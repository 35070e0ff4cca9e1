//! The section of the settings about notifications.

use super::SettingsState;
use crate::action::{Action, AlertAction};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::QuietHours;
use eframe::egui::Ui;

/// What is reported about sites, and when not.
pub(super) fn notify_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut SettingsState,
    actions: &mut Vec<Action>,
) {
    ui.label(look.title(look.t("notify-settings")));
    ui.label(look.hint(look.t("notify-settings-hint")));
    let mut preferences = state.notify.clone();
    ui.tick(&mut preferences.on, look.t("notify-settings-on"));
    ui.add_enabled_ui(preferences.on, |ui| {
        ui.tick(
            &mut preferences.recoveries,
            look.t("notify-settings-recoveries"),
        );
        ui.tick(&mut preferences.desktop, look.t("notify-settings-desktop"));
    });
    let waits = look.t("notify-settings-person-wait");
    ui.tick(&mut preferences.person_wait, waits)
        .on_hover_text(look.t("notify-settings-person-wait-tip"));
    ui.horizontal(|ui| {
        let mut typed = state
            .quiet
            .take()
            .unwrap_or_else(|| preferences.quiet.clone());
        let hint = look.t("notify-settings-quiet-hint");
        let field = fields::code_field(ui, look, "notify-settings-quiet", &mut typed, &hint, 220.0);
        let is_readable = typed.trim().is_empty() || QuietHours::parse(&typed).is_some();
        if is_readable {
            preferences.quiet = typed.trim().to_owned();
        }
        // Invalid text stays in the field and is not stored.
        if field.has_focus() || !is_readable {
            state.quiet = Some(typed);
        }
        if !is_readable {
            let wrong = look.t("notify-settings-quiet-wrong");
            ui.label(look.coloured(wrong, look.tokens.bad));
        }
    });
    if ui.button(look.t("notify-settings-test")).clicked() {
        actions.push(Action::Alerts(AlertAction::Test));
    }
    if let Some(fault) = &state.desk_fault {
        ui.label(look.coloured(look.text(fault), look.tokens.warn));
    }
    if preferences != state.notify {
        state.notify = preferences.clone();
        actions.push(Action::Alerts(AlertAction::SetNotifications(preferences)));
    }
}
