//! Proxies for pages that a person opens. Input: the pool, the host, what the person asked for.
//! Output: the routes to try, best first, and which one a host answers through. A run keeps its own
//! egress (`crawl/egress`).

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use crate::context::EngineContext;
use crate::crawl::route;
use crate::protocol::{Event, PageEgress};
use bowerbird_io::fetch::ProxyRoute;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, Proxy, ProxyId, ProxyUse, SiteId};
use bowerbird_logic::pools::{ProxyPolicy, proxies_for};

/// The maximum number of proxies tried for one page: a person waits for it.
const MAX_TRIED: usize = 5;
/// The site of a page that belongs to none; no stored site has this number.
const NO_SITE: SiteId = SiteId(0);

/// The proxy that each host was last asked through. Forgotten when the program ends.
#[derive(Default)]
pub(in crate::controller) struct PageRoutes(Mutex<HashMap<String, ProxyId>>);

impl PageRoutes {
    /// The proxies to try for a page at `host`, best first, at most five; none for a direct
    /// request. `PageEgress::Pool` puts the proxy last that the host was asked through before.
    pub(super) fn candidates(
        &self,
        context: &EngineContext,
        egress: PageEgress,
        host: &str,
        (site, policy): (Option<SiteId>, &ProxyPolicy),
    ) -> Vec<(Proxy, ProxyRoute)> {
        let known = self.known(host);
        if !policy.is_of_pool() || (egress == PageEgress::Usual && known.is_none()) {
            return Vec::new();
        }
        let proxies = context.store.proxies().unwrap_or_default();
        let site = site.unwrap_or(NO_SITE);
        let usable = proxies_for(&proxies, policy, site, &HashSet::new(), Timestamp::now());
        let is_known = |proxy: &&Proxy| Some(proxy.id) == known;
        let mut wanted: Vec<&Proxy> = match egress {
            PageEgress::Usual => usable.into_iter().filter(is_known).collect(),
            PageEgress::Pool => usable,
        };
        wanted.sort_by_key(|proxy| is_known(proxy));
        let routes = wanted.into_iter().filter_map(|proxy| {
            // One whose password is locked, or that the user did not allow, cannot be used now.
            let route = route(context, proxy).ok()?;
            Some((proxy.clone(), route))
        });
        routes.take(MAX_TRIED).collect()
    }

    /// Records the proxy that `host` was asked through last.
    pub(super) fn remember(&self, host: &str, proxy: ProxyId) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(host.to_owned(), proxy);
    }

    fn known(&self, host: &str) -> Option<ProxyId> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(host).copied()
    }
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
