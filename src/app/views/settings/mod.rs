//! Settings: language, theme, the project, the passphrase of the secrets file.

mod alert_services;
mod alerts;
mod backups;
mod search;
mod storage;
mod storage_check;
mod texts;

use eframe::egui::{RichText, Ui};

pub use alerts::AlertsState;
pub use backups::{BackupsState, bytes_ui};
pub use search::{Section, SectionSearch};
pub use storage::StorageState;
pub use texts::TextsState;

use crate::action::{Action, AlertAction};
use crate::background::DataQuery;
use crate::shortcuts::UiCommand;
use crate::state::app_state::AppState;
use crate::state::settings::{NotifySettings, SIZES, ThemeChoice};
use crate::style::choices::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use bowerbird_engine::types::{Language, MIN_PASSPHRASE_CHARS, Message, QuietHours, Secret};

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub struct SettingsState {
    /// The search.
    pub search: SectionSearch,
    /// The passphrase as typed.
    pub passphrase: String,
    /// The new one, as typed.
    pub new_passphrase: String,
    /// The same once more.
    pub new_again: String,
    /// Stored pages, and archives.
    pub storage: StorageState,
    /// Backups of the project.
    pub backups: BackupsState,
    /// The project's text settings.
    pub texts: TextsState,
    /// Alerts of the project.
    pub alerts: AlertsState,
    /// Notification settings, as stored.
    pub notify: NotifySettings,
    /// The quiet hours being typed; `None` otherwise.
    pub quiet: Option<String>,
    /// Why the desktop showed nothing the last time.
    pub desk_fault: Option<Message>,
}

/// Draws the view; `theme` and `size` (in per cent) are the current choices.
pub fn settings_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    (theme, size): (ThemeChoice, u16),
    state: &mut SettingsState,
    actions: &mut Vec<Action>,
) {
    look.view_title(ui, "app-view-settings");
    search::search_ui(ui, look, &mut state.search);
    eframe::egui::ScrollArea::vertical()
        .id_salt("settings")
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.set_max_width(640.0);
            let mut shown = 0;
            for section in Section::ALL {
                let of_project = matches!(
                    section,
                    Section::Alerts | Section::Storage | Section::Texts | Section::Backups
                );
                let is_there = !of_project || world.project.is_some();
                if is_there && state.search.holds(section) {
                    shown += 1;
                    panel(look).show(ui, |ui| {
                        ui.set_width(ui.available_width());
                        section_ui(ui, look, world, section, (theme, size), state, actions);
                    });
                }
            }
            if shown == 0 {
                ui.label(look.hint(look.t("settings-search-none")));
            }
            if look.quiet(ui, look.t("app-command-shortcuts")).clicked() {
                actions.push(Action::Ui(UiCommand::Shortcuts));
            }
        });
}

fn section_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    section: Section,
    (theme, size): (ThemeChoice, u16),
    state: &mut SettingsState,
    actions: &mut Vec<Action>,
) {
    match section {
        Section::Language => choices(ui, look, section, |ui| {
            for language in Language::ALL {
                let chosen = look.texts.language() == language;
                if ui.option(chosen, language.own_name()).clicked() {
                    actions.push(Action::SetLanguage(language));
                }
            }
        }),
        Section::Theme => choices(ui, look, section, |ui| {
            for (choice, id) in ThemeChoice::ALL {
                if ui.option(theme == choice, look.t(id)).clicked() {
                    actions.push(Action::SetTheme(choice));
                }
            }
        }),
        Section::Size => choices(ui, look, section, |ui| {
            for percent in SIZES {
                let words = format!("{percent}%");
                if ui.option(size == percent, words).clicked() {
                    actions.push(Action::SetSize(percent));
                }
            }
        }),
        Section::Notices => notify_ui(ui, look, state, actions),
        Section::Alerts => alerts::alerts_ui(ui, look, world, &mut state.alerts, actions),
        Section::Project => project_ui(ui, look, world, actions),
        Section::Texts => texts::texts_ui(ui, look, &mut state.texts, actions),
        Section::Storage => storage::storage_ui(ui, look, &mut state.storage, actions),
        Section::Backups => backups::backups_ui(ui, look, &mut state.backups, actions),
        Section::Secrets => secrets_ui(ui, look, world, state, actions),
    }
}

fn project_ui(ui: &mut Ui, look: &UiContext, world: &AppState, actions: &mut Vec<Action>) {
    ui.label(look.title(look.t("app-settings-project")));
    if let Some(path) = &world.project {
        ui.label(RichText::new(path.display().to_string()).monospace());
    }
    if ui.button(look.t("app-settings-close-project")).clicked() {
        actions.push(Action::CloseProject);
    }
}

fn secrets_ui(
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
fn passphrase_fault(typed: &str) -> Option<&'static str> {
    match typed.chars().count() {
        0 => Some("app-notice-passphrase-needed"),
        count if count < MIN_PASSPHRASE_CHARS => Some("app-notice-passphrase-short"),
        _ => None,
    }
}

/// A new passphrase that replaces the typed one.
fn rekey_ui(
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

/// What is reported about sites, and when not.
fn notify_ui(ui: &mut Ui, look: &UiContext, state: &mut SettingsState, actions: &mut Vec<Action>) {
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

/// Choices side by side below their title.
fn choices(ui: &mut Ui, look: &UiContext, section: Section, add: impl FnOnce(&mut Ui)) {
    ui.label(look.title(look.t(section.title())));
    ui.horizontal_wrapped(add);
}
