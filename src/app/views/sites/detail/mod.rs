//! The selected site: what is known of it, and below, always in the same place, the actions.
//!
//! Below: the sections of the panel.

pub(super) mod evidence;
pub(super) mod exceptions;
pub(super) mod failing_site_actions;
pub(super) mod health;
mod question;
pub(super) mod sessions;
mod site_actions;
pub mod site_facts;
pub(super) mod tags;

use eframe::egui::{Frame, Margin, Panel, ScrollArea, Ui};
use jiff::Timestamp;

use super::site_state::current_mark;
use super::{Part, SitesState, timeline};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::views::settings::filters_ui;
use crate::widgets::state_marks;
use bowerbird_engine::types::Site;

/// Draws the panel.
pub fn detail_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    site: &Site,
    state: &mut SitesState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        ui.label(look.title(&site.name).strong());
        let (mark, colour, word) = current_mark(look, world, site);
        state_marks::word_ui(ui, mark, colour, &word);
        ui.add_space(12.0);
        tags::tags_ui(ui, look, world, site, &mut state.tags, actions);
    });
    timeline::follow(&mut state.timeline, site.id, actions);
    ui.horizontal_wrapped(|ui| {
        for (part, id) in PARTS {
            ui.selectable_value(&mut state.part, part, look.t(id));
        }
    });
    // At the bottom of the window, so that they are in the same place for every site and state.
    Panel::bottom("site-actions")
        .frame(Frame::NONE.inner_margin(Margin {
            top: 6,
            ..Margin::ZERO
        }))
        .resizable(false)
        .show(ui, |ui| {
            site_actions::actions_ui(ui, look, world, site, state, actions);
        });
    match state.part {
        Part::Now => {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                site_facts::facts_ui(ui, look, world, site, &state.timeline, actions);
            });
        }
        Part::Evidence => evidence::evidence_ui(ui, look, world, site, state, actions),
        Part::Timeline => {
            let now = Timestamp::now();
            timeline::timeline_ui(ui, look, site, &mut state.timeline, now, actions);
        }
        Part::Sessions => {
            sessions::sessions_ui(ui, look, &state.timeline, Timestamp::now());
        }
        Part::Filters => {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                filters_ui(ui, look, world, Some(site.id), &mut state.filters, actions);
            });
        }
        Part::Rule => {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                health::health_ui(ui, look, site, state, actions);
            });
        }
    }
}

const PARTS: [(Part, &str); 6] = [
    (Part::Now, "sites-part-now"),
    (Part::Evidence, "sites-part-evidence"),
    (Part::Timeline, "sites-part-timeline"),
    (Part::Sessions, "sites-part-sessions"),
    (Part::Rule, "app-health-rule"),
    (Part::Filters, "filter-settings"),
];
