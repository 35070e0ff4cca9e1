//! The workbench: the bar with the next step at the top, the page in the middle, the rule at its
//! right, the data below. Input: the engine's events about the open page. Output: the user's
//! picks, and rules to read, save and run.

pub mod author;
pub mod maintenance;
pub mod page;
mod state;

use eframe::egui::{Id, Rect, Ui, UiBuilder};

pub use author::Authoring;
use page::WorkbenchInput;
pub use page::{Navigation, PageView, Phase, Picture};
pub use state::WorkbenchState;

use crate::action::Action;
use crate::shortcuts::View;
use crate::state::app_state::AppState;
use crate::state::layout::{self, Dock, PanelSpec};
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::pasted_addresses::pasted_ui;

/// The panels around the page.
const PANELS: [PanelSpec; 4] = [
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
    PanelSpec {
        key: "samples",
        title: "app-samples-title",
        dock: Dock::Bottom,
    },
    PanelSpec {
        key: "pages",
        title: "app-pages-title",
        dock: Dock::Bottom,
    },
];

/// The height below which a repair has no panel below its pages, in points.
const LOW: f32 = 560.0;

/// Draws the view.
pub fn workbench_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut WorkbenchState,
    actions: &mut Vec<Action>,
) {
    state.take_commands(actions);
    let scale = ui.ctx().pixels_per_point();
    state.maintenance.follow(&mut state.author, scale, actions);
    let mut inputs = Vec::new();
    page::bar_ui(ui, look, &mut state.page, &mut inputs);
    ui.add_space(4.0);
    if state.pasted.is_empty() {
        author::next_step_bar_ui(ui, look, world, &mut state.author, actions);
    } else {
        pasted_bar_ui(ui, look, state, actions);
    }
    // The page before the panels around it: Tab leads from the strip to the page. The room that they
    // leave is known from the last frame; where it changed, this frame is drawn once more.
    let key = Id::unique("workbench-page-room");
    let known: Option<Rect> = ui.data(|data| data.get_temp(key));
    if let Some(room) = known {
        middle_ui(ui, room, |ui| {
            page_part_ui(ui, look, state, &mut inputs, actions);
        });
    }
    panels_ui(ui, look, world, state, actions);
    state.follow();
    maintenance::old_page_ui(ui, look, &mut state.maintenance, &state.author, actions);
    let rest = ui.available_rect_before_wrap();
    if known != Some(rest) {
        ui.data_mut(|data| data.insert_temp(key, rest));
        ui.ctx().request_discard("page-room");
    }
    author::question_ui(ui, look, &mut state.author, actions);
    for input in inputs {
        state.take_input(input, scale, actions);
    }
    state.show_after_steps(scale, actions);
}

/// Draws `add` in `room`, which is taken from nothing.
fn middle_ui(ui: &mut Ui, room: Rect, add: impl FnOnce(&mut Ui)) {
    let builder = UiBuilder::new().id_salt("page-room").max_rect(room);
    let mut middle = ui.new_child(builder);
    // Never over the panels around it, however little room is left.
    middle.shrink_clip_rect(room);
    add(&mut middle);
}

/// The page, or the entries that it carries.
fn page_part_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut WorkbenchState,
    inputs: &mut Vec<WorkbenchInput>,
    actions: &mut Vec<Action>,
) {
    panel(look).inner_margin(1).show(ui, |ui| {
        ui.take_available_space();
        let is_open = matches!(state.page.phase, Phase::Open);
        if is_open && author::data::entries_ui(ui, look, &mut state.author, actions) {
            page::note_inputs(&mut state.page, inputs);
            return;
        }
        let marks = state.marks(look);
        page::page_ui(ui, look, &mut state.page, &marks, inputs, actions);
    });
}

/// Asks about several addresses that were typed instead of one.
fn pasted_bar_ui(
    ui: &mut Ui,
    look: &UiContext,
    state: &mut WorkbenchState,
    actions: &mut Vec<Action>,
) {
    let choice = panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        pasted_ui(ui, look, &state.pasted, actions)
    });
    if choice.inner.is_some() {
        state.pasted.clear();
        state.page.address.clear();
    }
    ui.add_space(4.0);
}

/// The rule, its results, its samples and its tests.
fn panels_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut WorkbenchState,
    actions: &mut Vec<Action>,
) {
    let (mut open, mut wanted) = (None, None);
    // The old and the new page need the height; the data say nothing until proposals are taken.
    let is_low = ui.available_height() < LOW && state.maintenance.offers_repair();
    let in_sight = PANELS
        .iter()
        .filter(|spec| !is_low || spec.dock == Dock::Right);
    let specs: Vec<PanelSpec> = in_sight.copied().collect();
    layout::docks_ui(ui, look, View::Workbench.key(), &specs, |ui, key| {
        let (author, maintenance) = (&mut state.author, &mut state.maintenance);
        match key {
            "fields" if maintenance.repair.is_some() => {
                maintenance::repair_ui(ui, look, maintenance, author, actions)
            }
            "fields" => {
                maintenance::bar_ui(ui, look, maintenance, author, actions);
                author::fields::fields_ui(ui, look, world, author, actions);
            }
            "data" => {
                let others = maintenance.others(author);
                wanted = author::data::data_ui(ui, look, author, &others, actions);
            }
            "samples" => open = maintenance::samples_ui(ui, look, maintenance, author, actions),
            _ => maintenance::pages_ui(ui, look, maintenance, author, actions),
        }
    });
    if let Some(sample) = open {
        let scale = ui.ctx().pixels_per_point();
        state.open_sample(sample, scale, actions);
    }
    if let Some(wanted) = wanted {
        let scale = ui.ctx().pixels_per_point();
        state.open_other(wanted, scale, actions);
    }
}
