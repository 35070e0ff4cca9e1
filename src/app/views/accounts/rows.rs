//! The rows of the table of accounts.

use std::collections::BTreeSet;

use eframe::egui::{Color32, Ui};
use jiff::Timestamp;

use super::order;
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::marks::{self, Mark};
use crate::app::widgets::table::{Cell, ColumnSpec, Rows};
use crate::app::world::World;
use crate::engine::AccountOrder;
use crate::engine::types::{Account, AccountId, AccountStanding};

/// The columns.
pub(super) fn columns(look: &Look) -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("tick", String::new(), 28.0),
        ColumnSpec::new("state", look.t("app-tasks-state"), 130.0),
        ColumnSpec::new("site", look.t("app-tasks-site"), 150.0),
        ColumnSpec::new("user", look.t("app-proxies-user"), 120.0),
        ColumnSpec::new("do", look.t("app-tasks-do"), 190.0),
        ColumnSpec::new("login", look.t("app-accounts-last-login"), 110.0),
        ColumnSpec::new("ends", look.t("app-accounts-ends"), 120.0),
        ColumnSpec::new("today", look.t("app-accounts-today"), 80.0),
        ColumnSpec::new("next", look.t("app-accounts-next-try"), 110.0),
        ColumnSpec::new("fault", look.t("app-proxies-fault"), 360.0),
    ]
}

/// Mark, colour and word of a standing.
fn standing_look(look: &Look, standing: AccountStanding) -> (Mark, Color32, String) {
    let tokens = &look.tokens;
    let (mark, colour, id) = match standing {
        AccountStanding::LoggedIn => (Mark::Disc, tokens.ok, "account-logged-in"),
        AccountStanding::Untried => (Mark::Ring, tokens.dim, "account-untried"),
        AccountStanding::SessionOver => (Mark::Ring, tokens.dim, "account-session-over"),
        AccountStanding::SpentUp => (Mark::Square, tokens.dim, "account-spent-up"),
        AccountStanding::Locked => (Mark::Square, tokens.bad, "account-locked"),
        AccountStanding::Refused => (Mark::Cross, tokens.bad, "account-refused"),
        AccountStanding::Expired => (Mark::Cross, tokens.bad, "account-expired"),
        AccountStanding::Off => (Mark::Ring, tokens.dim, "account-off"),
    };
    (mark, colour, look.t(id))
}

/// The rows.
pub(super) struct AccountRows<'a> {
    pub(super) look: &'a Look,
    pub(super) world: &'a World,
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
        let mut on = self.ticked.contains(&account.id);
        let name = self
            .look
            .t1("app-accounts-tick", "user", account.user.as_str());
        if ui.checkbox(&mut on, "").accessible_name(name).changed() {
            match on {
                true => self.ticked.insert(account.id),
                false => self.ticked.remove(&account.id),
            };
        }
    }

    fn deeds_ui(&mut self, ui: &mut Ui, account: &Account) {
        let look = self.look;
        if look.quiet(ui, look.t("app-accounts-test")).clicked() {
            let account = account.id;
            self.actions.push(order(AccountOrder::Test { account }));
        }
        if look.quiet(ui, look.t("app-accounts-change")).clicked() {
            *self.edit = Some(account.id);
        }
        if look.quiet(ui, look.t("app-remove")).clicked() {
            let accounts = vec![account.id];
            self.actions.push(order(AccountOrder::Remove { accounts }));
        }
    }
}

impl Rows for AccountRows<'_> {
    fn len(&self) -> usize {
        self.world.accounts.len()
    }

    fn cell(&self, row: usize, key: &str) -> Cell {
        let Some(account) = self.world.accounts.get(row) else {
            return Cell::Empty;
        };
        match key {
            "state" => Cell::of(standing_look(self.look, account.standing(self.now)).2),
            "site" => Cell::of(&account.site_name),
            "user" => Cell::of(&account.user),
            "login" => self.time(account.last_login),
            "ends" => match account.ends() {
                Some(at) if account.ends_soon(self.now) => {
                    let told = self
                        .look
                        .t1("app-accounts-soon", "time", self.look.time(at));
                    Cell::of(told)
                }
                at => self.time(at),
            },
            "today" => Cell::of(match account.terms.day_limit {
                Some(limit) => format!("{} / {limit}", account.used_today(self.now)),
                None => account.used_today(self.now).to_string(),
            }),
            "next" => self.time(account.next_try(self.now)),
            "fault" => {
                let tests = &self.world.account_tests;
                let test = tests.get(&account.id).map(|(_, message)| message);
                test.or(account.fault.as_ref())
                    .map_or(Cell::Empty, |message| Cell::of(self.look.say(message)))
            }
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let world = self.world;
        let Some(account) = world.accounts.get(row) else {
            return false;
        };
        match key {
            "tick" => self.tick_ui(ui, account),
            "state" => {
                let (mark, colour, word) = standing_look(self.look, account.standing(self.now));
                marks::word_ui(ui, mark, colour, &word);
            }
            "do" => self.deeds_ui(ui, account),
            _ => return false,
        }
        true
    }
}
