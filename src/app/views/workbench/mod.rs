//! The workbench: the strip with the next step above, the page in the middle, the rule at its
//! right, the data below. Flows in: what the engine tells about the open page. Flows out: what a
//! person points at, and rules to read, save and run.

pub mod author;
pub mod page;
mod state;

use eframe::egui::Ui;

pub use author::Authoring;
pub use page::{PageView, Phase, Picture};
pub use state::WorkbenchState;

use crate::app::action::Action;
use crate::app::layout::{self, Dock, PanelSpec};
use crate::app::look::Look;
use crate::app::views::panel;
use crate::app::world::World;

/// The panels around the page.
const PANELS: [PanelSpec; 2] = [
    PanelSpec {
        key: "fields",
        title: "app-bench-rule",
        dock: Dock::Right,
    },
    PanelSpec {
        key: "data",
        title: "app-data-title",
        dock: Dock::Bottom,
    },
];

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
    layout::docks_ui(ui, look, "workbench", &PANELS, |ui, key| match key {
        "fields" => author::fields::fields_ui(ui, look, world, &mut state.author, actions),
        _ => author::data::data_ui(ui, look, &mut state.author, actions),
    });
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
