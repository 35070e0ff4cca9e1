//! Settings: backup options, a manual backup, and restoring one.

use std::path::{Path, PathBuf};

use eframe::egui::{Button, Label, Ui};

use crate::action::{Action, PathPurpose};
use crate::background::DataQuery;
use crate::background::export_facts::ExportAsk;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use crate::widgets::job_progress::share_ui;
use bowerbird_engine::project::backups::{BackupFacts, BackupSettings, FinishedBackup};
use bowerbird_engine::types::{Message, clock_text};
use bowerbird_engine::{BackgroundJobKind, BackgroundJobProgress, Command, ExportCommand};

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct BackupsState {
    known: Option<BackupFacts>,
    asked: bool,
    folder: String,
    days: String,
    weeks: String,
    /// The progress of the current backup.
    pub progress: Option<BackgroundJobProgress>,
    /// The result of the last one.
    pub told: Option<Message>,
}

impl BackupsState {
    /// Handles the backup data.
    pub fn came(&mut self, facts: BackupFacts) {
        let settings = &facts.settings;
        let before = self.known.as_ref().map(|known| &known.settings);
        // Text being typed stays when only a backup was made.
        if before != Some(settings) {
            let folder = settings.folder.as_ref();
            self.folder = folder.map_or_else(String::new, |folder| folder.display().to_string());
            self.days = settings.keep.days.to_string();
            self.weeks = settings.keep.weeks.to_string();
        }
        self.known = Some(facts);
    }

    /// Queries again: something changed.
    pub fn stale(&mut self) {
        self.asked = false;
    }

    /// Handles the end of a backup; `None` when it was cancelled.
    pub fn ended(&mut self, look: &UiContext, taken: Option<&FinishedBackup>) {
        self.progress = None;
        self.told = Some(match taken {
            None => Message::new("backup-stopped"),
            Some(taken) => done(look, taken),
        });
        self.stale();
    }

    /// Handles the folder chosen for backups.
    pub fn folder_chosen(&mut self, path: &Path, actions: &mut Vec<Action>) {
        self.folder = path.display().to_string();
        let typed = self.typed().filter(|typed| Some(typed) != self.settings());
        actions.extend(typed.map(keep));
    }

    fn settings(&self) -> Option<&BackupSettings> {
        self.known.as_ref().map(|known| &known.settings)
    }

    /// The typed settings, if the numbers are valid.
    fn typed(&self) -> Option<BackupSettings> {
        let mut settings = self.settings()?.clone();
        let folder = self.folder.trim();
        settings.folder = (!folder.is_empty()).then(|| PathBuf::from(folder));
        settings.keep.days = self.days.trim().parse().ok()?;
        settings.keep.weeks = self.weeks.trim().parse().ok()?;
        Some(settings)
    }
}

fn done(look: &UiContext, taken: &FinishedBackup) -> Message {
    let size = look.bytes(taken.backup.packed);
    match taken.left_out.as_slice() {
        [] => Message::new("backup-done").with("size", size),
        files => Message::new("backup-done-without")
            .with("size", size)
            .with("files", files.to_vec()),
    }
}

fn keep(settings: BackupSettings) -> Action {
    Action::Send(Command::Exports(ExportCommand::KeepBackups(settings)))
}

/// Draws the section.
pub fn backups_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut BackupsState,
    actions: &mut Vec<Action>,
) {
    if !std::mem::replace(&mut state.asked, true) {
        actions.push(Action::Query(DataQuery::Exports(ExportAsk::Backups)));
    }
    ui.label(look.title(look.t("backup-title")));
    ui.add(Label::new(look.hint(look.t("backup-hint"))).wrap());
    let Some(known) = state.known.clone() else {
        ui.label(look.hint(look.t("app-loading")));
        return;
    };
    let mut on = known.settings.on;
    if ui.tick(&mut on, look.t("backup-daily")).changed() {
        let settings = known.settings.clone();
        actions.push(keep(BackupSettings { on, ..settings }));
    }
    ui.add(Label::new(look.hint(look.t("backup-daily-hint"))).wrap());
    settings_ui(ui, look, state, actions);
    last_ui(ui, look, &known);
    acts_ui(ui, look, state, &known, actions);
}

fn settings_ui(ui: &mut Ui, look: &UiContext, state: &mut BackupsState, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let own = look.t("backup-folder-own");
        fields::code_field(ui, look, "backup-folder", &mut state.folder, &own, 360.0);
        fields::beside(ui, |ui| {
            if ui.button(look.t("backup-choose")).clicked() {
                actions.push(Action::PickPath(PathPurpose::BackupFolder));
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        fields::text_field(ui, look, "backup-days", &mut state.days, "", 90.0);
        fields::text_field(ui, look, "backup-weeks", &mut state.weeks, "", 110.0);
        let typed = state
            .typed()
            .filter(|typed| Some(typed) != state.settings());
        fields::beside(ui, |ui| {
            // “Apply” alone would be the name of another button in the same view.
            let apply = Button::new(look.t("backup-apply"));
            let apply = ui.add_enabled(typed.is_some(), apply);
            let name = look.pair(look.t("backup-title"), look.t("backup-apply"));
            let apply = apply.accessible_name(name);
            actions.extend(typed.filter(|_| apply.clicked()).map(keep));
        });
    });
    if state.typed().is_none() {
        ui.label(look.coloured(look.t("backup-wrong"), look.tokens.bad));
    }
}

fn last_ui(ui: &mut Ui, look: &UiContext, known: &BackupFacts) {
    let words = match known.backups.first() {
        None => look.t("backup-none"),
        Some(last) => {
            let words = Message::new("backup-last")
                .with("time", look.time(last.taken_at))
                .with("size", look.bytes(last.packed))
                .with("count", known.backups.len())
                .with("bytes", look.bytes(known.bytes));
            look.text(&words)
        }
    };
    ui.add(Label::new(words).wrap());
    let lies = look.t1("backup-lies", "folder", known.folder.display().to_string());
    ui.add(Label::new(look.hint(lies)).wrap());
}

fn acts_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut BackupsState,
    known: &BackupFacts,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let is_idle = state.progress.is_none();
        let now = ui.add_enabled(is_idle, Button::new(look.t("backup-now")));
        if now.clicked() {
            state.progress = Some(BackgroundJobProgress::default());
            state.told = None;
            actions.push(Action::Send(Command::Exports(ExportCommand::BackUp)));
        }
        let any = is_idle && !known.backups.is_empty();
        let restore = ui.add_enabled(any, Button::new(look.t("backup-restore")));
        if restore.clicked() {
            actions.push(Action::OfferRestore);
        }
    });
    if let Some(progress) = &state.progress {
        ui.horizontal_wrapped(|ui| {
            bytes_ui(ui, look, progress, "backup-progress", "backup-working");
            if ui.button(look.t("backup-cancel")).clicked() {
                let cancel = ExportCommand::Cancel(BackgroundJobKind::Backup);
                actions.push(Action::Send(Command::Exports(cancel)));
            }
        });
    } else if let Some(told) = &state.told {
        let colour = match told.id == "backup-done" {
            true => look.tokens.ok,
            false => look.tokens.warn,
        };
        ui.add(Label::new(look.coloured(look.text(told), colour)).wrap());
    }
}

/// Draws the progress in bytes: a bar, a count in the message `count`, and the remaining time;
/// `begun` while nothing is reported yet.
pub fn bytes_ui(
    ui: &mut Ui,
    look: &UiContext,
    progress: &BackgroundJobProgress,
    count: &str,
    begun: &str,
) {
    let Some((of, share)) = progress.of.zip(progress.share()) else {
        ui.label(look.hint(look.t(begun)));
        return;
    };
    share_ui(ui, look, share, "backup-share");
    let words = Message::new(count)
        .with("done", look.bytes(progress.rows))
        .with("of", look.bytes(of));
    ui.label(look.hint(look.text(&words)));
    if let Some(left) = progress.seconds_left {
        let left = look.t1("app-runs-live-left", "left", clock_text(left));
        ui.label(look.hint(left));
    }
}
