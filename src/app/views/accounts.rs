//! Accounts: the pool, a form that adds one, logins tried out.

use eframe::egui::Ui;

use super::panel;
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::table::{Cell, ColumnSpec, Rows, TableState, table_ui};
use crate::app::widgets::{fields, marks};
use crate::app::world::World;
use crate::engine::Command;
use crate::engine::types::{Account, LoginState, Secret, SiteId};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct AccountsState {
    /// The table.
    pub table: TableState,
    /// Site of the new one.
    pub site: Option<SiteId>,
    /// User of the new one.
    pub user: String,
    /// Password of the new one.
    pub password: String,
    /// Whether the new one was sent off; the form keeps it until it is there.
    pub adding: bool,
}

impl AccountsState {
    /// The accounts changed from `old` to `new`: the same one stays selected, and the form is
    /// emptied when its account is there.
    pub fn came(&mut self, old: &[Account], new: &[Account]) {
        self.table.follow(old, new, |account| account.id);
        let known = |account: &Account| old.iter().any(|old| old.id == account.id);
        if self.adding && new.iter().any(|account| !known(account)) {
            self.adding = false;
            self.user.clear();
            self.password.clear();
        }
    }
}

/// Draws the view.
pub fn accounts_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    look.view_title(ui, "app-view-accounts");
    ui.label(look.hint(look.t("app-accounts-hint")));
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        form_ui(ui, look, world, state, actions);
    });
    ui.add_space(4.0);
    if world.accounts.is_empty() {
        look.empty_state(ui, "app-accounts-empty", "app-accounts-empty-hint");
        return;
    }
    state.table.remember(ui.ctx(), "accounts");
    let mut rows = AccountRows {
        look,
        world,
        actions,
    };
    let name = look.t("app-accounts-table");
    let output = table_ui(ui, look, &name, &columns(look), &mut state.table, &mut rows);
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
}

fn form_ui(
    ui: &mut Ui,
    look: &Look,
    world: &World,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let mut options = vec![(None, look.t("app-tasks-choose-site"))];
        options.extend(
            world
                .sites()
                .iter()
                .map(|site| (Some(site.id), site.name.clone())),
        );
        fields::choice(ui, look, "app-tasks-site", &mut state.site, &options, 200.0);
        fields::text_field(ui, look, "app-proxies-user", &mut state.user, "", 140.0);
        let password =
            fields::password_field(ui, look, "app-proxies-password", &mut state.password, 140.0);
        let entered = fields::entered(ui, &password);
        fields::beside(ui, |ui| {
            let usable = state.site.is_some() && !state.user.trim().is_empty();
            let add = look.primary_if(ui, usable, look.t("app-accounts-add"));
            if (add.clicked() || (entered && usable))
                && let Some(site) = state.site
            {
                state.adding = true;
                actions.push(Action::Send(Command::AddAccount {
                    site,
                    user: state.user.trim().to_owned(),
                    password: Secret::new(state.password.clone()),
                }));
            }
        });
    });
}

fn columns(look: &Look) -> Vec<ColumnSpec> {
    vec![
        ColumnSpec::new("site", look.t("app-tasks-site"), 200.0),
        ColumnSpec::new("user", look.t("app-proxies-user"), 160.0),
        ColumnSpec::new("state", look.t("app-tasks-state"), 120.0),
        ColumnSpec::new("do", look.t("app-tasks-do"), 150.0),
        ColumnSpec::new("rest", look.t("app-accounts-rest"), 130.0),
        ColumnSpec::new("fault", look.t("app-proxies-fault"), 360.0),
    ]
}

struct AccountRows<'a> {
    look: &'a Look,
    world: &'a World,
    actions: &'a mut Vec<Action>,
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
            "site" => Cell::of(&account.site_name),
            "user" => Cell::of(&account.user),
            "rest" => account
                .rest_until
                .map_or(Cell::Empty, |at| Cell::of(self.look.time(at))),
            "fault" => {
                let test = self
                    .world
                    .account_tests
                    .get(&account.id)
                    .map(|(_, message)| message);
                test.or(account.fault.as_ref())
                    .map_or(Cell::Empty, |message| Cell::of(self.look.say(message)))
            }
            _ => Cell::Empty,
        }
    }

    fn cell_ui(&mut self, ui: &mut Ui, row: usize, key: &str) -> bool {
        let (look, Some(account)) = (self.look, self.world.accounts.get(row)) else {
            return false;
        };
        match key {
            "state" => {
                let (mark, colour, id) = match account.state {
                    LoginState::Untried => {
                        (marks::Mark::Ring, look.tokens.dim, "app-accounts-untried")
                    }
                    LoginState::LoggedIn => {
                        (marks::Mark::Disc, look.tokens.ok, "app-accounts-logged-in")
                    }
                    LoginState::Refused => {
                        (marks::Mark::Cross, look.tokens.bad, "app-accounts-refused")
                    }
                    LoginState::Locked => {
                        (marks::Mark::Square, look.tokens.bad, "app-accounts-locked")
                    }
                };
                marks::word_ui(ui, mark, colour, &look.t(id));
            }
            "do" => {
                if look.quiet(ui, look.t("app-accounts-test")).clicked() {
                    self.actions.push(Action::Send(Command::TestAccount {
                        account: account.id,
                    }));
                }
                if look.quiet(ui, look.t("app-remove")).clicked() {
                    self.actions.push(Action::Send(Command::RemoveAccount {
                        account: account.id,
                    }));
                }
            }
            _ => return false,
        }
        true
    }
}
