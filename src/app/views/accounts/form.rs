//! The form that adds or changes an account.

use eframe::egui::{Button, Ui};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::{AccountsState, Section, account_for_page, order};
use crate::action::Action;
use crate::state::app_state::AppState;
use crate::style::ui_context::UiContext;
use crate::widgets::action_menu::disabled_because;
use crate::widgets::fields;
use bowerbird_engine::types::{Account, AccountId, AccountTerms, Secret};
use bowerbird_engine::{AccountCommand, AccountDraft, hosts_of};

/// Draws it.
pub(super) fn form_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    ui.horizontal_wrapped(|ui| {
        let mut entered = false;
        if state.editing.is_none() {
            let new_site = state.for_page.as_ref();
            let new_site = new_site.and_then(|page| page.new_site.as_deref());
            let none = match new_site {
                Some(name) => look.t1("app-accounts-new-site", "site", name),
                None => look.t("app-tasks-choose-site"),
            };
            let mut options = vec![(None, none)];
            let sites = world.sites().iter();
            options.extend(sites.map(|site| (Some(site.id), site.name.clone())));
            fields::choice(ui, look, "app-tasks-site", &mut state.site, &options, 170.0);
            let user = &mut state.user;
            let user = fields::text_field(ui, look, "app-proxies-user", user, "", 130.0);
            entered |= fields::entered(ui, &user);
            if std::mem::take(&mut state.focus_user) {
                user.request_focus();
            }
        }
        let typed = &mut state.password;
        let password = fields::password_field(ui, look, "app-accounts-password", typed, 130.0);
        let password = password.on_hover_text(look.t("app-accounts-password-tip"));
        entered |= fields::entered(ui, &password);
        let limit = &mut state.limit;
        let limit = fields::text_field(ui, look, "app-accounts-limit", limit, "", 90.0);
        entered |= fields::entered(ui, &limit);
        limit.on_hover_text(look.t("app-accounts-limit-tip"));
        let hint = look.t("app-accounts-expires-hint");
        let expires = fields::text_field(
            ui,
            look,
            "app-accounts-expires",
            &mut state.expires,
            &hint,
            110.0,
        );
        entered |= fields::entered(ui, &expires);
        expires.on_hover_text(look.t("app-accounts-expires-tip"));
        fields::beside(ui, |ui| {
            buttons_ui(ui, look, world, state, entered, actions)
        });
    });
    account_for_page::page_ui(ui, look, state, actions);
    if state.editing.is_none() {
        ui.horizontal_wrapped(|ui| toggles_ui(ui, look, state));
    }
    if let Some(account) = edited(world, state) {
        ui.label(look.hint(look.t1("app-accounts-editing", "user", account.user.as_str())));
        let id = account.id;
        ui.horizontal_wrapped(|ui| allow_ui(ui, look, id, state, actions));
    }
    let of = edited(world, state).map_or(state.site, |account| Some(account.site));
    if let Some(site) = world.sites().iter().find(|site| Some(site.id) == of)
        && !state.password.is_empty()
    {
        ui.label(look.hint(look.t1("app-accounts-for-hosts", "hosts", hosts_of(site))));
    }
    if terms(state, None).is_none() {
        ui.label(look.coloured(look.t("app-accounts-bad-terms"), look.tokens.bad));
    }
}

fn buttons_ui(
    ui: &mut Ui,
    look: &UiContext,
    world: &AppState,
    state: &mut AccountsState,
    entered: bool,
    actions: &mut Vec<Action>,
) {
    let before = edited(world, state);
    let terms = terms(state, before);
    let password = (!state.password.is_empty()).then(|| Secret::new(state.password.clone()));
    if let Some(account) = before {
        let save = look.primary_if(ui, terms.is_some(), look.t("app-accounts-save"));
        let save = disabled_because(save, &look.t("app-accounts-bad-terms"));
        if (save.clicked() || entered)
            && let Some(terms) = terms
        {
            actions.push(order(AccountCommand::Change {
                account: account.id,
                password,
                terms,
            }));
            state.empty();
        }
        if ui.button(look.t("app-accounts-cancel")).clicked() {
            state.empty();
        }
        return;
    }
    let user = state.user.trim().to_owned();
    let new_site = state.for_page.as_ref();
    let new_site = new_site.is_some_and(|page| page.new_site.is_some());
    let has_site = state.site.is_some() || new_site;
    let usable = has_site && !user.is_empty() && terms.is_some();
    let add = look.primary_if(ui, usable && password.is_some(), look.t("app-accounts-add"));
    let missing = if !has_site {
        "app-accounts-needs-site"
    } else if user.is_empty() {
        "app-accounts-needs-user"
    } else if terms.is_none() {
        "app-accounts-bad-terms"
    } else {
        "app-accounts-needs-password"
    };
    let add = disabled_because(add, &look.t(missing));
    if (add.clicked() || (entered && usable && password.is_some()))
        && has_site
        && let Some(terms) = terms
    {
        let draft = AccountDraft {
            // One that is added first gets its number then.
            site: state.site.unwrap_or_default(),
            user,
            password,
            terms,
        };
        account_for_page::add(world, state, draft, actions);
    }
}

/// An additional place where the account's secrets may be sent, named by the user.
fn allow_ui(
    ui: &mut Ui,
    look: &UiContext,
    account: AccountId,
    state: &mut AccountsState,
    actions: &mut Vec<Action>,
) {
    let host = &mut state.allow_host;
    let field = fields::text_field(ui, look, "app-accounts-allow-host", host, "", 220.0);
    let entered = fields::entered(ui, &field);
    field.on_hover_text(look.t("app-accounts-allow-host-tip"));
    let named = state.allow_host.trim().to_owned();
    let allow = ui.add_enabled(!named.is_empty(), Button::new(look.t("app-accounts-allow")));
    let allow = disabled_because(allow, &look.t("app-needs-text"));
    if (allow.clicked() || entered) && !named.is_empty() {
        state.allow_host.clear();
        actions.push(order(AccountCommand::AllowHost {
            account,
            host: named,
        }));
    }
}

/// Toggles for the sections below: the kind of login, and cookies.
fn toggles_ui(ui: &mut Ui, look: &UiContext, state: &mut AccountsState) {
    let recipe = ui.selectable_label(state.recipe_open, look.t("account-recipe"));
    if recipe.on_hover_text(look.t("account-recipe-tip")).clicked() {
        match state.recipe_open {
            true => state.recipe_open = false,
            false => state.open_section(Section::Recipe),
        }
    }
    let list = ui.selectable_label(state.list_open, look.t("accounts-list"));
    if list.on_hover_text(look.t("accounts-list-tip")).clicked() {
        match state.list_open {
            true => state.list_open = false,
            false => state.open_section(Section::List),
        }
        state.imported = None;
    }
    let open = ui.selectable_label(state.cookies_open, look.t("app-accounts-cookies"));
    if open
        .on_hover_text(look.t("app-accounts-cookies-tip"))
        .clicked()
    {
        match state.cookies_open {
            true => state.cookies_open = false,
            false => state.open_section(Section::Cookies),
        }
        state.brought = None;
    }
}

fn edited<'w>(world: &'w AppState, state: &AccountsState) -> Option<&'w Account> {
    let id = state.editing?;
    world.accounts.iter().find(|account| account.id == id)
}

/// Loads an account into the form; its password, which is never shown, stays unchanged.
pub(super) fn edit(state: &mut AccountsState, account: &Account) {
    state.empty();
    state.editing = Some(account.id);
    state.limit = account
        .terms
        .day_limit
        .map(|limit| limit.to_string())
        .unwrap_or_default();
    state.expires = account
        .terms
        .expires
        .map(|at| at.to_zoned(TimeZone::system()).date().to_string())
        .unwrap_or_default();
}

/// The typed terms; `None` if invalid.
fn terms(state: &AccountsState, before: Option<&Account>) -> Option<AccountTerms> {
    let limit = state.limit.trim();
    let day_limit = match limit {
        "" => None,
        limit => Some(limit.parse::<u32>().ok().filter(|limit| *limit > 0)?),
    };
    let expires = match state.expires.trim() {
        "" => None,
        date => Some(day(date)?),
    };
    Some(AccountTerms {
        day_limit,
        expires,
        user_agent: before.and_then(|account| account.terms.user_agent.clone()),
    })
}

/// The beginning of a day in the local zone.
fn day(text: &str) -> Option<Timestamp> {
    let date: Date = text.parse().ok()?;
    Some(date.to_zoned(TimeZone::system()).ok()?.timestamp())
}
