//! Accounts: the pool at a glance, a form that adds or changes one, cookies brought from a browser,
//! logins tried out, deeds for several at once.

mod bar;
mod cookies;
mod form;
mod recipe;
mod rows;

use std::collections::BTreeSet;

use eframe::egui::{Key, Modifiers, Ui};

use super::panel;
use crate::app::action::Action;
use crate::app::look::Look;
use crate::app::widgets::table::{TableState, table_ui};
use crate::app::world::World;
use crate::engine::types::{Account, AccountId, Secret, SiteId};
use crate::engine::{AccountOrder, Command, CookiesBrought};

/// What the view remembers.
#[derive(Clone, Debug, Default)]
pub struct AccountsState {
    /// The table.
    pub table: TableState,
    /// Site of the one in the form.
    pub site: Option<SiteId>,
    /// Its user.
    pub user: String,
    /// Its password.
    pub password: String,
    /// Pages a day, as typed.
    pub limit: String,
    /// The day from which on it is not used, as typed.
    pub expires: String,
    /// Whether the new one was sent off; the form keeps it until it is there.
    pub adding: bool,
    /// The one that the form changes; none while it adds.
    pub editing: Option<AccountId>,
    /// Whether the way in is shown.
    pub recipe_open: bool,
    /// The way in, as it is typed.
    pub recipe: Option<recipe::Recipe>,
    /// Whether the form for cookies is open.
    pub cookies_open: bool,
    /// The cookies that were pasted.
    pub cookies: String,
    /// The browser's user agent.
    pub user_agent: String,
    /// What became of the last cookies.
    pub brought: Option<CookiesBrought>,
    /// Those that deeds are about.
    pub ticked: BTreeSet<AccountId>,
}

impl AccountsState {
    /// The accounts changed from `old` to `new`: the same one stays selected, and the form is
    /// emptied when its account is there.
    pub fn came(&mut self, old: &[Account], new: &[Account]) {
        self.table.follow(old, new, |account| account.id);
        self.ticked.retain(|id| new.iter().any(|a| a.id == *id));
        let known = |account: &Account| old.iter().any(|old| old.id == account.id);
        if self.adding && new.iter().any(|account| !known(account)) {
            self.empty();
        }
    }

    /// Cookies were taken: what was pasted is not kept.
    pub fn brought(&mut self, brought: CookiesBrought) {
        if brought.taken > 0 {
            self.cookies.clear();
        }
        self.cookies_open = true;
        self.brought = Some(brought);
    }

    /// The text of a file with cookies came: it can be looked at before it is taken.
    pub fn cookie_file(&mut self, text: &Secret) {
        text.reveal().clone_into(&mut self.cookies);
        self.cookies_open = true;
        self.brought = None;
    }

    /// Empties the form.
    fn empty(&mut self) {
        self.adding = false;
        self.editing = None;
        let texts = [
            &mut self.user,
            &mut self.password,
            &mut self.limit,
            &mut self.expires,
        ];
        texts.into_iter().for_each(String::clear);
    }

    /// Those that a deed is about: the ticked ones, else the selected one.
    fn chosen(&self, world: &World) -> Vec<AccountId> {
        if !self.ticked.is_empty() {
            return self.ticked.iter().copied().collect();
        }
        let selected = self.table.selected.and_then(|row| world.accounts.get(row));
        selected.map(|account| account.id).into_iter().collect()
    }
}

/// The action that gives an order.
fn order(order: AccountOrder) -> Action {
    Action::Send(Command::Accounts(order))
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
        form::form_ui(ui, look, world, state, actions);
        if state.recipe_open {
            ui.separator();
            recipe::recipe_ui(ui, look, world, state, actions);
        }
        if state.cookies_open {
            ui.separator();
            cookies::cookies_ui(ui, look, world, state, actions);
        }
    });
    ui.add_space(4.0);
    if world.accounts.is_empty() {
        look.empty_state(ui, "app-accounts-empty", "app-accounts-empty-hint");
        return;
    }
    bar::bar_ui(ui, look, world, state, actions);
    state.table.remember(ui.ctx(), "accounts");
    let (mut table, mut ticked) = (std::mem::take(&mut state.table), state.ticked.clone());
    let mut edit = None;
    let mut rows = rows::AccountRows {
        look,
        world,
        ticked: &mut ticked,
        edit: &mut edit,
        actions,
        now: jiff::Timestamp::now(),
    };
    let name = look.t("app-accounts-table");
    let output = table_ui(ui, look, &name, &rows::columns(look), &mut table, &mut rows);
    (state.table, state.ticked) = (table, ticked);
    if let Some(account) = edit.and_then(|id| world.accounts.iter().find(|a| a.id == id)) {
        form::edit(state, account);
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
    keys(ui, world, state, actions);
}

/// Delete removes what is chosen, while no field has the keyboard.
fn keys(ui: &Ui, world: &World, state: &AccountsState, actions: &mut Vec<Action>) {
    let typing = ui.ctx().egui_wants_keyboard_input();
    let pressed = ui.input_mut(|input| !typing && input.consume_key(Modifiers::NONE, Key::Delete));
    let accounts = state.chosen(world);
    if pressed && !accounts.is_empty() {
        actions.push(order(AccountOrder::Remove { accounts }));
    }
}
