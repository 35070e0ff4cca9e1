//! An account that another site of the same place uses too. A new site that was made on a page for
//! members would otherwise find only the login in its runs.

use std::sync::Arc;

use super::site_rules;
use crate::context::EngineContext;
use crate::controller::pools::accounts::{SECRETS, find};
use crate::controller::resolve_user_input;
use crate::protocol::{EngineError, Event};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AccountId, AccountTerms, LoginState, RuleOrigin, SiteId};
use bowerbird_logic::rules::{parse, rewrite};

/// Gives `site` an account of the same user with the same secrets. They may be sent where they could
/// before, and nowhere else.
pub(in crate::controller) fn share(
    context: &Arc<EngineContext>,
    account: AccountId,
    site: SiteId,
) -> Result<(), EngineError> {
    let account = find(context, account)?;
    let (from, to) = (
        resolve_user_input::find_site(context, account.site)?,
        resolve_user_input::find_site(context, site)?,
    );
    let mut accounts = context.store.accounts()?.into_iter();
    if accounts.any(|known| known.site == site && known.user == account.user) {
        return Ok(());
    }
    let before = parse(&to.rule_toml)?;
    let start = before.start().next();
    let secrets = context.secrets();
    let mut shared = Vec::new();
    for kind in SECRETS {
        if let Some(secret) = secrets.get(&format!("{kind}:{}:{}", from.name, account.user))? {
            let fits = start.as_ref().is_some_and(|url| secret.scope().allows(url));
            if !fits {
                return Err(EngineError(
                    Message::new("account-not-shared")
                        .with("user", account.user.as_str())
                        .with("site", to.name.as_str())
                        .with("given", secret.scope().shown()),
                ));
            }
            shared.push((format!("{kind}:{}:{}", to.name, account.user), secret));
        }
    }
    let login = parse(&from.rule_toml)?.file().login.clone();
    if let Some(login) = login.filter(|_| before.file().login.is_none()) {
        let mut file = before.file().clone();
        file.login = Some(login);
        let rule = rewrite(&to.rule_toml, &file)?;
        site_rules::update(context, site, &rule, RuleOrigin::Edited)?;
    }
    let id = context.store.add_account(site, &account.user)?;
    for (name, secret) in &shared {
        secrets.set(name, secret)?;
    }
    if account.terms != AccountTerms::default() {
        context.store.set_account_terms(id, &account.terms)?;
    }
    if account.state == LoginState::LoggedIn
        && let Some(at) = account.last_login
    {
        context.store.note_login(id, at, account.cookies_until)?;
    }
    context.publish(Event::PoolsChanged);
    Ok(())
}
