//! How accounts stand, as a person sees it: a shape, a colour and a word, always together.

use eframe::egui::{Color32, Ui};
use jiff::Timestamp;

use crate::style::ui_context::UiContext;
use crate::widgets::marks::Mark;
use crate::widgets::pool_table;
use bowerbird_engine::types::{Account, AccountStanding};

/// All standings, the best first.
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
) -> (Mark, Color32, String) {
    let tokens = &look.tokens;
    let (mark, colour, id) = match standing {
        AccountStanding::LoggedIn => (Mark::Disc, tokens.ok, "account-logged-in"),
        AccountStanding::Untried => (Mark::Ring, tokens.dim, "account-untried"),
        AccountStanding::SessionOver => (Mark::Ring, tokens.dim, "account-session-over"),
        AccountStanding::SpentUp => (Mark::Bar, tokens.warn, "account-spent-up"),
        AccountStanding::Locked => (Mark::Square, tokens.bad, "account-locked"),
        AccountStanding::Refused => (Mark::Cross, tokens.bad, "account-refused"),
        AccountStanding::Expired => (Mark::Triangle, tokens.warn, "account-expired"),
        AccountStanding::Off => (Mark::Frame, tokens.dim, "account-off"),
    };
    (mark, colour, look.t(id))
}

/// How many accounts stand how.
pub(super) fn summary_ui(ui: &mut Ui, look: &UiContext, accounts: &[Account], now: Timestamp) {
    let all = accounts.iter().map(|account| account.standing(now));
    pool_table::summary_ui(ui, look, &STANDINGS, all, |standing| {
        standing_look(look, standing)
    });
}
