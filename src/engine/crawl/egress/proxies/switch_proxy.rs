//! The proxies of one run: which is taken, how its answers count, what is kept of it.

use super::super::{Egress, GENTLE_DELAY};
use crate::context::EngineContext;
use crate::crawl::egress::proxies::proxy_notes::{ProxyNotes, may_be_the_sites};
use crate::crawl::egress::proxies::proxy_race::race_proxies;
use crate::project_permission::PartKind;
use crate::protocol::EngineError;
use crate::protocol::Event;
use crate::supervise::{BLOCK_STREAK, EgressRoute};
use bowerbird_io::fetch::ProxyRoute;
use bowerbird_io::secrets::asks_passphrase;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, Proxy, ProxyUse};
use bowerbird_logic::policy::pools::{ProxyStatus, proxies_for, proxy_status};
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// How long a cached count of remaining proxies is valid.
pub(super) const COUNT_EVERY: Duration = Duration::from_secs(1);

/// A proxy that worked this recently is used without a test.
pub(super) const KNOWN_FOR: SignedDuration = SignedDuration::from_mins(30);

impl Egress {
    /// The number of pool proxies that this run may still use.
    pub(in crate::crawl) fn proxies_left(&self, now: Timestamp) -> Result<usize, EngineError> {
        if let Some((counted_at, left)) = self.left.get()
            && counted_at.elapsed() < COUNT_EVERY
        {
            return Ok(left);
        }
        let left = self.next_proxies(now)?.len();
        self.left.set(Some((Instant::now(), left)));
        Ok(left)
    }

    /// Whether the direct connection is unusable: the site blocked it, or the rule forbids it.
    pub(in crate::crawl) fn direct_is_closed(&self) -> bool {
        self.direct_block.is_some() || self.policy.is_never_direct()
    }

    pub(in crate::crawl::egress) fn next_proxies(
        &self,
        now: Timestamp,
    ) -> Result<Vec<Proxy>, EngineError> {
        if !self.policy.is_of_pool() {
            return Ok(Vec::new());
        }
        let proxies = self.run_context.engine.store.proxies()?;
        let (site, used) = (self.run_context.site, &self.used_proxies);
        let next = proxies_for(&proxies, &self.policy, site, used, now);
        Ok(next.into_iter().cloned().collect())
    }

    /// Switches to the next proxy of the pool; returns its name, if there is one. Unknown proxies
    /// are tested in parallel first.
    pub(in crate::crawl) fn switch_proxy(
        &mut self,
        now: Timestamp,
    ) -> Result<Option<String>, EngineError> {
        self.note_refusal(1);
        let limited = matches!(self.refused, Some((PageState::RateLimited, _)));
        let mut ways = Vec::new();
        for proxy in self.next_proxies(now)? {
            // A proxy whose password is locked cannot be used now; that is not its fault.
            match proxy_route(&self.run_context.engine, &proxy) {
                Ok(route) => ways.push((proxy, route)),
                Err(error) => {
                    self.used_proxies.insert(proxy.id);
                    self.note_locked(error);
                }
            }
        }
        if ways.is_empty() {
            self.report_locked();
        }
        let known = ways.first().is_some_and(|(proxy, _)| is_known(proxy, now));
        let place = match ways.len() {
            0 => None,
            // A single proxy is waited for: the site may be slow.
            1 => Some(0),
            _ if known || !self.for_run => Some(0),
            _ => self.first_working(&ways)?,
        };
        // The cached count includes those that have just failed.
        self.left.set(None);
        let Some((proxy, route)) = place.and_then(|place| ways.into_iter().nth(place)) else {
            return Ok(None);
        };
        let name = proxy.name.clone();
        self.use_proxy(proxy, route, EgressRoute::Pool)?;
        // A refusal of the address says nothing about the pace.
        if limited {
            let least = (self.run_context.rule.delay() * 2).max(GENTLE_DELAY);
            self.least_delay = self.least_delay.max(least);
        }
        Ok(Some(name))
    }

    /// Records that a proxy was passed over because its password is locked.
    pub(in crate::crawl::egress) fn note_locked(&mut self, error: EngineError) {
        if asks_passphrase(&error.0) {
            self.locked.get_or_insert(error.0);
        }
    }

    /// Asks for the passphrase, if the password of a proxy that would be used is locked.
    pub(in crate::crawl::egress) fn report_locked(&self) {
        if let Some(message) = self.locked.clone().filter(|_| self.for_run) {
            let site = self.run_context.site;
            let options = Box::default();
            let event = Event::PassphraseNeeded {
                site,
                message,
                options,
                goes_on: true,
            };
            self.run_context.engine.publish(event);
        }
    }

    /// Drops a proxy that has reached its monthly limit: for the next one, or for the direct
    /// connection if the rule allows it.
    pub(in crate::crawl) fn keep_limit(&mut self) -> Result<(), EngineError> {
        let (Some(proxy), Some(notes)) = (&self.proxy, &self.notes) else {
            return Ok(());
        };
        let carried = proxy.month_bytes.saturating_add(notes.carried());
        if proxy.traits.month_limit.is_none_or(|limit| carried < limit) {
            return Ok(());
        }
        let name = proxy.name.clone();
        if self.way == EgressRoute::Pool && self.switch_proxy(Timestamp::now())?.is_some() {
            return Ok(());
        }
        if self.policy.is_never_direct() {
            return Err(EngineError(
                Message::new("pools-limit-reached").with("proxy", name),
            ));
        }
        self.use_direct()
    }

    fn use_direct(&mut self) -> Result<(), EngineError> {
        self.leave_session(false);
        self.session = self.session.through(None);
        self.proxy = None;
        self.notes = None;
        self.way = EgressRoute::Direct;
        self.take_session()?;
        self.new_generation();
        Ok(())
    }

    /// The index of a working proxy. Failed ones are not used again in this run.
    fn first_working(
        &mut self,
        ways: &[(Proxy, ProxyRoute)],
    ) -> Result<Option<usize>, EngineError> {
        let Some(start) = self.run_context.rule.start().next() else {
            return Ok(Some(0));
        };
        let routes: Vec<ProxyRoute> = ways.iter().map(|(_, route)| route.clone()).collect();
        let run_context = &self.run_context;
        let race = race_proxies(
            &run_context.engine,
            &self.session,
            &start,
            routes,
            &run_context.stop,
        );
        // The run has nothing else to do meanwhile; other runs continue on other threads.
        let handle = tokio::runtime::Handle::current();
        let raced = tokio::task::block_in_place(|| handle.block_on(race));
        let site_answers = raced.winner.is_some() || !self.policy.is_never_direct();
        let mut uses = Vec::new();
        for (place, failure) in raced.failed {
            let Some((proxy, _)) = ways.get(place) else {
                continue;
            };
            self.used_proxies.insert(proxy.id);
            if failure.silent && !site_answers {
                continue;
            }
            let fault = Message::new("engine-proxy-fault")
                .with("proxy", proxy.name.as_str())
                .with("cause", failure.cause);
            let site = Some(self.run_context.site);
            uses.push(ProxyUse {
                requests: 1,
                fault: Some(fault),
                ..ProxyUse::none(proxy.id, site, Timestamp::now())
            });
        }
        if !uses.is_empty() {
            self.run_context.engine.store.note_proxy_uses(&uses)?;
            self.run_context.engine.publish(Event::PoolsChanged);
        }
        Ok(raced.winner)
    }

    /// Rests the proxy in use for its fault and drops it: for the next one, or the direct
    /// connection.
    pub(in crate::crawl) fn drop_proxy(
        &mut self,
        fault: &Message,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        self.blame_proxy(fault, now)?;
        self.refused = None;
        if self.switch_proxy(now)?.is_none() && !self.policy.is_never_direct() {
            self.use_direct()?;
        }
        Ok(())
    }

    /// Marks the proxy in use as faulty.
    pub(in crate::crawl) fn blame_proxy(
        &mut self,
        fault: &Message,
        _now: Timestamp,
    ) -> Result<(), EngineError> {
        let in_doubt = self.policy.is_never_direct() && self.good == 0 && may_be_the_sites(fault);
        if in_doubt && let Some(notes) = self.notes.take() {
            self.doubtful.push((notes, fault.clone()));
        }
        if let Some(notes) = &mut self.notes {
            notes.fault(fault);
        }
        Ok(())
    }

    /// Records that the site refused the proxy in use, if it recently did at least `least` times.
    fn note_refusal(&mut self, least: u32) {
        let Some((state, times)) = self.refused else {
            return;
        };
        if times >= least
            && let Some(notes) = &mut self.notes
        {
            notes.refused(state);
        }
    }

    pub(in crate::crawl) fn take_named(&mut self, name: &str) -> Result<(), EngineError> {
        let proxies = self.run_context.engine.store.proxies()?;
        match proxies.into_iter().find(|p| p.name == name && p.enabled) {
            Some(proxy) => {
                let route = proxy_route(&self.run_context.engine, &proxy)?;
                self.use_proxy(proxy, route, EgressRoute::Fixed)?;
                Ok(())
            }
            None => Err(EngineError(
                Message::new("engine-no-such-proxy").with("name", name),
            )),
        }
    }

    /// The first proxy of a run that never connects directly. When all allowed ones rest, the one
    /// whose rest ends first is tried anyway: a person requested this run.
    pub(in crate::crawl) fn take_first(&mut self, now: Timestamp) -> Result<(), EngineError> {
        if self.switch_proxy(now)?.is_some() {
            self.least_delay = Duration::ZERO;
            return Ok(());
        }
        let proxies = self.run_context.engine.store.proxies()?;
        let resting = proxies
            .into_iter()
            .filter(|proxy| self.policy.allows(proxy))
            .filter(|proxy| {
                let status = proxy_status(proxy, now);
                !matches!(status, ProxyStatus::Off | ProxyStatus::SpentUp)
            })
            .min_by_key(|proxy| {
                let here = proxy.at(self.run_context.site).and_then(|at| at.rest_until);
                proxy.rest_until.max(here)
            });
        match resting {
            Some(proxy) => {
                let route = proxy_route(&self.run_context.engine, &proxy)?;
                self.use_proxy(proxy, route, EgressRoute::Pool)
            }
            None => Err(EngineError(
                Message::new("pools-none-allowed")
                    .with("wish", self.run_context.rule.file().network.proxy.as_str()),
            )),
        }
    }

    pub(in crate::crawl::egress) fn use_proxy(
        &mut self,
        proxy: Proxy,
        route: ProxyRoute,
        way: EgressRoute,
    ) -> Result<(), EngineError> {
        self.leave_session(false);
        let (context, site) = (&self.run_context.engine, self.run_context.site);
        self.notes = Some(ProxyNotes::new(context, site, proxy.id, &route.meter));
        self.session = self.session.through(Some(route));
        self.used_proxies.insert(proxy.id);
        self.proxy = Some(proxy);
        self.way = way;
        // Before the first request the session is selected once all of its parts are known.
        if self.begun {
            self.take_session()?;
        }
        self.new_generation();
        Ok(())
    }
}

/// Stores what the run knows about its last proxy when it ends.
impl Drop for Egress {
    fn drop(&mut self) {
        self.note_refusal(BLOCK_STREAK);
        if self.refused.is_some_and(|(_, times)| times >= BLOCK_STREAK) {
            self.leave_session(false);
        }
    }
}

/// Whether a proxy worked recently enough to skip the test.
pub(super) fn is_known(proxy: &Proxy, now: Timestamp) -> bool {
    let lately = now.checked_sub(KNOWN_FOR).ok();
    proxy_status(proxy, now) == ProxyStatus::Good && proxy.good_at >= lately
}

/// The route through a proxy, with its password; `None` for one that the user did not allow.
pub(crate) fn proxy_route(
    context: &EngineContext,
    proxy: &Proxy,
) -> Result<ProxyRoute, EngineError> {
    let gate = &context.gate;
    gate.unless_blocked(&context.store, PartKind::Proxy, &proxy.name)?;
    let url = Url::parse(&proxy.url).map_err(|error| {
        EngineError(
            Message::new("engine-bad-url")
                .with("url", proxy.url.as_str())
                .with("reason", error.to_string()),
        )
    })?;
    let credentials = match &proxy.user {
        Some(user) => {
            let name = format!("proxy:{}", proxy.name);
            let kept = context.secrets().get(&name)?;
            let password = kept.as_ref().map(|kept| kept.for_url(&url)).transpose()?;
            Some((user.clone(), password.cloned().unwrap_or_default()))
        }
        None => None,
    };
    Ok(ProxyRoute::new(proxy.id, url, credentials))
}
