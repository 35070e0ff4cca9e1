//! *Help → Save a diagnostic file*: what would be written, before it is written. Input: the project,
//! what the user ticks. Output: a new file, or the text to copy. The text is made on a thread of its
//! own, because the log is read from disk.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use eframe::egui::{self, Id, Label, Modal, RichText, ScrollArea, Ui};

use crate::action::{Action, Notice, PathPurpose};
use crate::background::project::Wake;
use crate::state::settings::documents_folder;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::theme::dialog;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::project;
use bowerbird_engine::project::diagnostic_file::{
    DiagnosticParts, diagnostic_name, diagnostic_text, write_diagnostic,
};
use bowerbird_engine::types::Message;

/// What a thread did.
enum Answer {
    /// The text with these parts.
    Text(DiagnosticParts, String),
    /// The file was written, or why not.
    Written(Result<(), Message>),
}

/// The open dialog.
pub struct DiagnosticDialog {
    project: Option<PathBuf>,
    parts: DiagnosticParts,
    /// The file, as typed.
    pub path: String,
    text: Option<String>,
    fault: Option<Message>,
    is_writing: bool,
    sender: Sender<Answer>,
    answers: Receiver<Answer>,
    wake: Wake,
}

impl DiagnosticDialog {
    /// Begins to make the text about the project.
    pub fn new(project: Option<PathBuf>, wake: &Wake) -> Self {
        // At most one answer for each change of a tick box, and one for the file.
        let (sender, answers) = channel();
        let dialog = Self {
            project,
            parts: DiagnosticParts::default(),
            path: documents_folder()
                .join(diagnostic_name())
                .display()
                .to_string(),
            text: None,
            fault: None,
            is_writing: false,
            sender,
            answers,
            wake: Arc::clone(wake),
        };
        dialog.make();
        dialog
    }

    fn make(&self) {
        let (project, parts) = (self.project.clone(), self.parts);
        self.on_a_thread(move || {
            let store = project.and_then(|path| project::read(&path).ok());
            Answer::Text(parts, diagnostic_text(store.as_ref(), parts))
        });
    }

    fn write(&mut self) {
        let Some(text) = self.text.clone() else {
            return;
        };
        (self.is_writing, self.fault) = (true, None);
        let path = PathBuf::from(self.path.trim());
        self.on_a_thread(move || {
            Answer::Written(write_diagnostic(&path, &text).map_err(|error| error.0))
        });
    }

    fn on_a_thread(&self, work: impl FnOnce() -> Answer + Send + 'static) {
        let (sender, wake) = (self.sender.clone(), Arc::clone(&self.wake));
        let spawned = std::thread::Builder::new()
            .name("diagnostic-file".to_owned())
            .spawn(move || {
                // The dialog may have been closed meanwhile.
                let _ = sender.send(work());
                wake();
            });
        if let Err(error) = spawned {
            tracing::warn!(%error, "thread");
        }
    }

    /// Takes what came from threads; returns whether the file was written.
    fn receive(&mut self) -> bool {
        while let Ok(answer) = self.answers.try_recv() {
            match answer {
                Answer::Text(parts, text) if parts == self.parts => self.text = Some(text),
                Answer::Text(..) => {}
                Answer::Written(Ok(())) => return true,
                Answer::Written(Err(fault)) => {
                    (self.is_writing, self.fault) = (false, Some(fault));
                }
            }
        }
        false
    }
}

/// Draws the dialog; returns false when it is done.
pub fn diagnostic_ui(
    ctx: &egui::Context,
    look: &UiContext,
    open: &mut DiagnosticDialog,
    actions: &mut Vec<Action>,
) -> bool {
    if open.receive() {
        let done = Message::new("diagnostic-written").with("path", open.path.trim());
        actions.push(Action::Notify(Notice::success(done)));
        return false;
    }
    let room = ctx.content_rect().size();
    let shown = Modal::new(Id::unique("diagnostic-file"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 760.0));
            ui.label(look.title(look.t("diagnostic-title")).strong());
            ui.add(Label::new(look.hint(look.t("diagnostic-hint"))).wrap());
            parts_ui(ui, look, open);
            text_ui(ui, look, open, (room.y - 360.0).clamp(80.0, 480.0));
            path_ui(ui, look, open, actions);
            if let Some(fault) = &open.fault {
                let text = look.coloured(look.text(fault), look.tokens.bad);
                ui.add(Label::new(text).wrap());
            }
            ui.add_space(8.0);
            buttons_ui(ui, look, open, actions)
        });
    shown.inner && !shown.should_close()
}

fn parts_ui(ui: &mut Ui, look: &UiContext, open: &mut DiagnosticDialog) {
    let before = open.parts;
    ui.tick(&mut open.parts.names, look.t("diagnostic-with-names"));
    ui.tick(&mut open.parts.full_log, look.t("diagnostic-with-log"));
    if open.parts != before {
        open.text = None;
        open.make();
    }
}

fn text_ui(ui: &mut Ui, look: &UiContext, open: &DiagnosticDialog, height: f32) {
    ScrollArea::both()
        .id_salt("diagnostic-text")
        .max_height(height)
        .min_scrolled_height(height)
        .auto_shrink(false)
        .show(ui, |ui| match &open.text {
            Some(text) => {
                ui.add(Label::new(RichText::new(text).monospace()).extend());
            }
            None => {
                ui.label(look.hint(look.t("diagnostic-making")));
            }
        });
}

fn path_ui(ui: &mut Ui, look: &UiContext, open: &mut DiagnosticDialog, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 130.0).max(120.0);
        fields::code_field(ui, look, "diagnostic-path", &mut open.path, "", width);
        fields::beside(ui, |ui| {
            if ui.button(look.t("app-browse")).clicked() {
                actions.push(Action::PickPath(PathPurpose::DiagnosticFile));
            }
        });
    });
}

/// Returns false when the dialog is to close.
fn buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    open: &mut DiagnosticDialog,
    actions: &mut Vec<Action>,
) -> bool {
    let mut stays = true;
    ui.horizontal_wrapped(|ui| {
        let is_ready = open.text.is_some() && !open.is_writing;
        let usable = is_ready && !open.path.trim().is_empty();
        if look
            .primary_if(ui, usable, look.t("diagnostic-save"))
            .clicked()
        {
            open.write();
        }
        let copy = egui::Button::new(look.t("diagnostic-copy"));
        if ui.add_enabled(open.text.is_some(), copy).clicked() {
            actions.extend(open.text.clone().map(Action::Copy));
        }
        stays = !ui.button(look.t("app-page-file-cancel")).clicked();
    });
    stays
}
