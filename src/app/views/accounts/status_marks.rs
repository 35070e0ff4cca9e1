//! The status of accounts: always a shape, a colour and a word together.

use eframe::egui::{Color32, Ui};
use jiff::Timestamp;

use crate::style::ui_context::UiContext;
use crate::widgets::pools::pool_table;
use crate::widgets::state_marks::MarkShape;
use bowerbird_engine::types::{Account, AccountStatus};

/// All statuses, best first.
pub(super) const STATUSES: [AccountStatus; 8] = [
    AccountStatus::LoggedIn,
    AccountStatus::Untried,
    AccountStatus::SessionOver,
    AccountStatus::SpentUp,
    AccountStatus::Locked,
    AccountStatus::Refused,
    AccountStatus::Expired,
    AccountStatus::Off,
];

/// Mark, colour and word of a status.
pub(super) fn status_mark(
    look: &UiContext,
    standing: AccountStatus,
) -> (MarkShape, Color32, String) {
    let tokens = &look.tokens;
    let (mark, colour, id) = match standing {
        AccountStatus::LoggedIn => (MarkShape::Disc, tokens.ok, "account-logged-in"),
        AccountStatus::Untried => (MarkShape::Ring, tokens.dim, "account-untried"),
        AccountStatus::SessionOver => (MarkShape::Ring, tokens.dim, "account-session-over"),
        AccountStatus::SpentUp => (MarkShape::Bar, tokens.warn, "account-spent-up"),
        AccountStatus::Locked => (MarkShape::Square, tokens.bad, "account-locked"),
        AccountStatus::Refused => (MarkShape::Cross, tokens.bad, "account-refused"),
        AccountStatus::Expired => (MarkShape::Triangle, tokens.warn, "account-expired"),
        AccountStatus::Off => (MarkShape::Frame, tokens.dim, "account-off"),
    };
    (mark, colour, look.t(id))
}

/// The number of accounts per status.
pub(super) fn summary_ui(ui: &mut Ui, look: &UiContext, accounts: &[Account], now: Timestamp) {
    let all = accounts.iter().map(|account| account.status(now));
    pool_table::summary_ui(ui, look, &STATUSES, all, |standing| {
        status_mark(look, standing)
    });
}
