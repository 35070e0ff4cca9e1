//! The diagnostic file in the window: its dialog, and the notice at the next start after a panic.
//! Input: the record of the last panic. Output: a notice, the dialog.

use std::path::Path;

use eframe::egui;

use crate::action::{Action, Notice};
use crate::dialogs::diagnostic_file::{DiagnosticDialog, diagnostic_ui};
use crate::notices::Topic;
use crate::shell::Bowerbird;
use crate::shortcuts::UiCommand;
use crate::state::settings;
use bowerbird_engine::types::{Message, state_folder, tell_panic_once};

/// The dialog, and whether there was a panic.
#[derive(Default)]
pub(in crate::shell) struct Diagnostics {
    /// The dialog, while it is open.
    pub dialog: Option<DiagnosticDialog>,
    /// Whether the program broke the last time and the user does not know yet.
    untold: bool,
}

impl Diagnostics {
    /// At a start with the settings in `folder`: the state folder of a window with its own settings
    /// is beside them.
    pub(in crate::shell) fn at_start(folder: &Path) -> Self {
        let state = match folder == settings::config_folder() {
            true => state_folder(),
            false => folder.join("state"),
        };
        Self {
            dialog: None,
            untold: tell_panic_once(&state).is_some(),
        }
    }
}

impl Bowerbird {
    /// Tells of a panic of the last time, when no project is being opened: that clears notices.
    pub(in crate::shell) fn tell_of_panic(&mut self) {
        if self.opening.is_none() && std::mem::take(&mut self.diagnostics.untold) {
            let told = Notice::bad(Message::new("diagnostic-panicked"));
            let save = Action::Ui(UiCommand::Diagnostic);
            let notice = told.offering("app-command-diagnostic", save);
            self.notify(notice, Topic::Other);
        }
    }

    /// Opens the dialog.
    pub(in crate::shell) fn open_diagnostic(&mut self) {
        let project = self.world.project.clone();
        self.diagnostics.dialog = Some(DiagnosticDialog::new(project, &self.wake));
    }

    /// Draws the dialog, if it is open.
    pub(in crate::shell) fn diagnostic_ui(
        &mut self,
        ctx: &egui::Context,
        actions: &mut Vec<Action>,
    ) {
        if let Some(open) = &mut self.diagnostics.dialog
            && !diagnostic_ui(ctx, &self.look, open, actions)
        {
            self.diagnostics.dialog = None;
        }
    }
}
