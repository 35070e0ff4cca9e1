//! The workbench: the strip with the next step above, the page in the middle, the rule at its
//! right, the data below. Flows in: what the engine tells about the open page. Flows out: what a
//! person points at, and rules to read, save and run.

pub mod author;
pub mod page;
mod state;

use eframe::egui::{self, Ui};

pub use author::Authoring;
pub use page::{PageView, Phase, Picture};
pub use state::WorkbenchState;

use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::views::{narrow, panel};
use crate::app::world::World;

/// Draws the view.
pub fn workbench_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut WorkbenchState,
    actions: &mut Vec<Action>,
) {
    state.take_commands(actions);
    let mut inputs = Vec::new();
    page::bar_ui(ui, look, &mut state.page, &mut inputs);
    ui.add_space(4.0);
    author::strip_ui(ui, look, world, &mut state.author, actions);
    let side = if narrow(ui) { 300.0 } else { 392.0 };
    egui::Panel::right("workbench-side")
        .frame(panel(look).outer_margin(egui::Margin {
            left: 8,
            ..egui::Margin::ZERO
        }))
        .resizable(true)
        .show_separator_line(false)
        .default_size(side)
        .size_range(280.0..=560.0)
        .show(ui, |ui| {
            ui.take_available_width();
            author::fields::fields_ui(ui, look, world, &mut state.author, actions);
        });
    data_panel(ui, look, state, actions);
    state.follow();
    panel(look).inner_margin(1).show(ui, |ui| {
        ui.take_available_space();
        let marks = state.marks(look);
        page::page_ui(ui, look, &mut state.page, &marks, &mut inputs, actions);
    });
    author::question_ui(ui, look, &mut state.author, actions);
    let scale = ui.ctx().pixels_per_point();
    for input in inputs {
        state.take_input(input, scale, actions);
    }
}

fn data_panel(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    if state.author.page.is_none() {
        return;
    }
    let height = ui.available_height();
    egui::Panel::bottom("workbench-data")
        .frame(panel(look).outer_margin(egui::Margin {
            top: 8,
            ..egui::Margin::ZERO
        }))
        .resizable(true)
        .show_separator_line(false)
        .default_size((height * 0.34).clamp(140.0, 260.0))
        .size_range(110.0..=(height - 160.0).max(120.0))
        .show(ui, |ui| {
            author::data::data_ui(ui, look, &mut state.author, actions)
        });
}
