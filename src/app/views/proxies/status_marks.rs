//! The status of proxies: always a shape, a colour and a word together.

use eframe::egui::{Color32, Ui};
use jiff::Timestamp;

use crate::action::{Action, Notice};
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::pools::pool_table;
use crate::widgets::state_marks::MarkShape;
use bowerbird_engine::types::{Message, Proxy, ProxyStatus};

/// All statuses, best first.
pub(super) const STATUSES: [ProxyStatus; 8] = [
    ProxyStatus::Good,
    ProxyStatus::Shaky,
    ProxyStatus::Untested,
    ProxyStatus::Faulty,
    ProxyStatus::Resting,
    ProxyStatus::SpentUp,
    ProxyStatus::Locked,
    ProxyStatus::Off,
];

/// Shape, colour and word.
pub(super) fn status_mark(look: &UiContext, standing: ProxyStatus) -> (MarkShape, Color32, String) {
    let tokens = look.tokens;
    let (mark, colour, id) = match standing {
        ProxyStatus::Good => (MarkShape::Disc, tokens.ok, "pools-standing-good"),
        ProxyStatus::Shaky => (MarkShape::Triangle, tokens.warn, "pools-standing-shaky"),
        ProxyStatus::Untested => (MarkShape::Ring, tokens.dim, "pools-standing-untested"),
        ProxyStatus::Faulty => (MarkShape::Cross, tokens.bad, "pools-standing-faulty"),
        ProxyStatus::Resting => (MarkShape::Bar, tokens.warn, "pools-standing-resting"),
        ProxyStatus::SpentUp => (MarkShape::Square, tokens.warn, "pools-standing-spent-up"),
        ProxyStatus::Locked => (MarkShape::Diamond, tokens.warn, "pools-standing-locked"),
        ProxyStatus::Off => (MarkShape::Frame, tokens.dim, "pools-standing-off"),
    };
    (mark, colour, look.t(id))
}

/// The status of a proxy. One that never worked is faulty, not resting: its rest says nothing about
/// when it will work.
fn shown_status(world: &AppState, proxy: &Proxy, now: Timestamp) -> ProxyStatus {
    match world.proxy_status(proxy, now) {
        ProxyStatus::Resting if proxy.uses_ok == 0 => ProxyStatus::Faulty,
        status => status,
    }
}

/// Shape, colour and word of a proxy; for a resting one, the remaining time.
pub(super) fn detailed_status_mark(
    look: &UiContext,
    world: &AppState,
    proxy: &Proxy,
    now: Timestamp,
) -> (MarkShape, Color32, String) {
    let stands = shown_status(world, proxy, now);
    let (mark, colour, word) = status_mark(look, stands);
    match proxy.rest_until {
        Some(until) if stands == ProxyStatus::Resting => {
            (mark, colour, format!("{word}, {}", left(look, until, now)))
        }
        _ => (mark, colour, word),
    }
}

/// The time until `until`, in minutes or hours.
pub(super) fn left(look: &UiContext, until: Timestamp, now: Timestamp) -> String {
    let minutes = (until.duration_since(now).as_secs().max(0) + 59) / 60;
    let message = if minutes < 120 {
        Message::new("app-proxies-minutes").with("count", minutes)
    } else {
        Message::new("app-proxies-hours").with("count", minutes / 60)
    };
    look.text(&message)
}

/// The number of proxies per status.
pub(super) fn summary_ui(ui: &mut Ui, look: &UiContext, world: &AppState, now: Timestamp) {
    let all = world.proxies.iter();
    let all = all.map(|proxy| shown_status(world, proxy, now));
    pool_table::summary_ui(ui, look, &STATUSES, all, |stands| status_mark(look, stands));
}

/// Says how many passwords are locked, with the button that asks for the passphrase.
pub(super) fn locked_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    actions: &mut Vec<Action>,
) {
    let locked = &world.locked;
    let Some(message) = locked.message.as_ref() else {
        return;
    };
    if locked.proxies.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        let told = look.t1("app-proxies-locked", "count", locked.proxies.len());
        ui.label(look.coloured(told, look.tokens.warn));
        if ui.button(look.t("app-proxies-enter-passphrase")).clicked() {
            actions.push(Action::Notify(Notice::bad(message.clone())));
        }
    });
}
