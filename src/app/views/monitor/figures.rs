//! Lists beside the charts: the most productive sites, waiting work, the state of proxies and
//! accounts, the size of the project.

use eframe::egui::{Align, Button, Grid, Layout, Ui, vec2};

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use bowerbird_engine::types::{Dashboard, SiteId};

/// Draws them.
pub(super) fn figures_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    dashboard: &Dashboard,
    actions: &mut Vec<Action>,
) {
    let gap = ui.spacing().item_spacing.x;
    let width = (ui.available_width() - gap) / 2.0;
    let sites = (
        "monitor-top-sites",
        "monitor-empty-sites",
        &dashboard.top_sites,
    );
    let queues = ("monitor-queues", "monitor-empty-queues", &dashboard.queues);
    ui.horizontal_top(|ui| {
        list_ui(ui, look, width, sites, actions);
        list_ui(ui, look, width, queues, actions);
    });
    ui.horizontal_top(|ui| {
        kinds_ui(ui, look, width, dashboard);
        state_ui(ui, look, width, world, dashboard);
    });
}

fn list_ui(
    ui: &mut Ui,
    look: &UiContext,
    width: f32,
    (title, empty, rows): (&str, &str, &Vec<(SiteId, String, u64)>),
    actions: &mut Vec<Action>,
) {
    boxed(ui, look, width, title, |ui| {
        if rows.is_empty() {
            ui.label(look.hint(look.t(empty)));
        }
        Grid::new(title).num_columns(2).show(ui, |ui| {
            for (site, name, count) in rows {
                let button = Button::new(name).frame(false).truncate();
                let size = vec2((width - 120.0).max(80.0), ui.spacing().interact_size.y);
                let layout = Layout::left_to_right(Align::Center);
                ui.allocate_ui_with_layout(size, layout, |ui| {
                    if ui.add(button).clicked() {
                        actions.push(Action::ShowSite(*site));
                    }
                });
                ui.label(look.count(*count));
                ui.end_row();
            }
        });
    });
}

fn kinds_ui(ui: &mut Ui, look: &UiContext, width: f32, dashboard: &Dashboard) {
    boxed(ui, look, width, "monitor-kinds", |ui| {
        if dashboard.by_kind.is_empty() {
            ui.label(look.hint(look.t("monitor-empty-kinds")));
        }
        Grid::new("kinds").num_columns(2).show(ui, |ui| {
            for (kind, count) in &dashboard.by_kind {
                ui.label(kind);
                ui.label(look.count(*count));
                ui.end_row();
            }
        });
    });
}

fn state_ui(ui: &mut Ui, look: &UiContext, width: f32, world: &AppState, dashboard: &Dashboard) {
    let proxies = world.proxies.iter().filter(|proxy| proxy.enabled);
    let well = proxies
        .clone()
        .filter(|proxy| proxy.fault.is_none())
        .count();
    let accounts = world.accounts.iter().filter(|account| account.enabled);
    let usable = accounts
        .clone()
        .filter(|account| account.fault.is_none())
        .count();
    let rows = [
        ("monitor-proxies", share(look, well, proxies.count())),
        ("monitor-accounts", share(look, usable, accounts.count())),
        ("monitor-queued", look.count(dashboard.queued)),
        ("monitor-disk", look.bytes(dashboard.file_bytes)),
        ("monitor-free", known(look, dashboard.free_bytes)),
        ("monitor-memory", known(look, dashboard.memory_bytes)),
    ];
    boxed(ui, look, width, "monitor-state", |ui| {
        Grid::new("state").num_columns(2).show(ui, |ui| {
            for (word, value) in rows {
                ui.label(look.t(word));
                ui.label(value);
                ui.end_row();
            }
        });
    });
}

/// How many of all; a word where there are none.
fn share(look: &UiContext, well: usize, all: usize) -> String {
    match all {
        0 => look.t("monitor-none-added"),
        all => format!("{well} / {all}"),
    }
}

fn known(look: &UiContext, bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "–".to_owned(), |bytes| look.bytes(bytes))
}

fn boxed(ui: &mut Ui, look: &UiContext, width: f32, title: &str, add: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(width);
        panel(look).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(look.hint(look.t(title)));
            add(ui);
        });
    });
}
