//! Passwords of the pools that cannot be read because their passphrase is unknown or lost: which
//! they are, and a new beginning without them. Requests nothing.

use super::proxies::secret_name;
use crate::context::EngineContext;
use crate::protocol::{EngineError, Event, LockedSecrets};
use bowerbird_io::secrets::put_aside;
use bowerbird_logic::messages::Explain;
use bowerbird_logic::model::Proxy;

/// The proxies and accounts whose passwords are locked.
///
/// # Errors
/// When the pools cannot be read.
pub(in crate::controller) fn find(context: &EngineContext) -> Result<LockedSecrets, EngineError> {
    let secrets = context.secrets();
    let mut found = LockedSecrets::default();
    let mut proxies = context.store.proxies()?;
    proxies.retain(|proxy| proxy.user.is_some());
    let names: Vec<String> = proxies.iter().map(|one| secret_name(&one.name)).collect();
    if let Some((error, places)) = secrets.locked(&names) {
        let locked = places.iter().filter_map(|place| proxies.get(*place));
        found.proxies.extend(locked.map(|proxy| proxy.id));
        found.message = Some(error.explain());
    }
    let accounts = context.store.accounts()?;
    let name = |site: &str, user: &str| format!("account:{site}:{user}");
    let names: Vec<String> = accounts
        .iter()
        .map(|account| name(&account.site_name, &account.user))
        .collect();
    if let Some((error, places)) = secrets.locked(&names) {
        let locked = places.iter().filter_map(|place| accounts.get(*place));
        found.accounts.extend(locked.map(|account| account.id));
        found.message.get_or_insert(error.explain());
    }
    Ok(found)
}

/// Reports them.
///
/// # Errors
/// When the pools cannot be read.
pub(in crate::controller) fn report(context: &EngineContext) -> Result<(), EngineError> {
    let found = find(context)?;
    context.publish(Event::SecretsLocked(Box::new(found)));
    Ok(())
}

/// Fails with what asks for the passphrase if the password of one of `proxies` is locked, where a
/// person can enter one.
///
/// # Errors
/// The failure that asks for the passphrase.
pub(super) fn ask_for(context: &EngineContext, proxies: &[Proxy]) -> Result<(), EngineError> {
    if !context.options.windowed {
        return Ok(());
    }
    let guarded = proxies.iter().filter(|proxy| proxy.user.is_some());
    let names: Vec<String> = guarded.map(|proxy| secret_name(&proxy.name)).collect();
    match context.secrets().locked(&names) {
        Some((error, _)) => Err(EngineError(error.explain())),
        None => Ok(()),
    }
}

/// Puts the locked secrets aside, and begins without any.
///
/// # Errors
/// When nothing is locked, or the file cannot be renamed.
pub(in crate::controller) fn forget(context: &EngineContext) -> Result<(), EngineError> {
    if find(context)?.message.is_some() {
        put_aside(&context.store.home()).map_err(|error| EngineError(error.explain()))?;
        context.forget_passphrase();
    }
    context.publish(Event::PoolsChanged);
    report(context)
}
