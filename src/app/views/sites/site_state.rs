//! How a site stands now, and what comes next: paused, not run, stopped, or as its last run left it. Everywhere
//! in the window a site has this one mark and word.

use eframe::egui::Color32;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::state_marks;
use bowerbird_engine::types::{Message, Site};

/// Shape, colour and word for the current state of a site.
pub(super) fn current_mark(
    look: &UiContext,
    world: &AppState,
    site: &Site,
) -> (state_marks::MarkShape, Color32, String) {
    if site.paused && !world.live.contains_key(&site.id) {
        let word = look.t("app-tasks-paused");
        return (state_marks::MarkShape::Frame, look.tokens.dim, word);
    }
    if world.was_not_run(site.id) && !world.live.contains_key(&site.id) {
        let word = look.t("app-state-locked");
        return (state_marks::MarkShape::Triangle, look.tokens.warn, word);
    }
    if site.stopped_with().is_some() && !world.live.contains_key(&site.id) {
        let word = look.t("site-stopped");
        return (state_marks::MarkShape::Frame, look.tokens.warn, word);
    }
    state_marks::site_mark(
        look,
        site.status.as_ref(),
        world.live.contains_key(&site.id),
        site.records > 0 || world.ended.contains_key(&site.id),
    )
}

/// The next event of a site, and its time.
pub(super) fn next_step(world: &AppState, site: &Site) -> Option<Message> {
    let supervised = world.supervisions.get(&site.id);
    let outlook = supervised.and_then(|known| known.outlook(Timestamp::now(), &TimeZone::system()));
    outlook.or_else(|| site.status.as_ref()?.next.clone())
}
