//! The changes that are shown, as a file: the choice of a format, and what is written.

use eframe::egui::Ui;

use super::ChangesState;
use crate::action::{Action, PathPurpose};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{ChangesExport, ChangesFormat, ExportOptions, Message};

impl ChangesState {
    /// What is written of the changes that the filter shows.
    pub fn export(
        &self,
        look: &UiContext,
        world: &AppState,
        format: ChangesFormat,
    ) -> ChangesExport {
        let site = self.filter.site.and_then(|site| world.site(site));
        let of = site
            .map(|site| site.name.clone())
            .or(self.filter.tag.clone());
        let title = match of {
            Some(of) => Message::new("changes-feed-title").with("of", of),
            None => Message::new("app-view-changes"),
        };
        let options = ExportOptions {
            title: look.text(&title),
            ..ExportOptions::default()
        };
        ChangesExport {
            filter: self.filter.clone(),
            format,
            language: look.language(),
            options,
        }
    }
}

/// Draws the menu of formats.
pub(super) fn export_ui(ui: &mut Ui, look: &UiContext, actions: &mut Vec<Action>) {
    let menu = ui.menu_button(look.t("changes-export"), |ui| {
        for format in ChangesFormat::ALL {
            let word = look.t(&format!("changes-as-{}", format.name()));
            if ui.button(word).clicked() {
                actions.push(Action::PickPath(PathPurpose::Changes(format)));
                ui.close();
            }
        }
    });
    menu.response.on_hover_text(look.t("changes-export-tip"));
}
