//! *Help → About*: the version, the commit it was built from, and the libraries inside with their
//! licences.

use std::sync::OnceLock;

use eframe::egui::{self, Grid, Id, Modal, ScrollArea, Ui};

use crate::style::theme::dialog;
use crate::style::ui_context::UiContext;

/// Name, version and licence of each library, one a line; written by `packaging/licences list`.
const LIBRARIES: &str = include_str!("../../../assets/licences.txt");

/// The commit, as the program names it at its start.
static COMMIT: OnceLock<&'static str> = OnceLock::new();

/// Notes the commit that this program was built from; `unknown` where nobody knows.
pub fn built_from(commit: &'static str) {
    let _ = COMMIT.set(commit);
}

/// Whether the dialog is open; here because nothing else needs to know.
fn open_id() -> Id {
    Id::unique("about-is-open")
}

/// Opens the dialog.
pub fn open(ctx: &egui::Context) {
    ctx.data_mut(|data| data.insert_temp(open_id(), true));
}

/// Draws the dialog, if it is open.
pub fn about_ui(ctx: &egui::Context, look: &UiContext) {
    let is_open = ctx.data(|data| data.get_temp(open_id()).unwrap_or(false));
    if !is_open {
        return;
    }
    let room = ctx.content_rect().size();
    let response = Modal::new(Id::unique("about"))
        .frame(dialog(ctx))
        .show(ctx, |ui| {
            ui.set_width((room.x - 64.0).clamp(240.0, 560.0));
            ui.label(look.title(look.t("app-about")).strong());
            ui.add_space(8.0);
            facts_ui(ui, look);
            ui.add_space(8.0);
            libraries_ui(ui, look, (room.y - 320.0).clamp(120.0, 420.0));
            ui.add_space(8.0);
            ui.button(look.t("app-close")).clicked()
        });
    if response.inner || response.should_close() {
        ctx.data_mut(|data| data.insert_temp(open_id(), false));
    }
}

/// What a report of a fault should name; it can be selected and copied.
fn facts_ui(ui: &mut Ui, look: &UiContext) {
    ui.label(look.t1("app-menu-version", "version", env!("CARGO_PKG_VERSION")));
    let commit = COMMIT.get().copied().unwrap_or("unknown");
    if commit == "unknown" {
        ui.label(look.t("app-about-commit-unknown"));
    } else {
        ui.label(look.t1("app-about-commit", "commit", commit));
    }
    ui.label(look.t("app-about-licence"));
}

/// The libraries in a table that scrolls.
fn libraries_ui(ui: &mut Ui, look: &UiContext, height: f32) {
    let count = LIBRARIES.lines().count() as u64;
    ui.label(look.t1("app-about-libraries", "count", count));
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.set_width(ui.available_width());
        Grid::new("about-libraries").num_columns(2).show(ui, |ui| {
            for line in LIBRARIES.lines() {
                let (name, licence) = line.split_once('\t').unwrap_or((line, ""));
                ui.label(name);
                ui.label(look.hint(licence));
                ui.end_row();
            }
        });
    });
}
