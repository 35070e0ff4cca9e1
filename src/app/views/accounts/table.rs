//! The table: which accounts are shown, their order, and the content of each cell.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use eframe::egui::Ui;
use jiff::Timestamp;

use super::session_end::session_end;
use super::status_marks::status_mark;
use super::{AccountsState, order};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::checkboxes_and_radios::Choices as _;
use crate::style::ui_context::UiContext;
use crate::widgets::pools::pool_table::tick_ui;
use crate::widgets::state_marks;
use crate::widgets::table::{Cell, ColumnSpec, Rows};
use bowerbird_engine::AccountCommand;
use bowerbird_engine::types::{Account, AccountId};

/// The columns.
pub(super) fn columns(look: &UiContext) -> Vec<ColumnSpec> {
    let column = |key: &str, id: &str, width: f32| ColumnSpec::new(key, look.t(id), width);
    vec![
        column("tick", "app-proxies-ticked", 28.0),
        column("on", "app-sites-on", 36.0),
        column("state", "app-tasks-state", 120.0).sortable(),
        column("site", "app-tasks-site", 140.0).sortable(),
        column("user", "app-proxies-user", 120.0).sortable(),
        column("do", "app-tasks-do", 190.0),
        column("fault", "app-proxies-fault", 280.0),
        column("login", "app-accounts-last-login", 124.0).sortable(),
        column("today", "app-accounts-today", 76.0)
            .numeric()
            .sortable(),
        column("ends", "app-accounts-ends", 124.0).sortable(),
        column("next", "app-accounts-next-try", 124.0),
    ]
}

/// The accounts that match the filter, in the order chosen by the user.
pub(super) fn shown<'w>(
    look: &UiContext,
    world: &'w AppState,
    state: &AccountsState,
    now: Timestamp,
) -> Vec<&'w Account> {
    let text = |account: &Account| format!("{} {}", account.site_name, account.user);
    let compare = |key: &str, a: &Account, b: &Account| compared(look, key, now, a, b);
    let standing = |account: &Account| account.status(now);
    state
        .pool
        .filtered(&world.accounts, standing, text, compare)
}

fn compared(look: &UiContext, key: &str, now: Timestamp, a: &Account, b: &Account) -> Ordering {
    let word = |account: &Account| status_mark(look, account.status(now)).2;
    match key {
        "site" => a.site_name.to_lowercase().cmp(&b.site_name.to_lowercase()),
        "user" => a.user.to_lowercase().cmp(&b.user.to_lowercase()),
        "state" => word(a).cmp(&word(b)),
        "login" => a.last_login.cmp(&b.last_login),
        // Accounts without an end come last.
        "ends" => (a.ends().is_none(), a.ends()).cmp(&(b.ends().is_none(), b.ends())),
        "today" => a.used_today(now).cmp(&b.used_today(now)),
        _ => Ordering::Equal,
    }
}

/// The rows.
pub(super) struct AccountRows<'a> {
    pub(super) look: &'a UiContext,
    pub(super) world: &'a AppState,
    pub(super) shown: &'a [&'a Account],
    pub(super) ticked: &'a mut BTreeSet<AccountId>,
    pub(super) edit: &'a mut Option<AccountId>,
    pub(super) actions: &'a mut Vec<Action>,
    pub(super) now: Timestamp,
}

impl AccountRows<'_> {
    fn time(&self, at: Option<Timestamp>) -> Cell {
        at.map_or(Cell::Empty, |at| Cell::of(self.look.time(at)))
    }

    fn tick_ui(&mut self, ui: &mut Ui, account: &Account) {
        let user = account.user.as_str();
        let name = self.look.t1("app-accounts-tick", "user", user);
        tick_ui(ui, self.ticked, account.id, name);
    }

    fn deeds_ui(&mut self, ui: &mut Ui, account: &Account) {
        let look = self.look;
        if look.quiet(ui, look.t("app-accounts-test")).clicked() {
            let account = account.id;
            self.actions.push(order(AccountCommand::Test { account }));
        }
        if look.quiet(ui, look.t("app-accounts-change")).clicked() {
            *self.edit = Some(account.id);
        }
        if look.quiet(ui, look.t("app-remove")).clicked() {
            let accounts = vec![account.id];
            self.actions
                .push(order(AccountCommand::Remove { accounts }));
        }
    }
}

impl Rows for AccountRows<'_> {
    fn len(&self) -> usize {
        self.shown.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(account) = self.shown.get(row) else {
            return Cell::Empty;
        };
        match key {
            "state" => Cell::of(status_mark(self.look, account.status(self.now)).2),
            "site" => Cell::of(&account.site_name),
            "user" => Cell::of(&account.user),
            "login" => self.time(account.last_login),
            "ends" => session_end(self.look, account, self.now),
            "today" => Cell::of(match account.terms.day_limit {
                Some(limit) => format!("{} / {limit}", account.used_today(self.now)),
                None => account.used_today(self.now).to_string(),
            }),
            "next" => self.time(account.next_try(self.now)),
            "fault" => {
                let tests = &self.world.account_tests;
                let test = tests.get(&account.id).map(|(_, message)| message);
                test.or(account.fault.as_ref())
                    .map_or(Cell::Empty, |message| Cell::of(self.look.text(message)))
            }
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let Some(account) = self.shown.get(row).copied() else {
            return false;
        };
        match key {
            "tick" => self.tick_ui(ui, account),
            "on" => {
                let mut on = account.enabled;
                let user = account.user.as_str();
                let name = self.look.t1("app-accounts-enable", "user", user);
                if ui.tick(&mut on, "").accessible_name(name).changed() {
                    let accounts = vec![account.id];
                    let enabled = on;
                    let turn = AccountCommand::Enable { accounts, enabled };
                    self.actions.push(order(turn));
                }
            }
            "state" => {
                let (mark, colour, word) = status_mark(self.look, account.status(self.now));
                state_marks::word_ui(ui, mark, colour, &word);
            }
            "do" => self.deeds_ui(ui, account),
            _ => return false,
        }
        true
    }
}
