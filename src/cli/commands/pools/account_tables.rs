//! The accounts of the pool as a table.

use jiff::Timestamp;

use crate::console::{Console, shorten};
use bowerbird_engine::types::{Account, AccountStatus, account_ends_soon};

/// Width of the fault column.
const FAULT_WIDTH: usize = 80;

/// Prints the accounts as a table; prints nothing if there are none.
pub fn show_accounts(console: &Console, accounts: &[Account]) {
    if accounts.is_empty() {
        return;
    }
    console.line("");
    let now = Timestamp::now();
    let rows: Vec<Vec<String>> = accounts.iter().map(|a| row(console, a, now)).collect();
    console.table(
        &[
            "cli-head-site",
            "cli-head-user",
            "cli-head-state",
            "cli-head-last-login",
            "cli-head-ends",
            "cli-head-today",
            "cli-head-next-try",
            "cli-head-reason",
        ],
        &rows,
        "cli-no-accounts",
    );
}

fn row(console: &Console, account: &Account, now: Timestamp) -> Vec<String> {
    let (mark, id) = match account.status(now) {
        AccountStatus::LoggedIn => ("●", "account-logged-in"),
        AccountStatus::Untried => ("○", "account-untried"),
        AccountStatus::SessionOver => ("◐", "account-session-over"),
        AccountStatus::SpentUp => ("◑", "account-spent-up"),
        AccountStatus::Locked => ("■", "account-locked"),
        AccountStatus::Refused => ("✗", "account-refused"),
        AccountStatus::Expired => ("✗", "account-expired"),
        AccountStatus::Off => ("–", "account-off"),
    };
    let time = |at: Option<Timestamp>| {
        at.map_or_else(
            || "–".to_owned(),
            |at| at.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        )
    };
    let soon = if account_ends_soon(account, now) {
        " !"
    } else {
        ""
    };
    vec![
        account.site_name.clone(),
        account.user.clone(),
        format!("{mark} {}", console.catalogue.get(id)),
        time(account.last_login),
        format!("{}{soon}", time(account.ends())),
        match account.terms.day_limit {
            Some(limit) => format!("{} / {limit}", account.used_today(now)),
            None => account.used_today(now).to_string(),
        },
        time(account.next_try(now)),
        account
            .fault
            .as_ref()
            .map(|fault| shorten(&console.text(fault), FAULT_WIDTH))
            .unwrap_or_default(),
    ]
}
