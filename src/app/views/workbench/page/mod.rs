//! The preview of the workbench: the page's picture and its other views, synchronised. Input:
//! the engine's data about the open page, and [`ElementMark`]s to draw. Output: [`WorkbenchInput`]s.
//! Does not depend on rules; the consumer of the inputs decides what a pick means.

mod apply_engine_answers;
mod bars;
mod element_names;
mod find;
mod history;
mod input;
mod menu;
mod outline;
mod picture;
mod response_details;
mod row_widget;
mod source;
mod state;
mod tree;

use eframe::egui::{self, Ui};

pub use bars::address_bar::bar_ui;
use bars::{ancestor_bar, view_bar};
pub use find::Find;
pub use history::local_files::OnDisk;
pub use history::sent_pages::SentAddress;
pub use history::stored_pages::KeptAddress;
pub use history::{PageHistory, Visit};
pub use input::{Copied, ElementMark, How, MarkColour, MarkStyle, Navigation, WorkbenchInput};
pub use picture::boxes::Boxes;
pub use picture::pointed_element::Menu;
pub use picture::pointed_element::Pointing;
pub use picture::tiles::Tiles;
pub use picture::zoom::Zoom;
pub use source::Source;
pub use state::{PageView, Phase, Picture, Scroll, Shown, WIDTHS};
pub use tree::Tree;

use crate::action::{Action, Blocked, Notice};
use crate::shortcuts::View;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Message, asks_passphrase};

/// Draws the page with `marks` on it, in the selected view.
pub fn page_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
    actions: &mut Vec<Action>,
) {
    match &view.phase {
        Phase::Blank => look.empty_state(ui, "app-bench-blank", "app-bench-blank-hint"),
        Phase::Fetching => {
            look.empty_state(ui, "app-bench-fetching", "app-bench-fetching-hint");
            ui.vertical_centered(|ui| {
                if ui.button(look.t("app-bench-cancel")).clicked() {
                    inputs.push(WorkbenchInput::Navigate(Navigation::Stop));
                }
            });
        }
        Phase::Failed(message) => {
            let text = look.text(message);
            look.empty_state(ui, "app-bench-failed", "app-bench-failed-hint");
            ui.vertical_centered(|ui| {
                ui.label(text);
                if message.id == "engine-pool-none-usable"
                    && ui.button(look.t("app-bench-to-proxies")).clicked()
                {
                    actions.push(Action::Show(View::Proxies));
                }
                if asks_passphrase(message) {
                    locked_ui(ui, look, (&view.address, message), inputs, actions);
                }
            });
        }
        Phase::Open => open_ui(ui, look, view, marks, inputs, actions),
    }
    note_inputs(view, inputs);
}

/// The ways on for a page at `url` that failed because a proxy's password is locked.
fn locked_ui(
    ui: &mut Ui,
    look: &UiContext,
    (url, message): (&str, &Message),
    inputs: &mut Vec<WorkbenchInput>,
    actions: &mut Vec<Action>,
) {
    ui.add_space(6.0);
    if look
        .primary(ui, look.t("app-proxies-enter-passphrase"))
        .clicked()
    {
        actions.push(Action::Notify(Notice::bad(message.clone())));
    }
    if ui.button(look.t("app-author-refused-again")).clicked() {
        inputs.push(WorkbenchInput::Navigate(Navigation::Again));
    }
    if ui.button(look.t("app-author-refused-proxy")).clicked() {
        actions.push(Action::AddProxy(Blocked::Page(url.to_owned())));
    }
}

/// Records what was asked of the page in this frame.
pub fn note_inputs(view: &mut PageView, inputs: &[WorkbenchInput]) {
    for input in inputs {
        view.note(input);
    }
}

/// Draws only the picture of a stored page, with `marks` on it and without picking.
pub fn received_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    marks: &[ElementMark],
    actions: &mut Vec<Action>,
) {
    match &view.phase {
        Phase::Blank | Phase::Fetching => {
            ui.label(look.hint(look.t("app-loading")));
        }
        Phase::Failed(message) => {
            ui.label(look.text(message));
        }
        Phase::Open => picture_ui(ui, look, view, marks, &mut Vec::new(), actions),
    }
}

fn open_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
    actions: &mut Vec<Action>,
) {
    view.crumb = None;
    view.ask(actions);
    find::keys(ui, view);
    let line = |id: &'static str| {
        egui::Panel::top(id)
            .frame(egui::Frame::new().inner_margin(egui::Margin::symmetric(6, 2)))
            .resizable(false)
    };
    picture::click_modifiers::note(ui, view);
    line("page-strip").show(ui, |ui| view_bar::view_bar_ui(ui, look, view, actions));
    if view.find.open {
        line("page-find").show(ui, |ui| find::find_ui(ui, look, view, actions));
    }
    egui::Panel::bottom("page-crumbs")
        .frame(egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 0)))
        .resizable(false)
        .exact_size(ancestor_bar::HEIGHT)
        .show(ui, |ui| ancestor_bar::crumbs_ui(ui, look, view, inputs));
    let rows = matches!(view.shown, Shown::Tree | Shown::Source);
    if rows && view.beside {
        let half = ui.available_height() * 0.5;
        egui::Panel::bottom("page-rows")
            .frame(egui::Frame::new())
            .resizable(true)
            .default_size(half)
            .size_range(80.0..=(half * 1.6).max(81.0))
            .show(ui, |ui| {
                ui.take_available_space();
                rows_ui(ui, look, view, marks, inputs);
            });
    }
    egui::CentralPanel::no_frame().show(ui, |ui| match view.shown {
        Shown::Tree | Shown::Source if !view.beside => rows_ui(ui, look, view, marks, inputs),
        Shown::Outline => outline::outline_ui(ui, look, view, marks, inputs),
        _ => picture_ui(ui, look, view, marks, inputs, actions),
    });
}

fn rows_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
) {
    if view.shown == Shown::Tree {
        tree::view::tree_ui(ui, look, view, marks, inputs);
    } else {
        source::view::source_ui(ui, look, view, marks, inputs);
    }
}

fn picture_ui(
    ui: &mut Ui,
    look: &UiContext,
    view: &mut PageView,
    marks: &[ElementMark],
    inputs: &mut Vec<WorkbenchInput>,
    actions: &mut Vec<Action>,
) {
    match &view.picture {
        Picture::Waiting => {
            look.empty_state(ui, "app-bench-drawing", "app-bench-drawing-hint");
        }
        Picture::Drawn(_) => picture::canvas::canvas_ui(ui, look, view, marks, inputs, actions),
        Picture::Missing(message) => {
            let reason = look.text(message);
            egui::Frame::new().inner_margin(12).show(ui, |ui| {
                ui.label(
                    look.coloured(look.t("app-bench-no-picture"), look.tokens.warn)
                        .strong(),
                );
                ui.label(reason);
            });
            outline::outline_ui(ui, look, view, marks, inputs);
        }
    }
}
