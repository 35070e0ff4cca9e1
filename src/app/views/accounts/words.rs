//! The standing of accounts: always a shape, a colour and a word together.

use eframe::egui::{Color32, Ui};
use jiff::Timestamp;

use crate::style::ui_context::UiContext;
use crate::widgets::marks::MarkShape;
use crate::widgets::pool_table;
use bowerbird_engine::types::{Account, AccountStanding};

/// All standings, best first.
pub(super) const STANDINGS: [AccountStanding; 8] = [
    AccountStanding::LoggedIn,
    AccountStanding::Untried,
    AccountStanding::SessionOver,
    AccountStanding::SpentUp,
    AccountStanding::Locked,
    AccountStanding::Refused,
    AccountStanding::Expired,
    AccountStanding::Off,
];

/// Mark, colour and word of a standing.
pub(super) fn standing_look(
    look: &UiContext,
    standing: AccountStanding,
) -> (MarkShape, Color32, String) {
    let tokens = &look.tokens;
    let (mark, colour, id) = match standing {
        AccountStanding::LoggedIn => (MarkShape::Disc, tokens.ok, "account-logged-in"),
        AccountStanding::Untried => (MarkShape::Ring, tokens.dim, "account-untried"),
        AccountStanding::SessionOver => (MarkShape::Ring, tokens.dim, "account-session-over"),
        AccountStanding::SpentUp => (MarkShape::Bar, tokens.warn, "account-spent-up"),
        AccountStanding::Locked => (MarkShape::Square, tokens.bad, "account-locked"),
        AccountStanding::Refused => (MarkShape::Cross, tokens.bad, "account-refused"),
        AccountStanding::Expired => (MarkShape::Triangle, tokens.warn, "account-expired"),
        AccountStanding::Off => (MarkShape::Frame, tokens.dim, "account-off"),
    };
    (mark, colour, look.t(id))
}

/// The number of accounts per standing.
pub(super) fn summary_ui(ui: &mut Ui, look: &UiContext, accounts: &[Account], now: Timestamp) {
    let all = accounts.iter().map(|account| account.standing(now));
    pool_table::summary_ui(ui, look, &STANDINGS, all, |standing| {
        standing_look(look, standing)
    });
}
