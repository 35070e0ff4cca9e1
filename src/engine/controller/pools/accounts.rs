//! Commands about the accounts of sites.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::{account_import, manual_login};
use crate::context::{EngineContext, LoginWindowOrder};
use crate::controller::resolve_user_input::find_site;
use crate::crawl::{LoginRecipe, cookies_name, recipe_of, site_session, try_account};
use crate::project_permission::secret_places;
use crate::protocol::{AccountCommand, AccountDraft, CookiesBrought, EngineError, Event};
use bowerbird_io::fetch::Session;
use bowerbird_io::secrets::{BoundSecret, Secret, SecretError};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{
    Account, AccountId, AccountTerms, Evidence, EvidencePlace, LoginState, PageState, Site, SiteId,
};
use bowerbird_logic::policy::pools::cookies::read_cookies;
use bowerbird_logic::policy::pools::secret_scope::SecretPlace;
use bowerbird_logic::rules::parse;

/// The delay between the tests of two accounts of one site.
const BETWEEN_LOGINS: Duration = Duration::from_secs(1);

/// The secrets of an account.
pub(in crate::controller) const SECRETS: [&str; 2] = ["account", "cookies"];

/// Executes an account command.
pub(in crate::controller) fn handle_command(
    context: &Arc<EngineContext>,
    order: AccountCommand,
) -> Result<(), EngineError> {
    match order {
        AccountCommand::Add(draft) => add(context, &draft),
        AccountCommand::Remove { accounts } => {
            for id in accounts {
                let account = find(context, id)?;
                context.store.remove_account(id)?;
                forget(context, &account);
            }
            context.publish(Event::PoolsChanged);
            Ok(())
        }
        AccountCommand::Enable { accounts, enabled } => {
            context.store.set_accounts_enabled(&accounts, enabled)?;
            context.publish(Event::PoolsChanged);
            Ok(())
        }
        AccountCommand::Change {
            account,
            password,
            terms,
        } => change(context, account, password.as_ref(), &terms),
        AccountCommand::AllowHost { account, host } => allow(context, account, &host),
        AccountCommand::Test { account } => test(context, account),
        AccountCommand::TestAll { accounts } => test_all(context, &accounts),
        AccountCommand::BringCookies {
            site,
            user,
            text,
            user_agent,
        } => bring(context, site, &user, &text, user_agent),
        AccountCommand::OpenLoginWindow { site, user, url } => {
            manual_login::open(context, site, &user, url.as_deref())
        }
        AccountCommand::TakeLoginCookies => {
            manual_login::order(context, LoginWindowOrder::Take);
            Ok(())
        }
        AccountCommand::CloseLoginWindow => {
            manual_login::order(context, LoginWindowOrder::Discard);
            Ok(())
        }
        AccountCommand::Import {
            site,
            text,
            dry_run,
        } => account_import::import(context, site, &text, dry_run),
    }
}

fn add(context: &Arc<EngineContext>, draft: &AccountDraft) -> Result<(), EngineError> {
    let site = find_site(context, draft.site)?;
    let id = context.store.add_account(site.id, &draft.user)?;
    let name = format!("account:{}:{}", site.name, draft.user);
    if let Some(password) = &draft.password
        && let password = BoundSecret::new(password.clone(), secret_places::of_site(&site))
        && let Err(error) = context.secrets().set(&name, &password)
    {
        context.store.remove_account(id)?;
        return Err(error.into());
    }
    if draft.terms != AccountTerms::default() {
        context.store.set_account_terms(id, &draft.terms)?;
    }
    context.publish(Event::PoolsChanged);
    Ok(())
}

fn change(
    context: &Arc<EngineContext>,
    id: AccountId,
    password: Option<&Secret>,
    terms: &AccountTerms,
) -> Result<(), EngineError> {
    let account = find(context, id)?;
    if let Some(password) = password {
        let name = format!("account:{}:{}", account.site_name, account.user);
        let mut scope = secret_places::of_site(&find_site(context, account.site)?);
        let secrets = context.secrets();
        // Other places that the user set for this account stay.
        if let Some(before) = secrets.get(&name)? {
            scope.allow_all(before.scope());
        }
        secrets.set(&name, &BoundSecret::new(password.clone(), scope))?;
        // The site refused the old one.
        let store = &context.store;
        store.set_account_state(id, LoginState::Untried, None, None)?;
    }
    context.store.set_account_terms(id, terms)?;
    context.publish(Event::PoolsChanged);
    Ok(())
}

/// Allows the secrets of an account at one more place, by the user's decision.
fn allow(context: &EngineContext, id: AccountId, host: &str) -> Result<(), EngineError> {
    let account = find(context, id)?;
    let place = SecretPlace::named(host)
        .map_err(|_| EngineError(Message::new("account-no-host").with("host", host)))?;
    let secrets = context.secrets();
    let mut known = false;
    for kind in SECRETS {
        let name = format!("{kind}:{}:{}", account.site_name, account.user);
        if let Some(secret) = secrets.get(&name)? {
            secrets.set(&name, &secret.allowing(place.clone()))?;
            known = true;
        }
    }
    if !known {
        let user = account.user.as_str();
        return Err(EngineError(
            Message::new("engine-no-password").with("user", user),
        ));
    }
    context.publish(Event::PoolsChanged);
    Ok(())
}

/// Tests the login of an account.
fn test(context: &Arc<EngineContext>, id: AccountId) -> Result<(), EngineError> {
    let account = find(context, id)?;
    let way = login_recipe(context, account.site)?;
    let context = Arc::clone(context);
    tokio::spawn(async move { log_in(&context, &way, &account).await });
    Ok(())
}

/// Tests several accounts. Those of one site are tested in sequence, so that no site receives many
/// logins at once.
fn test_all(context: &Arc<EngineContext>, ids: &[AccountId]) -> Result<(), EngineError> {
    let mut by_site: BTreeMap<SiteId, Vec<Account>> = BTreeMap::new();
    for account in context.store.accounts()? {
        if ids.contains(&account.id) {
            by_site.entry(account.site).or_default().push(account);
        }
    }
    for (site, accounts) in by_site {
        match login_recipe(context, site) {
            Ok(way) => {
                let context = Arc::clone(context);
                tokio::spawn(async move {
                    for (nth, account) in accounts.iter().enumerate() {
                        if nth > 0 {
                            tokio::time::sleep(BETWEEN_LOGINS).await;
                        }
                        log_in(&context, &way, account).await;
                    }
                });
            }
            Err(error) => {
                for account in accounts {
                    context.publish(Event::AccountTested {
                        account: account.id,
                        ok: false,
                        message: error.0.clone(),
                    });
                }
            }
        }
    }
    Ok(())
}

/// The login method of a site's accounts.
fn login_recipe(
    context: &Arc<EngineContext>,
    site: SiteId,
) -> Result<(Session, LoginRecipe), EngineError> {
    let site = find_site(context, site)?;
    let rule = parse(&site.rule_toml)?;
    let recipe = recipe_of(&rule, login_page(&site)).ok_or_else(|| {
        EngineError(Message::new("engine-no-login-form").with("site", site.name.as_str()))
    })?;
    let (session, _) = site_session(context, &site)?;
    Ok((session, recipe))
}

/// The page to which the site last redirected an anonymous visitor, if it did.
fn login_page(site: &Site) -> Option<&str> {
    let status = site.status.as_ref()?;
    let sent = |piece: &&Evidence| piece.place == EvidencePlace::Url;
    let required = status.state == PageState::LoginRequired;
    let piece = status.evidence.iter().find(sent).filter(|_| required)?;
    Some(&piece.matched)
}

async fn log_in(
    context: &Arc<EngineContext>,
    (session, recipe): &(Session, LoginRecipe),
    account: &Account,
) {
    let (ok, message) = match try_account(context, session, recipe, account).await {
        Ok(None) => {
            let user = account.user.as_str();
            let works = Message::new("engine-account-works").with("user", user);
            (true, works)
        }
        Ok(Some(fault)) => (false, fault),
        Err(error) => (false, error.0),
    };
    context.publish(Event::PoolsChanged);
    context.publish(Event::AccountTested {
        account: account.id,
        ok,
        message,
    });
}

/// Imports cookies from a browser: the account logs in with them from now on.
pub(super) fn bring(
    context: &Arc<EngineContext>,
    site: SiteId,
    user: &str,
    text: &Secret,
    user_agent: Option<String>,
) -> Result<(), EngineError> {
    let site = find_site(context, site)?;
    let rule = parse(&site.rule_toml)?;
    let start = rule.start().next();
    let host = start.as_ref().and_then(|url| url.host_str());
    let host = host.unwrap_or_default();
    let now = Timestamp::now();
    let list = read_cookies(text.reveal(), host);
    let faults = list.faults.clone();
    let (cookies, left) = list.for_host(host, now);
    let session = Session::new(None, None, None);
    let taken = session.bring_cookies(&cookies);
    if taken > 0 {
        let (id, terms) = account_for(context, &site, user)?;
        let secrets = context.secrets();
        let scope = secret_places::of_site(&site);
        let kept = BoundSecret::new(session.cookies(&scope), scope);
        secrets.set(&cookies_name(&site.name, user), &kept)?;
        if user_agent.is_some() {
            let terms = AccountTerms {
                user_agent,
                ..terms
            };
            context.store.set_account_terms(id, &terms)?;
        }
        context.store.note_login(id, now, session.cookies_until())?;
        context.publish(Event::PoolsChanged);
    }
    context.publish(Event::CookiesBrought(Box::new(CookiesBrought {
        user: user.to_owned(),
        taken,
        left,
        faults,
    })));
    Ok(())
}

/// The account of `user`, created if it does not exist.
fn account_for(
    context: &EngineContext,
    site: &Site,
    user: &str,
) -> Result<(AccountId, AccountTerms), EngineError> {
    let known = of_site(context, site.id)?;
    match known.into_iter().find(|account| account.user == user) {
        Some(account) => Ok((account.id, account.terms)),
        None => {
            let id = context.store.add_account(site.id, user)?;
            Ok((id, AccountTerms::default()))
        }
    }
}

/// Secrets are named after their site: stores those of a site about to be renamed under its new
/// name as well.
pub(in crate::controller) fn copy_secrets(
    context: &EngineContext,
    site: SiteId,
    before: &str,
    after: &str,
) -> Result<(), EngineError> {
    let secrets = context.secrets();
    let copy = |user: &str| -> Result<(), SecretError> {
        for kind in SECRETS {
            if let Some(secret) = secrets.get(&format!("{kind}:{before}:{user}"))? {
                secrets.set(&format!("{kind}:{after}:{user}"), &secret)?;
            }
        }
        Ok(())
    };
    for account in of_site(context, site)? {
        copy(&account.user).map_err(|error| {
            EngineError(
                Message::new("engine-rename-locked")
                    .with("before", before)
                    .with("after", after)
                    .with("reason", error.explain()),
            )
        })?;
    }
    Ok(())
}

/// Removes the secrets of a renamed site under its old name; they are stored under the new one.
pub(in crate::controller) fn forget_secrets(context: &EngineContext, site: SiteId, name: &str) {
    for account in of_site(context, site).unwrap_or_default() {
        for kind in SECRETS {
            if let Err(error) = context
                .secrets()
                .remove(&format!("{kind}:{name}:{}", account.user))
            {
                tracing::warn!(%error, "a secret stays behind under the old name");
            }
        }
    }
}

/// The names of a site's secrets.
pub(in crate::controller) fn secrets_of(
    context: &EngineContext,
    site: SiteId,
) -> Result<Vec<String>, EngineError> {
    let accounts = of_site(context, site)?;
    Ok(accounts.iter().flat_map(secret_names).collect())
}

fn secret_names(account: &Account) -> [String; 2] {
    SECRETS.map(|kind| format!("{kind}:{}:{}", account.site_name, account.user))
}

fn forget(context: &EngineContext, account: &Account) {
    forget_names(context, &secret_names(account));
}

/// Removes secrets. Locked ones stay behind unused.
pub(in crate::controller) fn forget_names(context: &EngineContext, names: &[String]) {
    for name in names {
        if let Err(error) = context.secrets().remove(name) {
            tracing::warn!(%error, "a secret stays behind");
        }
    }
}

fn of_site(context: &EngineContext, site: SiteId) -> Result<Vec<Account>, EngineError> {
    let mut accounts = context.store.accounts()?;
    accounts.retain(|account| account.site == site);
    Ok(accounts)
}

pub(in crate::controller) fn find(
    context: &EngineContext,
    id: AccountId,
) -> Result<Account, EngineError> {
    let accounts = context.store.accounts()?;
    let found = accounts.into_iter().find(|account| account.id == id);
    found.ok_or_else(|| EngineError(Message::new("engine-no-such-account")))
}
