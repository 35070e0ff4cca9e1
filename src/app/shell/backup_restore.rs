//! The shell's handling of restoring a backup: when it is offered, and what is opened afterwards.

use std::path::PathBuf;

use eframe::egui;

use super::Bowerbird;
use crate::action::Notice;
use crate::dialogs::storage::restore_dialog::{Answered, Ended, RestoreDialog, restore_ui};
use crate::notices::Topic;
use bowerbird_engine::project::backups::{BackupInfo, Restored};
use bowerbird_engine::types::{Explain, Message, StoreError};

impl Bowerbird {
    /// Opens a project. A missing one that was open recently may have backups.
    pub(super) fn open_project(&mut self, path: PathBuf) {
        self.close_project();
        let was_there = self.settings.recent.projects.contains(&path);
        if path.exists() || !was_there {
            self.begin_opening(path);
            return;
        }
        let missing = StoreError::Missing { path: path.clone() };
        self.ask_to_restore(path, Some(missing.explain()));
        if let Some(dialog) = &mut self.restoring {
            dialog.is_missing = true;
        }
    }

    /// Handles a project that failed to open; if the file content is the cause, a backup may help.
    pub(super) fn did_not_open(&mut self, path: PathBuf, message: Message) {
        match message.id.as_str() {
            "store-damaged" | "store-foreign-schema" => self.ask_to_restore(path, Some(message)),
            _ => self.notify(Notice::bad(message), Topic::Other),
        }
    }

    /// Asks which backup of the open project to restore.
    pub(super) fn offer_restore(&mut self) {
        if let Some(path) = self.world.project.clone() {
            self.ask_to_restore(path, None);
        }
    }

    fn ask_to_restore(&mut self, path: PathBuf, reason: Option<Message>) {
        let dialog = self.restoring.insert(RestoreDialog::new(path, reason));
        dialog.list_backups(&self.wake);
    }

    /// Handles results of the restore dialog.
    pub(super) fn poll_restoring(&mut self) {
        let Some(dialog) = &mut self.restoring else {
            return;
        };
        match dialog.poll() {
            None => {}
            Some(Ended::NoBackup) => {
                let path = dialog.project.clone();
                self.restoring = None;
                self.begin_opening(path);
            }
            Some(Ended::Restored(restored)) => {
                self.restoring = None;
                self.open_restored(restored);
            }
        }
    }

    fn open_restored(&mut self, restored: Restored) {
        let time = self.look.time(restored.taken_at);
        let told = match &restored.kept {
            None => Message::new("backup-restore-done"),
            Some(kept) => {
                let name = kept.file_name().unwrap_or_default().to_string_lossy();
                Message::new("backup-restore-done-kept").with("path", name.into_owned())
            }
        };
        self.begin_opening(restored.path);
        self.restored = Some(Notice::success(told.with("time", time)));
    }

    /// Draws the dialog, and handles its answer.
    pub(super) fn restore_dialog_ui(&mut self, ctx: &egui::Context) {
        let Some(dialog) = &mut self.restoring else {
            return;
        };
        match restore_ui(ctx, &self.look, dialog) {
            Answered::Waits => {}
            Answered::Leave => {
                let again = dialog.was_open.then(|| dialog.project.clone());
                self.restoring = None;
                if let Some(path) = again {
                    self.begin_opening(path);
                }
            }
            Answered::Restore(backup) => self.restore(*backup),
        }
    }

    fn restore(&mut self, backup: BackupInfo) {
        self.carry_out_removals(true);
        let open = self.project.take();
        let Some(mut dialog) = self.restoring.take() else {
            return;
        };
        self.close_project();
        dialog.restore(backup, open, &self.wake);
        self.restoring = Some(dialog);
    }
}
