//! Settings: language, theme, the project, the passphrase of the secrets file.

mod alert_services;
mod alerts;
mod backups;
mod conditions;
mod filters;
mod notification_section;
mod other_programs;
mod passphrase_section;
mod search;
mod storage;
mod storage_check;
mod texts;

use eframe::egui::{RichText, Ui};

pub use alerts::AlertsState;
pub use backups::{BackupsState, bytes_ui};
pub use filters::{FiltersState, filters_ui};
pub use other_programs::browser::BrowserState;
pub use other_programs::serve::ServeSettings;
pub use other_programs::workers::WorkersState;
pub use search::{Section, SectionSearch};
pub use storage::StorageState;
pub use texts::TextsState;

use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::state::app_state::AppState;
use crate::state::settings::{NotifySettings, SIZES, ThemeChoice};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Language, Message};
use notification_section::notify_ui;
use passphrase_section::secrets_ui;

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
    /// Filters of the project.
    pub filters: FiltersState,
    /// The browser for pages that scripts make.
    pub browser: BrowserState,
    /// Workers on other machines.
    pub workers: WorkersState,
    /// Answers to other programs.
    pub serve: ServeSettings,
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
                    Section::Alerts
                        | Section::Filters
                        | Section::Browser
                        | Section::Workers
                        | Section::Storage
                        | Section::Texts
                        | Section::Backups
                        | Section::Serve
                        | Section::SentPages
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
        Section::Filters => {
            ui.label(look.title(look.t(section.title())));
            filters_ui(ui, look, world, None, &mut state.filters, actions);
        }
        Section::Browser => {
            other_programs::browser::browser_ui(ui, look, &mut state.browser, actions)
        }
        Section::Workers => {
            other_programs::workers::workers_ui(ui, look, &mut state.workers, actions)
        }
        Section::Project => project_ui(ui, look, world, actions),
        Section::Texts => texts::texts_ui(ui, look, &mut state.texts, actions),
        Section::Storage => storage::storage_ui(ui, look, &mut state.storage, actions),
        Section::Backups => backups::backups_ui(ui, look, &mut state.backups, actions),
        Section::Serve => other_programs::serve::serve_ui(ui, look, &mut state.serve, actions),
        Section::SentPages => other_programs::sent_pages::sent_pages_ui(ui, look, world, actions),
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

/// Choices side by side below their title.
fn choices(ui: &mut Ui, look: &UiContext, section: Section, add: impl FnOnce(&mut Ui)) {
    ui.label(look.title(look.t(section.title())));
    ui.horizontal_wrapped(add);
}
