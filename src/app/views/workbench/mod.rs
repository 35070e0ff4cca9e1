//! The workbench: the page in the middle, the rule at its right, the data below. Flows in: what
//! the engine tells about the open page. Flows out: picks, selectors and rules to try or save.

mod data;
mod draft;
mod naming;
pub mod page;
mod pick;
mod rule;
mod state;
mod uses;

use eframe::egui::{self, Ui};

pub use draft::{Draft, take_of};
pub use page::{PageView, Phase, Picture};
pub use state::{SideTab, Tried, WorkbenchState};
pub use uses::{Use, apply};

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
    let mut inputs = Vec::new();
    page::bar_ui(ui, look, &mut state.page, &mut inputs);
    ui.add_space(4.0);
    let narrow = narrow(ui);
    let side = if narrow { 320.0 } else { 392.0 };
    egui::Panel::right("workbench-side")
        .frame(panel(look).outer_margin(egui::Margin {
            left: 8,
            ..egui::Margin::ZERO
        }))
        .resizable(true)
        .show_separator_line(false)
        .default_size(side)
        .size_range(280.0..=560.0)
        .show(ui, |ui| side_ui(ui, look, world, state, narrow, actions));
    data_panel(ui, look, state, actions);
    panel(look).inner_margin(1).show(ui, |ui| {
        ui.take_available_space();
        let marks = state.marks();
        page::page_ui(ui, look, &mut state.page, &marks, &mut inputs, actions);
    });
    let scale = ui.ctx().pixels_per_point();
    for input in inputs {
        state.take_input(input, scale, actions);
    }
}

fn side_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut WorkbenchState,
    narrow: bool,
    actions: &mut Vec<Action>,
) {
    ui.take_available_width();
    if narrow {
        ui.horizontal(|ui| {
            let tab = &mut state.side;
            ui.selectable_value(tab, SideTab::Element, look.t("app-bench-element"));
            ui.selectable_value(tab, SideTab::Rule, look.t("app-bench-rule"));
        });
        match state.side {
            SideTab::Element => pick::pick_ui(ui, look, state, actions),
            SideTab::Rule => rule::rule_ui(ui, look, world, state, actions),
        }
        return;
    }
    let height = ui.available_height();
    // A rule has its own panel, so that it does not begin as low as the line that stands in its
    // place.
    let (id, least) = if state.rule.is_some() {
        ("workbench-rule", (height * 0.45).min(220.0))
    } else {
        ("workbench-no-rule", 60.0)
    };
    egui::Panel::bottom(id)
        .frame(egui::Frame::new().inner_margin(egui::Margin {
            top: 8,
            ..egui::Margin::ZERO
        }))
        .resizable(state.rule.is_some())
        .default_size(if state.rule.is_some() {
            height * 0.52
        } else {
            least
        })
        .size_range(least..=(height - 160.0).max(least))
        .show(ui, |ui| {
            if state.rule.is_some() {
                ui.take_available_height();
            }
            rule::rule_ui(ui, look, world, state, actions);
        });
    pick::pick_ui(ui, look, state, actions);
}

fn data_panel(ui: &mut Ui, look: &Look, state: &mut WorkbenchState, actions: &mut Vec<Action>) {
    if state.tried.is_none() {
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
        .show(ui, |ui| data::data_ui(ui, look, state, actions));
}
