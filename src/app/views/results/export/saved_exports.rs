//! Exports saved in the project: run again on demand, or after each run.

use eframe::egui::{Button, Ui};

use super::scope::scope;
use super::{ExportScope, ResultsState, began, filter, is_usable, secret};
use crate::action::Action;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use bowerbird_engine::types::{Message, SavedExport};
use bowerbird_engine::{Command, ExportCommand};

/// Draws the saved exports, and the line that saves the form.
pub(super) fn saved_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ResultsState,
    actions: &mut Vec<Action>,
) {
    let saved = state.export.saved.clone();
    for export in &saved {
        line_ui(ui, look, state, export, actions);
    }
    ui.horizontal_wrapped(|ui| {
        fields::text_field(
            ui,
            look,
            "export-app-name",
            &mut state.export.name,
            "",
            180.0,
        );
        fields::beside(ui, |ui| {
            ui.tick(&mut state.export.after_run, look.t("export-app-after-run"));
            let usable = is_usable(state) && !state.export.name.trim().is_empty();
            let ticked = scope(state) == ExportScope::Ticked;
            let keep = Button::new(look.t("export-app-keep"));
            let mut keep = ui.add_enabled(usable && !ticked, keep);
            if ticked {
                keep = disabled_because(keep, &look.t("export-app-why-ticked-kept"));
            }
            if keep.clicked() {
                let job = state.export.job(filter(state), &state.export_path);
                let export = SavedExport {
                    name: state.export.name.trim().to_owned(),
                    job,
                    after_run: state.export.after_run,
                };
                let secret = secret(&state.export);
                actions.push(Action::Send(Command::Exports(ExportCommand::Save {
                    export,
                    secret,
                })));
            }
        });
    });
}

fn line_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut ResultsState,
    export: &SavedExport,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.strong(&export.name);
        ui.label(look.hint(format!(
            "{} · {}",
            look.t(&format!("export-app-{}", export.job.format.name())),
            export.job.target
        )));
        if export.after_run {
            ui.label(look.hint(look.t("export-app-after-run")));
        }
        let name = export.name.as_str();
        let write = Button::new(look.t("export-app-write-saved"));
        if ui.add_enabled(!state.export_runs, write).clicked() {
            began(state);
            let name = name.to_owned();
            actions.push(Action::Send(Command::Exports(ExportCommand::WriteSaved {
                name,
            })));
        }
        if look.quiet(ui, look.t("export-app-take-up")).clicked() {
            state.export_path = state.export.load(export);
        }
        let remove = look.text(&Message::new("export-app-remove").with("name", name));
        if look.quiet(ui, remove).clicked() {
            let name = name.to_owned();
            actions.push(Action::Send(Command::Exports(ExportCommand::Remove {
                name,
            })));
        }
    });
}
