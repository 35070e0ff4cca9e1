//! When the session of an account ends, as its cell says it: an end that is near is told as such.

use jiff::Timestamp;

use crate::style::ui_context::UiContext;
use crate::widgets::table::Cell;
use bowerbird_engine::types::{Account, account_ends_soon};

/// The cell of the end of a session; empty if it has none.
pub(super) fn session_end(look: &UiContext, account: &Account, now: Timestamp) -> Cell {
    match account.ends() {
        Some(at) if account_ends_soon(account, now) => {
            Cell::of(look.t1("app-accounts-soon", "time", look.time(at)))
        }
        Some(at) => Cell::of(look.time(at)),
        None => Cell::Empty,
    }
}
