//! Proxies for pages that a person opens. Input: the pool, the host, what the person asked for.
//! Output: the routes to try, best first, and which one a host answers through. A run keeps its own
//! egress (`crawl/egress`).

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use crate::context::EngineContext;
use crate::crawl::{host_of, host_route, proxy_route, remember_host_route};
use crate::protocol::{EngineError, Event, PageEgress};
use bowerbird_io::fetch::ProxyRoute;
use bowerbird_io::secrets::asks_passphrase;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, Proxy, ProxyId, ProxyUse, SiteId};
use bowerbird_logic::policy::pools::{ProxyPolicy, ProxyStatus, proxies_for, proxy_status};
use url::Url;

/// The maximum number of proxies tried for one page: a person waits for it.
const MAX_TRIED: usize = 5;
/// The site of a page that belongs to none; no stored site has this number.
const NO_SITE: SiteId = SiteId(0);

/// The proxy that each host was last asked through. The project keeps those that got in.
#[derive(Default)]
pub(in crate::controller) struct PageRoutes(Mutex<HashMap<String, ProxyId>>);

impl PageRoutes {
    /// The proxies to try for the page at `url`, best first, at most five; none for a direct
    /// request. Those of the whole pool put the proxy last that the host was asked through before.
    ///
    /// # Errors
    /// When a password of these proxies is locked, unless `PageEgress::UnlockedPool` passes it over,
    /// and when the pool has enabled proxies, but none that can be used now.
    pub(super) fn candidates(
        &self,
        context: &EngineContext,
        egress: PageEgress,
        url: &Url,
        (site, policy): (Option<SiteId>, &ProxyPolicy),
    ) -> Result<Vec<(Proxy, ProxyRoute)>, EngineError> {
        let is_named = matches!(egress, PageEgress::Through(_));
        if !policy.is_of_pool() && !is_named {
            return Ok(Vec::new());
        }
        let now = Timestamp::now();
        let proxies = context.store.proxies()?;
        let known = self.known(url).or_else(|| {
            let name = host_route(context, url, now)?;
            let kept = proxies.iter().find(|proxy| proxy.name == name);
            kept.map(|proxy| proxy.id)
        });
        if egress == PageEgress::Usual && known.is_none() {
            return Ok(Vec::new());
        }
        let site = site.unwrap_or(NO_SITE);
        let usable = proxies_for(&proxies, policy, site, &HashSet::new(), now);
        let has_enabled = proxies.iter().any(|one| one.enabled && policy.allows(one));
        // A page that was asked for through a certain proxy never goes directly.
        let none_left = is_named || egress != PageEgress::Usual && has_enabled;
        let is_known = |proxy: &&Proxy| Some(proxy.id) == known;
        let mut wanted: Vec<&Proxy> = match egress {
            PageEgress::Usual => usable.into_iter().filter(is_known).collect(),
            PageEgress::Through(id) => usable.into_iter().filter(|one| one.id == id).collect(),
            PageEgress::Pool | PageEgress::UnlockedPool => usable,
        };
        wanted.sort_by_key(|proxy| is_known(proxy));
        let (mut routes, mut locked) = (Vec::new(), 0);
        for proxy in wanted {
            match proxy_route(context, proxy) {
                Ok(route) => routes.push((proxy.clone(), route)),
                Err(error) if asks_passphrase(&error.0) => match egress {
                    PageEgress::UnlockedPool => locked += 1,
                    _ => return Err(error),
                },
                // One that the user did not allow.
                Err(_) => {}
            }
            if routes.len() >= MAX_TRIED {
                break;
            }
        }
        match routes.is_empty() && none_left {
            true => Err(none_usable(&proxies, policy, locked, now)),
            false => Ok(routes),
        }
    }

    /// Records the proxy that the host of `url` was asked through last; one that `passed` is kept
    /// in the project.
    pub(super) fn remember(&self, context: &EngineContext, url: &Url, proxy: &Proxy, passed: bool) {
        if passed {
            remember_host_route(context, url, proxy);
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(host_of(url), proxy.id);
    }

    fn known(&self, url: &Url) -> Option<ProxyId> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&host_of(url)).copied()
    }
}

/// Why no proxy of the pool can be used at `now`; the password of `locked` ones cannot be read.
fn none_usable(
    proxies: &[Proxy],
    policy: &ProxyPolicy,
    locked: usize,
    now: Timestamp,
) -> EngineError {
    let allowed = || proxies.iter().filter(|proxy| policy.allows(proxy));
    let count = |status| {
        let same = allowed().filter(|proxy| proxy_status(proxy, now) == status);
        same.count()
    };
    let resting = |proxy: &&Proxy| proxy_status(proxy, now) == ProxyStatus::Resting;
    let why = allowed()
        .find(resting)
        .and_then(|proxy| proxy.fault.clone());
    let (off, spent) = (count(ProxyStatus::Off), count(ProxyStatus::SpentUp));
    let resting = count(ProxyStatus::Resting);
    let refused = allowed().count();
    let refused = refused.saturating_sub(off + spent + resting + locked);
    let why = why.unwrap_or_else(|| Message::new("engine-pool-fault-unknown"));
    EngineError(
        Message::new("engine-pool-none-usable")
            .with("resting", resting)
            .with("why", why)
            .with("off", off)
            .with("spent", spent)
            .with("locked", locked)
            .with("refused", refused),
    )
}

/// The result of a request through a proxy.
pub(super) enum ProxyOutcome {
    /// An answer with this state.
    Answered(PageState),
    /// The proxy failed.
    Fault(Message),
}

/// Stores how a proxy fared, with its traffic.
pub(super) fn note_use(
    context: &EngineContext,
    site: Option<SiteId>,
    (proxy, route): (&Proxy, &ProxyRoute),
    outcome: ProxyOutcome,
) {
    let traffic = route.meter.take();
    let mut noted = ProxyUse {
        latency_ms: traffic.latency_ms,
        requests: traffic.requests,
        bytes: traffic.bytes,
        ..ProxyUse::none(proxy.id, site, Timestamp::now())
    };
    match outcome {
        ProxyOutcome::Answered(state) if state.is_block() => noted.refused = Some(state),
        ProxyOutcome::Answered(_) => noted.good = 1,
        ProxyOutcome::Fault(cause) => {
            let fault = Message::new("engine-proxy-fault")
                .with("proxy", proxy.name.as_str())
                .with("cause", cause);
            noted.fault = Some(fault);
        }
    }
    let kept = tokio::task::block_in_place(|| context.store.note_proxy_uses(&[noted]));
    if let Err(error) = kept {
        tracing::warn!(%error, "proxy use not stored");
    }
    context.publish(Event::PoolsChanged);
}
