//! Collects what a run learns about its proxy: a page costs no write, a few seconds of pages cost
//! one.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use crate::context::EngineContext;
use crate::protocol::Event;
use bowerbird_io::fetch::TrafficMeter;
use bowerbird_logic::messages::{Arg, Message};
use bowerbird_logic::model::{PageState, ProxyId, ProxyUse, SiteId};

/// How often good uses are stored.
const KEEP_EVERY: Duration = Duration::from_secs(5);

/// The uses of one proxy for one site. Unstored ones are stored on drop.
pub(in crate::crawl) struct ProxyNotes {
    context: Arc<EngineContext>,
    site: SiteId,
    proxy: ProxyId,
    meter: Arc<TrafficMeter>,
    good: u32,
    refused: bool,
    kept_at: Instant,
}

impl ProxyNotes {
    pub(in crate::crawl) fn new(
        context: &Arc<EngineContext>,
        site: SiteId,
        proxy: ProxyId,
        meter: &Arc<TrafficMeter>,
    ) -> Self {
        Self {
            context: Arc::clone(context),
            site,
            proxy,
            meter: Arc::clone(meter),
            good: 0,
            refused: false,
            kept_at: Instant::now(),
        }
    }

    /// Records an answer of the site.
    pub(in crate::crawl) fn record_success(&mut self) {
        self.meter.prove();
        self.refused = false;
        self.good = self.good.saturating_add(1);
        if self.kept_at.elapsed() >= KEEP_EVERY {
            self.keep(None, None);
        }
    }

    /// Bytes received through it since this run started to use it.
    pub(in crate::crawl) fn carried(&self) -> u64 {
        self.meter.all_bytes()
    }

    /// Records a fault of the proxy.
    pub(in crate::crawl) fn fault(&mut self, fault: &Message) {
        self.keep(Some(fault.clone()), None);
    }

    /// Records that the site refused it.
    pub(in crate::crawl) fn refused(&mut self, state: PageState) {
        // Many refused pages count as one refusal.
        if !std::mem::replace(&mut self.refused, true) {
            self.keep(None, Some(state));
        }
    }

    fn keep(&mut self, fault: Option<Message>, refused: Option<PageState>) {
        self.kept_at = Instant::now();
        let traffic = self.meter.take();
        let good = std::mem::take(&mut self.good);
        if good == 0 && traffic.requests == 0 && fault.is_none() && refused.is_none() {
            return;
        }
        let r#use = ProxyUse {
            good,
            latency_ms: traffic.latency_ms.filter(|_| good > 0),
            requests: traffic.requests,
            bytes: traffic.bytes,
            fault,
            refused,
            ..ProxyUse::none(self.proxy, Some(self.site), Timestamp::now())
        };
        // A failure to store proxy results does not end a run; the next write retries.
        if let Err(error) = self.context.store.note_proxy_uses(&[r#use]) {
            tracing::warn!(%error, "how a proxy fared is not kept");
        }
        self.context.publish(Event::PoolsChanged);
    }
}

impl Drop for ProxyNotes {
    fn drop(&mut self) {
        self.keep(None, None);
    }
}

/// Whether a fault may be the site's as well: there was no answer through the proxy, and no sign
/// that the proxy itself failed.
pub(in crate::crawl) fn may_be_the_sites(fault: &Message) -> bool {
    let cause = fault.args.iter().find(|(name, _)| name == "cause");
    match cause {
        Some((_, Arg::Nested(cause))) => {
            let own = [
                "fetch-proxy",
                "fetch-proxy-closed",
                "fetch-proxy-garbled",
                "fetch-proxy-unreachable",
            ];
            cause.id.starts_with("fetch-") && !own.contains(&cause.id.as_ref())
        }
        _ => false,
    }
}
