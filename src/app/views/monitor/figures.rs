//! Lists beside the charts: what brought most, what waits, how proxies and accounts fare, what the
//! project takes.

use eframe::egui::{Button, Grid, Ui};

use super::panel;
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::world::World;
use crate::engine::types::{Dashboard, SiteId};

/// Draws them.
pub(super) fn figures_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    dashboard: &Dashboard,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        list_ui(ui, look, "monitor-top-sites", &dashboard.top_sites, actions);
        kinds_ui(ui, look, dashboard);
        list_ui(ui, look, "monitor-queues", &dashboard.queues, actions);
        state_ui(ui, look, world, dashboard);
    });
}

fn list_ui(
    ui: &mut Ui,
    look: &Look,
    title: &str,
    rows: &[(SiteId, String, u64)],
    actions: &mut Vec<Action>,
) {
    boxed(ui, look, title, |ui| {
        if rows.is_empty() {
            ui.label(look.hint(look.t("monitor-nothing")));
        }
        Grid::new(title).num_columns(2).show(ui, |ui| {
            for (site, name, count) in rows {
                if ui.add(Button::new(name).frame(false).truncate()).clicked() {
                    actions.push(Action::ShowSite(*site));
                }
                ui.label(look.count(*count));
                ui.end_row();
            }
        });
    });
}

fn kinds_ui(ui: &mut Ui, look: &Look, dashboard: &Dashboard) {
    boxed(ui, look, "monitor-kinds", |ui| {
        if dashboard.by_kind.is_empty() {
            ui.label(look.hint(look.t("monitor-nothing")));
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

fn state_ui(ui: &mut Ui, look: &Look, world: &World, dashboard: &Dashboard) {
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
        ("monitor-proxies", format!("{well} / {}", proxies.count())),
        (
            "monitor-accounts",
            format!("{usable} / {}", accounts.count()),
        ),
        ("monitor-queued", look.count(dashboard.queued)),
        ("monitor-disk", look.bytes(dashboard.file_bytes)),
        ("monitor-free", known(look, dashboard.free_bytes)),
        ("monitor-memory", known(look, dashboard.memory_bytes)),
    ];
    boxed(ui, look, "monitor-state", |ui| {
        Grid::new("state").num_columns(2).show(ui, |ui| {
            for (word, value) in rows {
                ui.label(look.t(word));
                ui.label(value);
                ui.end_row();
            }
        });
    });
}

fn known(look: &Look, bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "–".to_owned(), |bytes| look.bytes(bytes))
}

fn boxed(ui: &mut Ui, look: &Look, title: &str, add: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(250.0);
        panel(look).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(look.hint(look.t(title)));
            add(ui);
        });
    });
}
