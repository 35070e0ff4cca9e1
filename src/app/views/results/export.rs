//! The export line: a path, typed or chosen, and one button.

use std::path::{Path, PathBuf};

use eframe::egui::{Button, Ui};

use super::ResultsState;
use crate::app::action::{Action, PathPurpose};
use crate::app::look::Look;
use crate::app::views::panel;
use crate::app::widgets::fields;
use crate::engine::Command;
use crate::engine::types::{Format, Message};

/// Draws the line.
pub fn export_ui(ui: &mut Ui, look: &Look, state: &mut ResultsState, actions: &mut Vec<Action>) {
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 300.0).clamp(140.0, 560.0);
            let field = fields::code_field(
                ui,
                look,
                "app-export-path",
                &mut state.export_path,
                "",
                width,
            );
            let entered = fields::entered(ui, &field);
            fields::beside(ui, |ui| {
                ui.horizontal(|ui| {
                    if ui.button(look.t("app-browse")).clicked() {
                        actions.push(Action::PickPath(PathPurpose::Export));
                    }
                    let typed = state.export_path.trim().to_owned();
                    let usable = !typed.is_empty() && !state.export_runs;
                    let write = ui.add_enabled(usable, Button::new(look.t("app-export-write")));
                    if (write.clicked() || entered) && usable {
                        state.export_runs = true;
                        state.exported = None;
                        actions.push(Action::Send(command(state, &typed)));
                    }
                    if look.quiet(ui, look.t("app-close")).clicked() {
                        state.exporting = false;
                    }
                });
            });
        });
        if state.export_runs {
            ui.label(look.hint(look.t("app-export-running")));
        } else if let Some((path, rows)) = &state.exported {
            let done = Message::new("app-export-done")
                .with("count", *rows)
                .with("path", path.display().to_string());
            ui.label(look.coloured(look.say(&done), look.tokens.ok));
        } else {
            ui.label(look.hint(look.t("app-export-hint")));
        }
    });
}

/// The export of what the table shows; the file's extension decides on the format.
fn command(state: &ResultsState, typed: &str) -> Command {
    let path = PathBuf::from(typed);
    Command::Export {
        format: format_of(&path),
        filter: state.filter(),
        columns: Vec::new(),
        path,
    }
}

fn format_of(path: &Path) -> Format {
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    Format::ALL
        .into_iter()
        .find(|format| extension.as_deref() == Some(format.name()))
        .unwrap_or(Format::Csv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides_and_csv_is_the_default() {
        assert_eq!(format_of(Path::new("a/b.JSONL")), Format::Jsonl);
        assert_eq!(format_of(Path::new("a/b.csv")), Format::Csv);
        assert_eq!(format_of(Path::new("records")), Format::Csv);
    }
}
