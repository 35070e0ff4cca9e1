//! The table of sites with the lines that add and filter them.
//!
//! Below: which sites are shown, and in which order; the lines above the table, and its rows.

mod add_site;
pub(super) mod batch_dialogs;
mod filter_line;
pub(super) mod order;
pub(super) mod selection;
mod site_rows;

use eframe::egui::{self, Align, Button, Layout, Ui};

use super::{SitesState, detail, drafts};
use crate::action::Action;
use crate::shortcuts::UiCommand;
use crate::state::app_state::AppState;
use crate::state::layout;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::widgets::table::{offer_keyboard, table_ui};
use crate::widgets::tour_targets::{self, TourTarget};
use add_site::add_ui;
use bowerbird_engine::types::{RunOptions, SiteId};
use bowerbird_engine::{Command, RunCommand};
use filter_line::filter_ui;
use site_rows::{SiteRows, columns};

/// Height of the table and the panel of a site below what is being added, in points.
const LEAST_BELOW: f32 = 432.0;

/// Draws the list.
pub fn list_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    title_ui(ui, look, world, state, actions);
    batch_dialogs::dialog_ui(ui, look, world, state, actions);
    add_ui(ui, look, world, state, actions);
    ui.add_space(4.0);
    if world.sites.is_none() {
        ui.label(look.hint(look.t("app-loading")));
        return;
    }
    drafts::drafts_ui(ui, look, world.sites(), state);
    if world.sites().is_empty() {
        look.empty_state(ui, "app-sites-empty", "app-sites-empty-hint");
        ui.vertical_centered(|ui| {
            if look
                .primary(ui, look.t("app-sites-open-workbench"))
                .clicked()
            {
                actions.push(Action::Ui(UiCommand::ShowWorkbench));
                actions.push(Action::Ui(UiCommand::Address));
            }
        });
        return;
    }
    state.table.remember(ui.ctx(), "sites");
    let order = order::visible(look, world, &state.filter, state.table.sort.as_ref());
    let sites = order.iter().filter_map(|place| world.sites().get(*place));
    let shown: Vec<SiteId> = sites.map(|site| site.id).collect();
    selection::selection_keys(ui, world, state, &shown, actions);
    let selected = state.table.selected.and_then(|row| world.sites().get(row));
    // What is being added needs the room first; with less than this they would cover each other.
    let has_room = state.look.is_closed() || ui.available_height() >= LEAST_BELOW;
    if let Some(site) = selected.filter(|_| has_room) {
        // One size for all parts: their tabs stay under the pointer.
        let room = ui.available_height();
        let (id, key) = ("site-detail", "site-below");
        let (height, most) = ((room * 0.55).max(270.0), 0.8);
        let below = egui::Panel::bottom(id)
            .frame(panel(look).outer_margin(egui::Margin {
                top: 8,
                ..egui::Margin::ZERO
            }))
            .show_separator_line(false)
            .resizable(true);
        let range = 120.0..=(room * most).max(121.0);
        layout::sized_panel(ui, key, below, height, range, false, |ui| {
            detail::detail_ui(ui, look, world, site, state, actions)
        });
    }
    filter_ui(ui, look, world, state);
    if order.is_empty() {
        ui.label(look.hint(look.t("sites-filter-none")));
        return;
    }
    let chosen = state.table.selected;
    state
        .table
        .turn(|place| order.iter().position(|shown| *shown == place));
    let mut rows = SiteRows {
        look,
        world,
        order: &order,
        shown: &shown,
        selection: &mut state.selection,
        actions,
    };
    if std::mem::take(&mut state.focus_table) {
        offer_keyboard(ui.ctx(), true);
    }
    let output = table_ui(
        ui,
        look,
        &look.t("app-sites-table"),
        &columns(look, world),
        &mut state.table,
        &mut rows,
    );
    state.table.turn(|row| order.get(row).copied());
    if let Some(range) = &output.range {
        state.selection.extend(&shown, range);
    }
    if let Some(left) = output.left.and_then(|row| shown.get(row)) {
        state.selection.ticked.remove(left);
    }
    if let Some(toggled) = output.toggled.and_then(|row| shown.get(row)) {
        state.selection.toggle(*toggled);
    }
    if !output.selected && state.table.selected.is_none() {
        // A site excluded by the filter stays selected.
        state.table.selected = chosen;
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    let opened = output.opened.and_then(|row| order.get(row));
    if let Some(site) = opened.and_then(|place| world.sites().get(*place)) {
        state.edit(site);
    }
}

fn title_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        look.view_title(ui, "app-view-sites");
        selection::selection_ui(ui, look, world, state, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let running = !world.live.is_empty();
            if ui
                .add_enabled(running, Button::new(look.t("app-sites-stop-all")))
                .clicked()
            {
                actions.push(Action::Send(Command::Run(RunCommand::StopAll)));
            }
            let any = world.sites().iter().any(|site| site.enabled);
            let run = look.primary_if(ui, any, look.t("app-sites-run-all"));
            tour_targets::mark(ui.ctx(), TourTarget::RunAll, run.rect);
            if run.on_hover_text(look.t("app-sites-run-all-tip")).clicked() {
                actions.push(Action::Send(Command::Run(RunCommand::Start {
                    sites: Vec::new(),
                    options: RunOptions::default(),
                })));
            }
        });
    });
}
