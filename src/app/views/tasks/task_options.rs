//! The terms of a task in the form: name, further sites, overlap, missed turns, windows, days off,
//! limits. Collapsed by default.

use eframe::egui::{self, DragValue, Ui};

use super::TasksState;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::fields;
use bowerbird_engine::types::{MissedPolicy, OverlapPolicy, Terms};

/// Draws the terms.
pub(super) fn terms_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut TasksState) {
    let changed = state.terms != Terms::default() || !state.further.is_empty();
    let title = match changed {
        true => look.t("app-tasks-terms-set"),
        false => look.t("app-tasks-terms"),
    };
    egui::CollapsingHeader::new(title)
        .id_salt("task-terms")
        .show(ui, |ui| {
            if state.site.is_some() && world.sites().len() > 1 {
                further_ui(ui, look, world, state);
            }
            ui.horizontal_wrapped(|ui| policies_ui(ui, look, state));
            ui.horizontal_wrapped(|ui| opening_ui(ui, look, &mut state.terms));
            ui.horizontal_wrapped(|ui| limits_ui(ui, look, &mut state.terms));
        });
}

fn further_ui(ui: &mut Ui, look: &UiContext, world: &AppState, state: &mut TasksState) {
    ui.label(look.hint(look.t("app-tasks-further")));
    // The form around it scrolls.
    ui.horizontal_wrapped(|ui| {
        let sites = world.sites().iter();
        for site in sites.filter(|site| Some(site.id) != state.site) {
            let mut on = state.further.contains(&site.id);
            if ui.tick(&mut on, &site.name).changed() {
                match on {
                    true => state.further.insert(site.id),
                    false => state.further.remove(&site.id),
                };
            }
        }
    });
}

fn policies_ui(ui: &mut Ui, look: &UiContext, state: &mut TasksState) {
    fields::text_field(ui, look, "app-tasks-name", &mut state.name, "", 140.0);
    let terms = &mut state.terms;
    let overlap =
        OverlapPolicy::ALL.map(|p| (p, look.t(&format!("app-tasks-overlap-{}", p.token()))));
    fields::choice(
        ui,
        look,
        "app-tasks-overlap",
        &mut terms.overlap,
        &overlap,
        150.0,
    );
    let missed = MissedPolicy::ALL.map(|p| (p, look.t(&format!("app-tasks-missed-{}", p.token()))));
    fields::choice(
        ui,
        look,
        "app-tasks-missed-turns",
        &mut terms.missed,
        &missed,
        150.0,
    );
    if terms.missed == MissedPolicy::RunAll {
        fields::labelled(ui, look, "app-tasks-at-most", |ui| {
            ui.add(DragValue::new(&mut terms.missed_at_most).range(1..=100))
        });
    }
    fields::labelled(ui, look, "app-tasks-grace", |ui| {
        ui.add(
            DragValue::new(&mut terms.grace_seconds)
                .range(0..=604_800)
                .suffix(" s"),
        )
    });
}

fn opening_ui(ui: &mut Ui, look: &UiContext, terms: &mut Terms) {
    let example = look.t("app-tasks-windows-example");
    fields::code_field(
        ui,
        look,
        "app-tasks-windows",
        &mut terms.windows,
        &example,
        220.0,
    );
    let example = "2026-12-25, 01-01";
    fields::code_field(
        ui,
        look,
        "app-tasks-holidays",
        &mut terms.holidays,
        example,
        180.0,
    );
}

fn limits_ui(ui: &mut Ui, look: &UiContext, terms: &mut Terms) {
    let limits = &mut terms.limits;
    limit_ui(ui, look, "app-tasks-limit-pages", &mut limits.pages, 1);
    limit_ui(ui, look, "app-tasks-limit-minutes", &mut limits.seconds, 60);
    limit_ui(
        ui,
        look,
        "app-tasks-limit-megabytes",
        &mut limits.bytes,
        1_000_000,
    );
    limit_ui(ui, look, "app-tasks-limit-errors", &mut limits.errors, 1);
}

/// A limit in units; 0 means none.
fn limit_ui(ui: &mut Ui, look: &UiContext, label: &str, limit: &mut Option<u64>, unit: u64) {
    let mut count = limit.map_or(0, |limit| limit.div_ceil(unit));
    let field = fields::labelled(ui, look, label, |ui| {
        ui.add(DragValue::new(&mut count).range(0..=1_000_000))
    });
    if field.changed() {
        *limit = (count > 0).then(|| count.saturating_mul(unit));
    }
}
