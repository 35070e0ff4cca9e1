//! Commands about the proxy pool.

use std::collections::HashSet;
use std::sync::Arc;

use url::Url;

use super::proxy_check::ProxyTests;
use super::proxy_import::{import, take_name};
use crate::context::EngineContext;
use crate::project_permission::secret_places;
use crate::protocol::{EngineError, Event, ProxyCommand, ProxyDraft};
use crate::runtime::stop::Stop;
use bowerbird_io::secrets::{BoundSecret, Secret};
use bowerbird_io::store::NewProxy;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Proxy, ProxyId};
use bowerbird_logic::policy::pools::ProxyPolicy;
use bowerbird_logic::policy::pools::proxies::proxy_list::Scheme;

/// Executes a proxy command.
pub(in crate::controller) fn handle_command(
    context: &Arc<EngineContext>,
    tests: &mut ProxyTests,
    closing: &Stop,
    order: ProxyCommand,
) -> Result<(), EngineError> {
    let store = &context.store;
    match order {
        ProxyCommand::Test { proxies, against } => {
            return tests.start(context, closing, &proxies, &against);
        }
        ProxyCommand::StopTests => {
            tests.stop();
            return Ok(());
        }
        ProxyCommand::Import {
            source,
            scheme,
            change,
            dry_run,
        } => return import(context, &source, scheme, &change, dry_run),
        ProxyCommand::Add(draft) => add(context, draft)?,
        ProxyCommand::SetPassword {
            proxy,
            user,
            password,
        } => set_password(context, proxy, user, password)?,
        ProxyCommand::Remove { proxies } => remove(context, &proxies)?,
        ProxyCommand::Enable { proxies, enabled } => {
            store.set_proxies_enabled(&proxies, enabled)?
        }
        ProxyCommand::Change { proxies, change } => store.change_proxies(&proxies, &change)?,
        ProxyCommand::SetTraits { traits } => store.set_proxy_traits(&traits)?,
        ProxyCommand::Wake { proxies } => store.wake_proxies(&proxies)?,
    }
    context.publish(Event::PoolsChanged);
    Ok(())
}

/// The name of a proxy's password among the secrets.
pub(in crate::controller) fn secret_name(proxy: &str) -> String {
    format!("proxy:{proxy}")
}

/// Adds a proxy; credentials in its address are stored separately. One without a name is named by
/// host and port.
fn add(context: &Arc<EngineContext>, draft: ProxyDraft) -> Result<(), EngineError> {
    let name = draft.name.trim();
    if !name.is_empty() && ProxyPolicy::is_reserved(name) {
        return Err(EngineError(
            Message::new("engine-bad-proxy-name").with("name", name),
        ));
    }
    let (url, user, password) = proper(&draft.url, draft.user, draft.password)?;
    let name = match name {
        "" => name_of(context, &url, user.as_deref())?,
        name => name.to_owned(),
    };
    let scope = secret_places::of_address(url.as_str());
    let id = context.store.add_proxy(&NewProxy {
        name: name.clone(),
        url: url.into(),
        user,
        traits: draft.traits,
    })?;
    if let Some(password) = password
        && let password = BoundSecret::new(password, scope)
        && let Err(error) = context.secrets().set(&secret_name(&name), &password)
    {
        // A proxy without its password would only fail later, and less clearly.
        context.store.remove_proxies(&[id])?;
        return Err(error.into());
    }
    Ok(())
}

/// Host and port, with a number if another user has the same proxy.
fn name_of(context: &EngineContext, url: &Url, user: Option<&str>) -> Result<String, EngineError> {
    let pool = context.store.proxies()?;
    if let Some(known) = pool.iter().find(|proxy| is_same(proxy, url, user)) {
        let known = Message::new("engine-proxy-known").with("name", known.name.as_str());
        return Err(EngineError(known));
    }
    let host = url.host_str().unwrap_or_default();
    let authority = match url.port_or_known_default() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    };
    let mut names: HashSet<String> = pool.into_iter().map(|proxy| proxy.name).collect();
    Ok(take_name(&authority, &mut names))
}

/// Whether `proxy` stands at `url` for `user`, however its address is written.
pub(super) fn is_same(proxy: &Proxy, url: &Url, user: Option<&str>) -> bool {
    let place = |url: &Url| {
        let host = url.host_str().map(str::to_lowercase);
        (url.scheme().to_owned(), host, url.port_or_known_default())
    };
    let known = Url::parse(&proxy.url);
    proxy.user.as_deref() == user && known.is_ok_and(|known| place(&known) == place(url))
}

/// Replaces the password of a proxy; it may be sent to the same place as the old one.
fn set_password(
    context: &Arc<EngineContext>,
    id: ProxyId,
    user: Option<String>,
    password: Secret,
) -> Result<(), EngineError> {
    let gone = || EngineError(Message::new("engine-proxy-gone"));
    let proxies = context.store.proxies()?;
    let proxy = proxies
        .iter()
        .find(|proxy| proxy.id == id)
        .ok_or_else(gone)?;
    let user = user.filter(|user| !user.trim().is_empty());
    let Some(user) = user.or_else(|| proxy.user.clone()) else {
        return Err(EngineError(
            Message::new("engine-proxy-no-user").with("name", proxy.name.as_str()),
        ));
    };
    let password = BoundSecret::new(password, secret_places::of_address(&proxy.url));
    context
        .secrets()
        .set(&secret_name(&proxy.name), &password)?;
    context.store.set_proxy_user(id, user.trim())?;
    // Failures with the old one do not count for the new one.
    context.store.wake_proxies(&[id])?;
    Ok(())
}

fn remove(context: &Arc<EngineContext>, ids: &[ProxyId]) -> Result<(), EngineError> {
    let proxies = context.store.proxies()?;
    context.store.remove_proxies(ids)?;
    let gone = proxies.iter().filter(|proxy| ids.contains(&proxy.id));
    for proxy in gone.filter(|proxy| proxy.user.is_some()) {
        // If the secrets are locked, the password stays behind unused.
        if let Err(error) = context.secrets().remove(&secret_name(&proxy.name)) {
            tracing::warn!(%error, "the password of a proxy stays behind");
        }
    }
    Ok(())
}

/// Splits an address into the address without credentials, and the credentials.
fn proper(
    typed: &str,
    user: Option<String>,
    password: Option<Secret>,
) -> Result<(Url, Option<String>, Option<Secret>), EngineError> {
    let typed = typed.trim();
    // The password in a mistyped address must not appear in a message.
    let failed = || EngineError(Message::new("engine-bad-proxy"));
    let with_scheme = if typed.contains("://") {
        typed.to_owned()
    } else {
        format!("http://{typed}")
    };
    let mut url = Url::parse(&with_scheme).map_err(|_| failed())?;
    let mut known = Scheme::ALL.into_iter();
    let Some(scheme) = known.find(|scheme| scheme.token() == url.scheme()) else {
        return Err(failed());
    };
    if url.host_str().is_none_or(str::is_empty) {
        return Err(failed());
    }
    let user = user.or_else(|| (!url.username().is_empty()).then(|| url.username().to_owned()));
    let password = password.or_else(|| url.password().map(Secret::new));
    if !scheme.takes_password() && user.is_some() {
        return Err(EngineError(Message::new("pools-list-no-password")));
    }
    url.set_username("").map_err(|()| failed())?;
    url.set_password(None).map_err(|()| failed())?;
    // A proxy has no path: it may contain a password after a mistyped scheme.
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(failed());
    }
    Ok((url, user, password))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_never_stay_in_the_address() {
        let (url, user, password) = proper("http://ann:s3cret@127.0.0.1:8080", None, None).unwrap();
        assert_eq!(url.as_str(), "http://127.0.0.1:8080/");
        assert_eq!(user.as_deref(), Some("ann"));
        assert_eq!(password.unwrap().reveal(), "s3cret");
        let (url, user, _) = proper("127.0.0.1:3128", None, None).unwrap();
        assert_eq!((url.scheme(), user), ("http", None));
        for wrong in ["ftp://h:1", "socks5://", "http://"] {
            assert!(proper(wrong, None, None).is_err(), "{wrong}");
        }
    }
}
