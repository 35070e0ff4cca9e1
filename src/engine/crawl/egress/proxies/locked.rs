//! Whether a run would need secrets that cannot be read because their passphrase is not known.
//! Input: a site, the pools. Output: the failure that asks for the passphrase. Sends nothing.

use std::collections::HashSet;

use jiff::Timestamp;

use super::host_route::host_route;
use super::proxy_route;
use crate::context::EngineContext;
use crate::protocol::EngineError;
use bowerbird_io::secrets::asks_passphrase;
use bowerbird_logic::model::Site;
use bowerbird_logic::policy::pools::{ProxyPolicy, proxies_for};
use bowerbird_logic::rules::{Rule, parse};

/// The maximum number of proxies checked for one site.
const MAX_CHECKED: usize = 5;

/// Checks that the secrets of the proxies and accounts that a run of `site` needs can be read. A
/// site that is requested directly first needs its proxies if it is known to refuse that, or if
/// the run is to change its proxy (`other_proxy`).
///
/// # Errors
/// The failure that asks for the passphrase; no other one, since the run reports those itself.
pub(crate) fn check_locked_secrets(
    context: &EngineContext,
    site: &Site,
    other_proxy: bool,
) -> Result<(), EngineError> {
    let Ok(rule) = parse(&site.rule_toml) else {
        return Ok(());
    };
    let policy = ProxyPolicy::parse(&rule.file().network.proxy);
    let policy = policy.unwrap_or(ProxyPolicy::WhenBlocked);
    let needs_proxy =
        policy.is_never_direct() || other_proxy || refuses_direct(context, site, &rule);
    if needs_proxy {
        let proxies = context.store.proxies()?;
        let none = HashSet::new();
        let usable = proxies_for(&proxies, &policy, site.id, &none, context.now());
        for proxy in usable.into_iter().take(MAX_CHECKED) {
            proxy_route(context, proxy)
                .map(drop)
                .or_else(unless_locked)?;
        }
    }
    let accounts = context.store.accounts()?;
    let accounts = accounts.into_iter();
    for account in accounts.filter(|account| account.site == site.id && account.enabled) {
        let name = format!("account:{}:{}", account.site_name, account.user);
        let read = context.secrets().get(&name).map(drop);
        read.map_err(EngineError::from).or_else(unless_locked)?;
    }
    Ok(())
}

/// Whether the site is known to refuse the direct connection.
fn refuses_direct(context: &EngineContext, site: &Site, rule: &Rule) -> bool {
    let status = site.status.as_ref();
    let refused = status.is_some_and(|status| status.state.depends_on_egress());
    let start = rule.start().next();
    let routed = start.and_then(|start| host_route(context, &start, Timestamp::now()));
    refused || routed.is_some()
}

fn unless_locked(error: EngineError) -> Result<(), EngineError> {
    match asks_passphrase(&error.0) {
        true => Err(error),
        false => Ok(()),
    }
}
