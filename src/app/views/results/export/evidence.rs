//! The form that saves pages of records as evidence: which file, and what will be in it.

use eframe::egui::{Key, Label, Modifiers, Ui};
use std::path::PathBuf;

use crate::action::{Action, PathPurpose};
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::results::ResultsState;
use crate::widgets::fields;
use crate::widgets::job_progress::background_job_ui;
use bowerbird_engine::types::RecordId;
use bowerbird_engine::{BackgroundJobKind, BackgroundJobProgress, Command, ExportCommand};

/// The open form.
#[derive(Clone, Debug, Default)]
pub struct EvidenceForm {
    /// The records.
    pub records: Vec<RecordId>,
    /// The file, as typed.
    pub path: String,
    /// Whether a file that is there is replaced.
    pub replaces: bool,
    /// How far it is written; `None` before that begins.
    pub progress: Option<BackgroundJobProgress>,
}

impl EvidenceForm {
    /// For some records.
    pub fn of(records: Vec<RecordId>) -> Self {
        Self {
            records,
            ..Self::default()
        }
    }

    /// Takes a file that a dialog of the system asked for: it asks before one is replaced.
    pub fn file_chosen(&mut self, path: String) {
        (self.path, self.replaces) = (path, true);
    }
}

/// Draws the form while it is open.
pub(in crate::views::results) fn evidence_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    let Some(form) = &mut state.evidence else {
        return;
    };
    let escape = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    // While the file is written the form shows how far that is; it has a button that stops it.
    let mut ends = escape && form.progress.is_none();
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(look.title(look.t1("app-evidence-title", "count", form.records.len())));
        ui.add(Label::new(look.hint(look.t("app-evidence-hint"))).wrap());
        if let Some(progress) = &form.progress {
            background_job_ui(ui, look, progress, "app-evidence-writing");
            if ui.button(look.t("export-app-cancel")).clicked() {
                let cancel = ExportCommand::Cancel(BackgroundJobKind::Evidence);
                actions.push(Action::Send(Command::Exports(cancel)));
            }
            return;
        }
        let mut entered = false;
        ui.horizontal_wrapped(|ui| {
            let width = (ui.available_size_before_wrap().x - 300.0).clamp(160.0, 560.0);
            let field = fields::code_field(ui, look, "app-export-path", &mut form.path, "", width);
            entered = fields::entered(ui, &field);
            if field.changed() {
                form.replaces = false;
            }
            fields::beside(ui, |ui| {
                if ui.button(look.t("app-browse")).clicked() {
                    actions.push(Action::PickPath(PathPurpose::Evidence));
                }
            });
        });
        ui.tick(&mut form.replaces, look.t("app-evidence-replace"));
        ui.horizontal_wrapped(|ui| {
            let path = form.path.trim();
            let usable = !path.is_empty();
            let save = look.primary_if(ui, usable, look.t("app-evidence-save"));
            if usable && (save.clicked() || entered) {
                let order = ExportCommand::WriteEvidence {
                    records: form.records.clone(),
                    path: PathBuf::from(path),
                    replaces: form.replaces,
                };
                actions.push(Action::Send(Command::Exports(order)));
                form.progress = Some(BackgroundJobProgress::default());
            }
            ends |= look.quiet(ui, look.t("app-close")).clicked();
        });
    });
    if ends {
        state.evidence = None;
    }
}
