//! The shortcut sheet: every command with its keys, from the same enum that the keyboard uses.

use eframe::egui::{self, Grid, Id, Modal, RichText};

use super::command::{UiCommand, shown_key};
use super::look::Look;

/// Draws the sheet; false when it is to be closed.
pub fn sheet_ui(ctx: &egui::Context, look: &Look) -> bool {
    let response = Modal::new(Id::unique("shortcut-sheet")).show(ctx, |ui| {
        ui.set_width(520.0);
        ui.label(look.title(look.t("app-command-shortcuts")).strong());
        ui.add_space(8.0);
        let height = (ctx.content_rect().height() - 160.0).max(120.0);
        egui::ScrollArea::vertical()
            .max_height(height)
            .show(ui, |ui| {
                ui.set_width(ui.available_width());
                Grid::new("shortcuts")
                    .num_columns(2)
                    .spacing([24.0, 6.0])
                    .show(ui, |ui| {
                        for command in UiCommand::ALL {
                            let keys: Vec<String> = command
                                .keys()
                                .iter()
                                .map(|key| shown_key(ctx, key))
                                .collect();
                            ui.label(
                                RichText::new(keys.join("  "))
                                    .monospace()
                                    .color(look.tokens.accent),
                            );
                            ui.label(look.t(command.tooltip_id()));
                            ui.end_row();
                        }
                        for id in ["app-keys-arrows", "app-keys-canvas", "app-keys-tab"] {
                            ui.label(
                                RichText::new(look.t(id))
                                    .monospace()
                                    .color(look.tokens.accent),
                            );
                            ui.label(look.t(&format!("{id}-tip")));
                            ui.end_row();
                        }
                    });
            });
        ui.add_space(8.0);
        ui.button(look.t("app-close")).clicked()
    });
    !(response.inner || response.should_close())
}
