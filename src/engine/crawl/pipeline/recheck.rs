//! Fetches a doubtful page again through another egress before anything is decided: was the site
//! redesigned, or does it send a special page to us? Input: a reading. Output: the same with
//! the verdict from both. Once per run and kind of page, so that a site receives at most two extra
//! requests; without another egress, the page itself decides.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;

use super::Pipeline;
use crate::crawl::egress::proxy_route;
use crate::crawl::egress::request_route::RequestRoute;
use crate::crawl::read::Reading;
use crate::crawl::run_context::RunContext;
use bowerbird_io::fetch::ProxyRoute;
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::detect::{
    EgressSample, PageSort, RedesignOrBlock, contrast, contrasted, is_doubtful, same_template,
};
use bowerbird_logic::model::PageFingerprint;
use bowerbird_logic::policy::pools::{ProxyPolicy, proxies_for};

/// The maximum number of egresses tried per page: the first may not work.
const MAX_ROUTES: usize = 2;
/// The timeout of each. A proxy that hangs must not delay the run.
const PATIENCE: Duration = Duration::from_secs(15);
/// The evidence text for a page that resembles the one sent only to us.
const SAME_AS_BEFORE: &str = "as before";
/// The name of the direct connection in evidence.
const DIRECT: &str = "direct";

/// The kinds of pages checked again in this run, each with the page sent only to us, if there was
/// one.
#[derive(Default)]
pub(super) struct Rechecks(Mutex<HashMap<RequestKind, Option<PageFingerprint>>>);

impl Rechecks {
    /// Whether this is the first check of this kind.
    fn take(&self, kind: RequestKind) -> bool {
        let mut taken = self.lock();
        let first = !taken.contains_key(&kind);
        taken.entry(kind).or_default();
        first
    }

    /// Stores the page sent only to us.
    fn remember(&self, kind: RequestKind, look: PageFingerprint) {
        self.lock().insert(kind, Some(look));
    }

    /// Whether a page resembles the one sent only to us.
    fn is_for_us(&self, kind: RequestKind, look: &PageFingerprint) -> bool {
        let taken = self.lock();
        let known = taken.get(&kind).and_then(Option::as_ref);
        known.is_some_and(|known| same_template(known, look))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<RequestKind, Option<PageFingerprint>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pipeline {
    /// The reading of `request`, checked again if that can yield more.
    pub(super) async fn recheck(
        &self,
        request: &NewRequest,
        route: &RequestRoute,
        mut reading: Reading,
    ) -> Reading {
        let sort = match request.kind {
            RequestKind::List => PageSort::List,
            RequestKind::Content => PageSort::Content,
            RequestKind::Page => return reading,
        };
        let Some(ours) = reading.look.clone() else {
            return reading;
        };
        let doubtful = is_doubtful(reading.verdict(), sort, reading.found.outcome);
        if !doubtful || !self.history.used_to_yield(sort) {
            return reading;
        }
        let looks = &self.rechecks;
        if looks.is_for_us(request.kind, &ours) {
            let verdict = reading.verdict().clone();
            return reading.refused(contrasted(verdict, RedesignOrBlock::Block, SAME_AS_BEFORE));
        }
        let ways = other_routes(&self.run_context, route);
        if ways.is_empty() || !looks.take(request.kind) {
            return reading;
        }
        for (name, way) in ways {
            let asked = self.page_beside(request, &way);
            let Ok(Some(other)) = tokio::time::timeout(PATIENCE, asked).await else {
                continue;
            };
            let (Some(here), Some(there)) = (sight(&reading), sight(&other)) else {
                continue;
            };
            let says = contrast(here, there);
            tracing::debug!(url = %request.url, way = %name, ?says, "looked at again");
            let verdict = contrasted(reading.verdict().clone(), says, &name);
            if says == RedesignOrBlock::Block {
                looks.remember(request.kind, ours);
                return reading.refused(verdict);
            }
            reading.answer.verdict = verdict;
            return reading;
        }
        reading
    }
}

/// The features of a reading for comparison; `None` without a reading.
fn sight(reading: &Reading) -> Option<EgressSample<'_>> {
    Some(EgressSample {
        verdict: reading.verdict(),
        rule: reading.found.outcome,
        look: reading.look.as_ref()?,
    })
}

/// Alternatives to the egress in use, each with its name. Only if the rule leaves the choice to the
/// pool: a rule that names a proxy, or forbids one, has no alternative.
fn other_routes(run_context: &RunContext, route: &RequestRoute) -> Vec<(String, RequestRoute)> {
    let policy = ProxyPolicy::parse(&run_context.rule.file().network.proxy);
    let Some(policy) = policy.filter(ProxyPolicy::is_of_pool) else {
        return Vec::new();
    };
    let mut ways = Vec::new();
    if route.through_proxy && !policy.is_never_direct() {
        ways.push((DIRECT.to_owned(), by(route, None)));
    }
    let proxies = run_context.engine.store.proxies().unwrap_or_else(|error| {
        tracing::warn!(%error, "proxies cannot be read");
        Vec::new()
    });
    let used: HashSet<_> = route
        .session
        .proxy()
        .map(|route| route.id)
        .into_iter()
        .collect();
    for proxy in proxies_for(&proxies, &policy, run_context.site, &used, Timestamp::now()) {
        if ways.len() >= MAX_ROUTES {
            break;
        }
        // A proxy whose password is locked cannot be used now.
        if let Ok(through) = proxy_route(&run_context.engine, proxy) {
            ways.push((proxy.name.clone(), by(route, Some(through))));
        }
    }
    ways
}

/// The current egress, but through another proxy or none.
fn by(route: &RequestRoute, proxy: Option<ProxyRoute>) -> RequestRoute {
    RequestRoute {
        through_proxy: proxy.is_some(),
        session: route.session.through(proxy),
        ..route.clone()
    }
}
