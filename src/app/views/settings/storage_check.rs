//! Settings: a check of the project with its archives, and what it found.

use eframe::egui::{Button, Ui};

use super::storage::StorageState;
use crate::action::Action;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, StorageReport};
use bowerbird_engine::{Command, ExportOrder};

/// What the part remembers.
#[derive(Clone, Debug, Default)]
pub struct CheckState {
    /// What was found.
    report: Option<StorageReport>,
    /// Whether it was to be mended too.
    repair: bool,
}

impl StorageState {
    /// A check ended; `None` when it was stopped.
    pub fn checked(&mut self, report: Option<StorageReport>) {
        if report.is_none() {
            self.told = Some(Message::new("check-stopped"));
        }
        self.check.report = report;
    }
}

/// Draws the part.
pub fn check_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut StorageState,
    actions: &mut Vec<Action>,
) {
    ui.label(look.t("check-title"));
    ui.label(look.hint(look.t("check-hint")));
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        let check = Button::new(look.t("check-button"));
        if ui.add_enabled(!state.busy, check).clicked() {
            wanted = Some(false);
        }
        let report = state.check.report.as_ref();
        let mendable = report.is_some_and(StorageReport::can_be_mended);
        let mend = Button::new(look.t("check-repair-button"));
        if mendable && ui.add_enabled(!state.busy, mend).clicked() {
            wanted = Some(true);
        }
    });
    if let Some(report) = &state.check.report {
        report_ui(ui, look, report, state.check.repair);
    }
    if let Some(repair) = wanted {
        state.began();
        state.check = CheckState {
            report: None,
            repair,
        };
        actions.push(Action::Send(Command::Exports(ExportOrder::Check {
            repair,
        })));
    }
}

fn report_ui(ui: &mut Ui, look: &UiContext, report: &StorageReport, repair: bool) {
    let tokens = &look.tokens;
    let colour = match report.is_clean() {
        true => tokens.ok,
        false => tokens.warn,
    };
    ui.label(look.coloured(look.say(&report.summary()), colour));
    for (number, finding) in report.findings.iter().enumerate() {
        ui.push_id(("check-finding", number), |ui| {
            ui.label(look.say(&finding.explain()));
            ui.indent("check-finding", |ui| {
                for example in finding.examples.iter().filter(|text| !text.is_empty()) {
                    ui.label(look.hint(example.as_str()));
                }
                ui.label(look.hint(look.say(&finding.outcome(repair))));
            });
        });
    }
    for copy in &report.copies {
        let copy = Message::new("check-copy").with("path", copy.display().to_string());
        ui.label(look.hint(look.say(&copy)));
    }
}
