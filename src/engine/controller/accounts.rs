//! Commands about the accounts of sites.

use std::sync::Arc;

use super::sites::find as find_site;
use super::{EngineError, Event};
use crate::engine::crawl::{form_of, sign_in, site_session};
use crate::engine::ground::Ground;
use crate::io::secrets::{Secret, SecretError};
use crate::logic::messages::{Explain, Message};
use crate::logic::model::{Account, AccountId, SiteId};
use crate::logic::rules::parse;

/// What an account keeps secret.
const SECRETS: [&str; 2] = ["account", "cookies"];

/// Adds an account to a site.
pub(super) fn add(
    ground: &Arc<Ground>,
    site: SiteId,
    user: &str,
    password: &Secret,
) -> Result<(), EngineError> {
    let site = find_site(ground, site)?;
    let id = ground.store.add_account(site.id, user)?;
    let name = format!("account:{}:{user}", site.name);
    if let Err(error) = ground.secrets().set(&name, password) {
        ground.store.remove_account(id)?;
        return Err(error.into());
    }
    ground.tell(Event::PoolsChanged);
    Ok(())
}

/// Removes an account with its secrets.
pub(super) fn remove(ground: &Arc<Ground>, id: AccountId) -> Result<(), EngineError> {
    let account = find(ground, id)?;
    ground.store.remove_account(id)?;
    forget(ground, &account);
    ground.tell(Event::PoolsChanged);
    Ok(())
}

/// Logs an account in, to see whether it works.
pub(super) fn test(ground: &Arc<Ground>, id: AccountId) -> Result<(), EngineError> {
    let account = find(ground, id)?;
    let site = find_site(ground, account.site)?;
    let rule = parse(&site.rule_toml)?;
    let form = form_of(&rule, None).ok_or_else(|| {
        EngineError(Message::new("engine-no-login-form").with("site", site.name.as_str()))
    })?;
    let (session, _) = site_session(ground, &site)?;
    let ground = Arc::clone(ground);
    tokio::spawn(async move {
        let (ok, message) = match sign_in(&ground, &session, &form, &account).await {
            Ok(None) => {
                let user = account.user.as_str();
                (
                    true,
                    Message::new("engine-account-works").with("user", user),
                )
            }
            Ok(Some(fault)) => (false, fault),
            Err(error) => (false, error.0),
        };
        ground.tell(Event::PoolsChanged);
        ground.tell(Event::AccountTested {
            account: id,
            ok,
            message,
        });
    });
    Ok(())
}

/// Secrets are named after their site: keeps those of a site that is to be renamed under its new
/// name as well.
pub(super) fn copy_secrets(
    ground: &Ground,
    site: SiteId,
    before: &str,
    after: &str,
) -> Result<(), EngineError> {
    let secrets = ground.secrets();
    let copy = |user: &str| -> Result<(), SecretError> {
        for kind in SECRETS {
            if let Some(secret) = secrets.get(&format!("{kind}:{before}:{user}"))? {
                secrets.set(&format!("{kind}:{after}:{user}"), &secret)?;
            }
        }
        Ok(())
    };
    for account in of_site(ground, site)? {
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

/// Forgets the secrets that a renamed site had under its old name; they lie under the new one.
pub(super) fn forget_secrets(ground: &Ground, site: SiteId, name: &str) {
    for account in of_site(ground, site).unwrap_or_default() {
        for kind in SECRETS {
            if let Err(error) = ground
                .secrets()
                .remove(&format!("{kind}:{name}:{}", account.user))
            {
                tracing::warn!(%error, "a secret stays behind under the old name");
            }
        }
    }
}

/// Forgets the secrets of a site that goes.
pub(super) fn forget_site(ground: &Ground, site: SiteId) -> Result<(), EngineError> {
    for account in of_site(ground, site)? {
        forget(ground, &account);
    }
    Ok(())
}

/// Where the secrets are locked away, they stay behind unused.
fn forget(ground: &Ground, account: &Account) {
    for kind in SECRETS {
        let name = format!("{kind}:{}:{}", account.site_name, account.user);
        if let Err(error) = ground.secrets().remove(&name) {
            tracing::warn!(%error, "a secret stays behind");
        }
    }
}

fn of_site(ground: &Ground, site: SiteId) -> Result<Vec<Account>, EngineError> {
    let mut accounts = ground.store.accounts()?;
    accounts.retain(|account| account.site == site);
    Ok(accounts)
}

fn find(ground: &Ground, id: AccountId) -> Result<Account, EngineError> {
    let accounts = ground.store.accounts()?;
    let found = accounts.into_iter().find(|account| account.id == id);
    found.ok_or_else(|| EngineError(Message::new("engine-no-such-account")))
}
