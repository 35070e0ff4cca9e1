//! Settings: language, theme, the project, the passphrase of the secrets file.

use eframe::egui::{RichText, Ui};

use super::panel;
use crate::app::action::Action;
use crate::app::command::UiCommand;
use crate::app::look::Look;
use crate::app::settings::{SIZES, ThemeChoice};
use crate::app::widgets::fields;
use crate::app::world::World;
use crate::engine::types::{Language, Secret};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct SettingsState {
    /// The passphrase as typed.
    pub passphrase: String,
}

/// Draws the view; `theme` and `size` (in per cent) are the present choices.
pub fn settings_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    (theme, size): (ThemeChoice, u16),
    state: &mut SettingsState,
    actions: &mut Vec<Action>,
) {
    look.view_title(ui, "app-view-settings");
    eframe::egui::ScrollArea::vertical()
        .auto_shrink(false)
        .show(ui, |ui| {
            sections_ui(ui, look, world, (theme, size), state, actions)
        });
}

fn sections_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    (theme, size): (ThemeChoice, u16),
    state: &mut SettingsState,
    actions: &mut Vec<Action>,
) {
    ui.set_max_width(640.0);
    section(ui, look, "app-settings-language", |ui| {
        for language in Language::ALL {
            let chosen = look.texts.language() == language;
            if ui.radio(chosen, language.own_name()).clicked() {
                actions.push(Action::SetLanguage(language));
            }
        }
    });
    section(ui, look, "app-settings-theme", |ui| {
        for (choice, id) in ThemeChoice::ALL {
            if ui.radio(theme == choice, look.t(id)).clicked() {
                actions.push(Action::SetTheme(choice));
            }
        }
    });
    section(ui, look, "app-settings-size", |ui| {
        for percent in SIZES {
            let words = format!("{percent} %");
            if ui.radio(size == percent, words).clicked() {
                actions.push(Action::SetSize(percent));
            }
        }
    });
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(look.title(look.t("app-settings-project")));
        if let Some(path) = &world.project {
            ui.label(RichText::new(path.display().to_string()).monospace());
        }
        if ui.button(look.t("app-settings-close-project")).clicked() {
            actions.push(Action::CloseProject);
        }
    });
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(look.title(look.t("app-settings-secrets")));
        ui.label(look.hint(look.t("app-settings-secrets-hint")));
        ui.horizontal(|ui| {
            fields::password_field(
                ui,
                look,
                "app-settings-passphrase",
                &mut state.passphrase,
                240.0,
            );
            fields::beside(ui, |ui| {
                let typed = !state.passphrase.is_empty();
                let use_it = eframe::egui::Button::new(look.t("app-settings-use-passphrase"));
                if ui.add_enabled(typed, use_it).clicked() {
                    let passphrase = std::mem::take(&mut state.passphrase);
                    actions.push(Action::SetPassphrase(Secret::new(passphrase)));
                }
            });
        });
    });
    if look.quiet(ui, look.t("app-command-shortcuts")).clicked() {
        actions.push(Action::Ui(UiCommand::Shortcuts));
    }
}

fn section(ui: &mut Ui, look: &Look, title: &str, add: impl FnOnce(&mut Ui)) {
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(look.title(look.t(title)));
        ui.horizontal_wrapped(add);
    });
}
