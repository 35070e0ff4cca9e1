//! Settings: a check of the project with its archives, and its results.

use eframe::egui::{Button, Ui};

use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, StorageReport};
use bowerbird_engine::{Command, ExportCommand};

/// The state of the section.
#[derive(Clone, Debug, Default)]
pub struct CheckState {
    /// The result.
    pub report: Option<StorageReport>,
    /// Whether faults were to be repaired too.
    repair: bool,
}

/// Draws the section; returns the command that starts a check. None can start while the storage is
/// `busy`.
pub fn check_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut CheckState,
    busy: bool,
) -> Option<Command> {
    ui.label(look.t("check-title"));
    ui.label(look.hint(look.t("check-hint")));
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        let check = Button::new(look.t("check-button"));
        if ui.add_enabled(!busy, check).clicked() {
            wanted = Some(false);
        }
        let report = state.report.as_ref();
        let mendable = report.is_some_and(StorageReport::is_repairable);
        let mend = Button::new(look.t("check-repair-button"));
        if mendable && ui.add_enabled(!busy, mend).clicked() {
            wanted = Some(true);
        }
    });
    if let Some(report) = &state.report {
        report_ui(ui, look, report, state.repair);
    }
    let repair = wanted?;
    *state = CheckState {
        report: None,
        repair,
    };
    Some(Command::Exports(ExportCommand::Check { repair }))
}

fn report_ui(ui: &mut Ui, look: &UiContext, report: &StorageReport, repair: bool) {
    let tokens = &look.tokens;
    let colour = match report.is_clean() {
        true => tokens.ok,
        false => tokens.warn,
    };
    ui.label(look.coloured(look.text(&report.summary()), colour));
    for (number, finding) in report.findings.iter().enumerate() {
        ui.push_id(("check-finding", number), |ui| {
            ui.label(look.text(&finding.explain()));
            ui.indent("check-finding", |ui| {
                for example in finding.examples.iter().filter(|text| !text.is_empty()) {
                    ui.label(look.hint(example.as_str()));
                }
                ui.label(look.hint(look.text(&finding.outcome(repair))));
            });
        });
    }
    for copy in &report.copies {
        let copy = Message::new("check-copy").with("path", copy.display().to_string());
        ui.label(look.hint(look.text(&copy)));
    }
}
