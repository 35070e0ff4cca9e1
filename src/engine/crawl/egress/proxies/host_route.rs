//! The proxy through which a host let a person in after it had refused the direct connection. It is
//! kept in the project for some days, so that runs of the host, and its pages after a restart,
//! begin there. Never decides whether a proxy may be used.

use jiff::{SignedDuration, Timestamp};
use url::Url;

use crate::context::EngineContext;
use bowerbird_logic::model::Proxy;

/// How long the direct connection to a host is not tried again.
const VALID_FOR: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Host and port of `url`, by which its route is known.
pub(crate) fn host_of(url: &Url) -> String {
    let port = url.port_or_known_default().unwrap_or_default();
    format!("{}:{port}", url.host_str().unwrap_or_default())
}

/// Records that the host of `url` let us in through `proxy` only.
pub(crate) fn remember_host_route(context: &EngineContext, url: &Url, proxy: &Proxy) {
    let value = format!("{} {}", context.now().as_second(), proxy.name);
    let kept = tokio::task::block_in_place(|| context.store.set_setting(&setting(url), &value));
    if let Err(error) = kept {
        tracing::warn!(%error, "the proxy of a host is not kept");
    }
}

/// The name of the proxy of the host of `url`, if one is known and recent.
pub(crate) fn host_route(context: &EngineContext, url: &Url, now: Timestamp) -> Option<String> {
    let value = context.store.setting(&setting(url)).ok()??;
    let (at, name) = value.split_once(' ')?;
    let at = Timestamp::from_second(at.parse().ok()?).ok()?;
    let until = at.checked_add(VALID_FOR).ok()?;
    (until > now).then(|| name.to_owned())
}

fn setting(url: &Url) -> String {
    format!("host-route:{}", host_of(url))
}
