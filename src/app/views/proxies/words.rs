//! The standing of proxies: always a shape, a colour and a word together.

use eframe::egui::{Color32, Ui};
use jiff::Timestamp;

use crate::style::ui_context::UiContext;
use crate::widgets::marks::MarkShape;
use crate::widgets::pool_table;
use bowerbird_engine::types::{Message, Proxy, ProxyStanding, standing};

/// All standings, best first.
pub(super) const STANDINGS: [ProxyStanding; 7] = [
    ProxyStanding::Good,
    ProxyStanding::Shaky,
    ProxyStanding::Untested,
    ProxyStanding::Faulty,
    ProxyStanding::Resting,
    ProxyStanding::SpentUp,
    ProxyStanding::Off,
];

/// Shape, colour and word.
pub(super) fn standing_look(
    look: &UiContext,
    standing: ProxyStanding,
) -> (MarkShape, Color32, String) {
    let tokens = look.tokens;
    let (mark, colour, id) = match standing {
        ProxyStanding::Good => (MarkShape::Disc, tokens.ok, "pools-standing-good"),
        ProxyStanding::Shaky => (MarkShape::Triangle, tokens.warn, "pools-standing-shaky"),
        ProxyStanding::Untested => (MarkShape::Ring, tokens.dim, "pools-standing-untested"),
        ProxyStanding::Faulty => (MarkShape::Cross, tokens.bad, "pools-standing-faulty"),
        ProxyStanding::Resting => (MarkShape::Bar, tokens.warn, "pools-standing-resting"),
        ProxyStanding::SpentUp => (MarkShape::Square, tokens.warn, "pools-standing-spent-up"),
        ProxyStanding::Off => (MarkShape::Frame, tokens.dim, "pools-standing-off"),
    };
    (mark, colour, look.t(id))
}

/// The standing of a proxy; for a resting one, the remaining time.
pub(super) fn standing_words(
    look: &UiContext,
    proxy: &Proxy,
    now: Timestamp,
) -> (MarkShape, Color32, String) {
    let stands = standing(proxy, now);
    let (mark, colour, word) = standing_look(look, stands);
    match proxy.rest_until {
        Some(until) if stands == ProxyStanding::Resting => {
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
    look.say(&message)
}

/// The number of proxies per standing.
pub(super) fn summary_ui(ui: &mut Ui, look: &UiContext, proxies: &[Proxy], now: Timestamp) {
    let all = proxies.iter().map(|proxy| standing(proxy, now));
    pool_table::summary_ui(ui, look, &STANDINGS, all, |stands| {
        standing_look(look, stands)
    });
}
