//! The shortcut sheet: every command with its keys, by view, from the same table that the keyboard
//! uses; and the keys of pages and tables.

use eframe::egui::{self, Grid, Id, Modal, RichText, Ui};

use crate::shortcuts::{FURTHER_KEYS, Group, UiCommand, View, shown_key};
use crate::style::theme::dialog;
use crate::style::ui_context::UiContext;

/// Minimum width of the keys, so that descriptions are aligned across all groups.
const KEYS: f32 = 168.0;

/// Draws the sheet; returns false when it is to be closed.
pub fn sheet_ui(ctx: &egui::Context, look: &UiContext) -> bool {
    let room = ctx.content_rect().size();
    let response = Modal::new(Id::unique("shortcut-sheet"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 860.0));
            ui.label(look.title(look.t("app-command-shortcuts")).strong());
            ui.add_space(8.0);
            let height = (room.y - 160.0).max(120.0);
            egui::ScrollArea::vertical()
                .max_height(height)
                .show(ui, |ui| {
                    ui.set_width(ui.available_width());
                    groups_ui(ui, look);
                });
            ui.add_space(8.0);
            ui.button(look.t("app-close")).clicked()
        });
    // The key that opened it closes it, too.
    let keys = UiCommand::Shortcuts.keys().iter();
    let again = keys
        .into_iter()
        .any(|key| ctx.input_mut(|input| input.consume_shortcut(key)));
    !(response.inner || response.should_close() || again)
}

/// The groups, side by side if there is room: global ones, and the others.
fn groups_ui(ui: &mut Ui, look: &UiContext) {
    let (everywhere, others) = Group::ALL.split_at(1);
    if ui.available_width() < 640.0 {
        for group in Group::ALL {
            group_ui(ui, look, group);
        }
        return;
    }
    ui.columns(2, |columns| {
        if let [left, right] = columns {
            for group in everywhere {
                group_ui(left, look, *group);
            }
            for group in others {
                group_ui(right, look, *group);
            }
        }
    });
}

fn group_ui(ui: &mut Ui, look: &UiContext, group: Group) {
    ui.spacing_mut().interact_size.y = 18.0;
    ui.label(look.title(look.t(group.text_id())));
    Grid::new(("shortcuts", group.text_id()))
        .num_columns(2)
        .min_col_width(KEYS)
        .spacing([16.0, 4.0])
        .show(ui, |ui| {
            let commands = UiCommand::ALL.iter().filter(|c| c.group() == group);
            for command in commands.filter(|command| !command.keys().is_empty()) {
                let keys: Vec<String> = command
                    .keys()
                    .iter()
                    .map(|key| shown_key(ui.ctx(), key))
                    .collect();
                let tip = look.t(&command.tooltip_id());
                // What a view is for does not say that the key shows it.
                let view = View::ALL.iter().find(|view| view.command() == *command);
                let does = match view {
                    Some(view) => look.pair(look.t(&format!("app-view-{}", view.key())), tip),
                    None => tip,
                };
                row_ui(ui, look, &keys.join("  "), &does);
            }
            for (_, id) in FURTHER_KEYS.iter().filter(|(of, _)| *of == group) {
                row_ui(ui, look, &look.t(id), &look.t(&format!("{id}-tip")));
            }
        });
    ui.add_space(12.0);
}

fn row_ui(ui: &mut Ui, look: &UiContext, keys: &str, does: &str) {
    ui.label(RichText::new(keys).monospace().color(look.tokens.accent));
    ui.add(egui::Label::new(does).wrap());
    ui.end_row();
}
