//! Accounts: an overview of the pool, a form that adds or changes one, lists, cookies imported from
//! a browser, login tests, and actions on several at once.

mod account_for_page;
mod account_list_bar;
mod cookies;
mod form;
mod list;
mod login_kind;
mod login_window;
mod session_end;
mod status_marks;
mod table;

use eframe::egui::Ui;
use jiff::Timestamp;

use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::frames::panel;
use crate::style::ui_context::UiContext;
use crate::views::no_site::no_site_ui;
use crate::widgets::pools::pool_table::PoolTable;
use bowerbird_engine::types::{Account, AccountId, AccountStatus, Secret, SiteId};
use bowerbird_engine::{AccountCommand, Command, CookiesBrought, ImportedAccounts, LoginWindow};

/// The state of the view.
#[derive(Clone, Debug, Default)]
pub struct AccountsState {
    /// The table: filter, ticks, selection.
    pub pool: PoolTable<AccountId, AccountStatus>,
    /// Site of the account in the form.
    pub site: Option<SiteId>,
    /// Its user.
    pub user: String,
    /// Its password.
    pub password: String,
    /// An additional host for the secrets of the account in the form, as typed.
    pub allow_host: String,
    /// Pages per day, as typed.
    pub limit: String,
    /// The day from which it is no longer used, as typed.
    pub expires: String,
    /// Whether the new one was submitted; the form keeps it until it exists.
    pub adding: bool,
    /// The account that the form changes; `None` while it adds one.
    pub editing: Option<AccountId>,
    /// The page that the account is for.
    pub for_page: Option<account_for_page::ForPage>,
    /// Whether the login section is shown.
    pub recipe_open: bool,
    /// The kind of login, as typed.
    pub recipe: Option<login_kind::Recipe>,
    /// Whether the form for cookies is open.
    pub cookies_open: bool,
    /// The pasted cookies.
    pub cookies: String,
    /// The browser's user agent.
    pub user_agent: String,
    /// The browser window in which the user logs in, while it is open.
    pub login_window: Option<LoginWindow>,
    /// The result of the last cookie import.
    pub brought: Option<CookiesBrought>,
    /// Whether the form for lists is open.
    pub list_open: bool,
    /// The typed or pasted list.
    pub list: String,
    /// The result of the last list import.
    pub imported: Option<ImportedAccounts>,
    /// Whether to focus the field of the user's name.
    pub focus_user: bool,
}

impl AccountsState {
    /// The accounts changed from `old` to `new`: keeps the selection, and empties the form when its
    /// account exists.
    pub fn came(&mut self, old: &[Account], new: &[Account], actions: &mut Vec<Action>) {
        self.pool
            .ticked
            .retain(|id| new.iter().any(|a| a.id == *id));
        let known = |account: &Account| old.iter().any(|old| old.id == account.id);
        if self.adding && new.iter().any(|account| !known(account)) {
            if let Some(of_page) = self.for_page.take() {
                account_for_page::back(of_page.page(), actions);
            }
            self.empty();
        }
    }

    /// Cookies were imported: the pasted text is cleared.
    pub fn brought(&mut self, brought: CookiesBrought) {
        if brought.taken > 0 {
            self.cookies.clear();
        }
        self.open_section(Section::Cookies);
        self.brought = Some(brought);
    }

    /// A login window was opened or closed.
    pub fn login_window(&mut self, window: LoginWindow) {
        let is_shown = |shown: &LoginWindow| shown.number == window.number;
        if window.is_open {
            self.login_window = Some(window);
        } else if self.login_window.as_ref().is_some_and(is_shown) {
            self.login_window = None;
        }
    }

    /// Loads the text of a cookie file, so that it can be checked before import.
    pub fn cookie_file(&mut self, text: &Secret) {
        text.reveal().clone_into(&mut self.cookies);
        self.open_section(Section::Cookies);
        self.brought = None;
    }

    /// Loads the text of a list, so that it can be checked before import.
    pub fn list_file(&mut self, text: &Secret) {
        text.reveal().clone_into(&mut self.list);
        self.open_section(Section::List);
        self.imported = None;
    }

    /// A list was imported: the pasted text, including passwords, is cleared.
    pub fn imported(&mut self, report: ImportedAccounts) {
        self.list.clear();
        self.open_section(Section::List);
        self.imported = Some(report);
    }

    /// Prepares the form to import cookies for `site`, with its account.
    pub fn bring_for(&mut self, world: &AppState, site: SiteId) {
        self.empty();
        self.site = Some(site);
        let own = world.accounts.iter().find(|account| account.site == site);
        let user = own.map_or("browser", |account| account.user.as_str());
        user.clone_into(&mut self.user);
        self.open_section(Section::Cookies);
        self.brought = None;
    }

    /// Prepares the form for `site`.
    pub fn show_for(&mut self, site: SiteId) {
        self.empty();
        self.site = Some(site);
    }

    /// Shows where the site of this name logs in.
    pub fn show_login_of(&mut self, world: &AppState, name: &str) {
        if let Some(site) = world.sites().iter().find(|site| site.name == name) {
            self.show_for(site.id);
        }
        self.open_section(Section::Recipe);
    }

    /// Prepares the form for a new account of `site` with `secret` as its password.
    pub fn add_for(&mut self, site: SiteId, secret: &Secret) {
        self.empty();
        self.site = Some(site);
        "key".clone_into(&mut self.user);
        secret.reveal().clone_into(&mut self.password);
    }

    /// Opens a section below the form in place of the others, which would leave the table no room.
    fn open_section(&mut self, section: Section) {
        self.recipe_open = section == Section::Recipe;
        self.list_open = section == Section::List;
        self.cookies_open = section == Section::Cookies;
    }

    /// Empties the form.
    fn empty(&mut self) {
        self.adding = false;
        self.editing = None;
        self.for_page = None;
        let texts = [
            &mut self.user,
            &mut self.password,
            &mut self.allow_host,
            &mut self.limit,
            &mut self.expires,
        ];
        texts.into_iter().for_each(String::clear);
    }
}

/// A section below the form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// The kind of login.
    Recipe,
    /// A list of accounts.
    List,
    /// Cookies of a browser.
    Cookies,
}

/// The action that sends an order.
fn order(order: AccountCommand) -> Action {
    Action::Send(Command::Accounts(order))
}

/// Draws the view.
pub fn accounts_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    let now = Timestamp::now();
    ui.horizontal_wrapped(|ui| {
        look.view_title(ui, "app-view-accounts");
        status_marks::summary_ui(ui, look, &world.accounts, now);
    });
    ui.label(look.hint(look.t("app-accounts-hint")));
    let has_site = world.sites.is_none() || !world.sites().is_empty();
    if !has_site && world.accounts.is_empty() && state.for_page.is_none() {
        no_site_ui(ui, look, "app-accounts-no-site-hint", actions);
        return;
    }
    panel(look).show(ui, |ui| {
        ui.set_width(ui.available_width());
        form::form_ui(ui, look, world, state, actions);
        if state.recipe_open {
            ui.separator();
            login_kind::recipe_ui(ui, look, world, state, actions);
        }
        if state.list_open {
            ui.separator();
            list::list_ui(ui, look, state, actions);
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
    let shown = table::shown(look, world, state, now);
    state
        .pool
        .show(shown.iter().map(|account| account.id).collect());
    account_list_bar::bar_ui(ui, look, state, actions);
    let accounts = state.pool.keys(ui);
    if !accounts.is_empty() {
        actions.push(order(AccountCommand::Remove { accounts }));
    }
    let mut ticked = std::mem::take(&mut state.pool.ticked);
    let mut edit = None;
    let mut rows = table::AccountRows {
        look,
        world,
        shown: &shown,
        ticked: &mut ticked,
        edit: &mut edit,
        actions,
        now,
    };
    let name = look.t("app-accounts-table");
    let (names, columns) = (("accounts", name.as_str()), table::columns(look));
    let output = state.pool.table_ui(ui, look, names, &columns, &mut rows);
    state.pool.ticked = ticked;
    if let Some(account) = edit.and_then(|id| world.accounts.iter().find(|a| a.id == id)) {
        form::edit(state, account);
    }
    if let Some(text) = output.copied {
        actions.push(Action::Copy(text));
    }
}
