//! The way out of a run and what it has tried: proxies, accounts, waits. Flows in: decisions.
//! Flows out: the session for the next requests. Keeps the health of proxies and accounts.

mod login;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use url::Url;

use super::answer::{Common, Exit};
use login::Hold;
pub(in crate::engine) use login::{cookies_name, recipe_of, try_account};
use super::proxy_notes::{ProxyNotes, may_be_the_sites};
use crate::engine::EngineError;
use crate::engine::ground::Ground;
use crate::engine::stop::Stop;
use crate::engine::supervise::{BLOCK_STREAK, RATE_LIMIT_STRIKES, Way};
use crate::io::fetch::{ProxyRoute, Session};
use crate::logic::messages::Message;
use crate::logic::model::{
    AccountId, PageState, Proxy, ProxyId, RequestId, Site, SiteStatus,
};
use crate::logic::pools::{ProxyStanding, ProxyWish, proxies_for, standing};
use crate::logic::rules::{Network, parse};

/// A way out taken because the last one was limited begins gently: the old pace would wear it
/// out as well.
const GENTLE_DELAY: Duration = Duration::from_millis(600);
/// How long a proxy that nobody knows has to begin its first answer.
const TRIAL: Duration = Duration::from_secs(5);
/// Good answers in a row after which rate limits are forgotten.
const CLEAN_STRETCH: u32 = 25;

/// What the run has tried.
pub(super) struct Steer {
    common: Arc<Common>,
    session: Session,
    generation: u32,
    way: Way,
    wish: ProxyWish,
    proxy: Option<Proxy>,
    notes: Option<ProxyNotes>,
    /// Faults that may be the site's as long as it has answered through no proxy.
    doubtful: Vec<(ProxyNotes, Message)>,
    least_delay: Duration,
    used_proxies: HashSet<ProxyId>,
    used_accounts: HashSet<AccountId>,
    account: Option<Hold>,
    logins: u32,
    failures: HashMap<RequestId, u32>,
    clean: u32,
    /// Good answers of the whole run.
    good: u64,
    /// Rate-limit answers of late through this way out.
    pub(super) rate_limit_strikes: u32,
    /// Blocked answers in a row.
    pub(super) block_streak: u32,
    /// How the site blocked the direct way, when it did.
    pub(super) direct_block: Option<SiteStatus>,
    /// Why the last login did not work.
    pub(super) login_fault: Option<Message>,
}

impl Steer {
    /// The way out that the rule asks for, with the cookies of an account that was logged in.
    pub(super) fn new(common: &Arc<Common>) -> Result<Self, EngineError> {
        let network = &common.rule.file().network;
        let local_address = match &network.local_address {
            Some(text) => Some(text.parse::<IpAddr>().map_err(|_| {
                EngineError(Message::new("engine-bad-address").with("address", text.as_str()))
            })?),
            None => None,
        };
        let wish = ProxyWish::parse(&network.proxy).unwrap_or(ProxyWish::WhenBlocked);
        let mut steer = Self {
            common: Arc::clone(common),
            session: session_of(network, local_address),
            generation: 0,
            way: Way::Direct,
            wish,
            proxy: None,
            notes: None,
            doubtful: Vec::new(),
            least_delay: Duration::ZERO,
            used_proxies: HashSet::new(),
            used_accounts: HashSet::new(),
            account: None,
            logins: 0,
            failures: HashMap::new(),
            clean: 0,
            good: 0,
            rate_limit_strikes: 0,
            block_streak: 0,
            direct_block: None,
            login_fault: None,
        };
        if let ProxyWish::Named(name) = &steer.wish {
            let name = name.clone();
            steer.take_named(&name)?;
        } else if steer.wish.is_never_direct() {
            steer.take_first(Timestamp::now())?;
        }
        steer.take_cookies()?;
        Ok(steer)
    }

    /// For the next requests.
    pub(super) fn exit(&self) -> Exit {
        Exit {
            session: self.session.clone(),
            generation: self.generation,
            through_proxy: self.proxy.is_some(),
            least_delay: self.least_delay,
        }
    }

    /// Whether an answer came by the way out of now.
    pub(super) fn is_current(&self, generation: u32) -> bool {
        generation == self.generation
    }

    pub(super) fn way(&self) -> Way {
        self.way
    }

    /// Name of the proxy in use.
    pub(super) fn proxy_name(&self) -> Option<&str> {
        self.proxy.as_ref().map(|proxy| proxy.name.as_str())
    }

    /// Proxies of the pool that this run may still take.
    pub(super) fn proxies_left(&self, now: Timestamp) -> Result<usize, EngineError> {
        Ok(self.next_proxies(now)?.len())
    }

    /// Whether the direct way is no way: the site blocked it, or the rule never takes it.
    pub(super) fn direct_is_closed(&self) -> bool {
        self.direct_block.is_some() || self.wish.is_never_direct()
    }

    fn next_proxies(&self, now: Timestamp) -> Result<Vec<Proxy>, EngineError> {
        if !self.wish.is_of_pool() {
            return Ok(Vec::new());
        }
        let proxies = self.common.ground.store.proxies()?;
        let (site, used) = (self.common.site, &self.used_proxies);
        let next = proxies_for(&proxies, &self.wish, site, used, now);
        Ok(next.into_iter().cloned().collect())
    }

    /// Failed tries of a request so far.
    pub(super) fn failures(&self, request: RequestId) -> u32 {
        self.failures.get(&request).copied().unwrap_or(0)
    }

    pub(super) fn count_failure(&mut self, request: RequestId) {
        *self.failures.entry(request).or_default() += 1;
    }

    /// Takes note of a good answer.
    pub(super) fn note_good(&mut self, request: RequestId) -> Result<(), EngineError> {
        self.failures.remove(&request);
        self.block_streak = 0;
        self.good += 1;
        self.clean += 1;
        if self.clean >= CLEAN_STRETCH {
            self.rate_limit_strikes = 0;
        }
        if let Some(notes) = &mut self.notes {
            notes.good();
        }
        // The site answers: those before were silent by their own fault.
        for (mut notes, fault) in std::mem::take(&mut self.doubtful) {
            notes.fault(&fault);
        }
        self.count_page_of_account()?;
        Ok(())
    }

    pub(super) fn note_rate_limit(&mut self) {
        self.clean = 0;
        self.rate_limit_strikes += 1;
    }

    /// Takes the next proxy of the pool; its name, when there was one.
    pub(super) fn switch_proxy(&mut self, now: Timestamp) -> Result<Option<String>, EngineError> {
        self.note_refusal(1);
        let next = self.next_proxies(now)?;
        let mut left = next.len();
        for proxy in next {
            left -= 1;
            let name = proxy.name.clone();
            self.used_proxies.insert(proxy.id);
            // The last one is waited for: a site may be slow.
            let on_trial = left > 0 && standing(&proxy, now) != ProxyStanding::Good;
            // A proxy whose password is locked away cannot be used now; that is not its fault.
            if self.go_through(proxy, Way::Pool, on_trial).is_ok() {
                let least = (self.common.rule.delay() * 2).max(GENTLE_DELAY);
                self.least_delay = self.least_delay.max(least);
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Lets the proxy in use rest for its fault and leaves it: for the next one, or the direct way.
    pub(super) fn drop_proxy(
        &mut self,
        fault: &Message,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        self.blame_proxy(fault, now)?;
        (self.block_streak, self.rate_limit_strikes) = (0, 0);
        if self.switch_proxy(now)?.is_none() && !self.wish.is_never_direct() {
            self.session = self.session.through(None);
            self.proxy = None;
            self.notes = None;
            self.way = Way::Direct;
            self.new_generation();
        }
        Ok(())
    }

    /// Marks the proxy in use as faulty.
    pub(super) fn blame_proxy(
        &mut self,
        fault: &Message,
        _now: Timestamp,
    ) -> Result<(), EngineError> {
        let in_doubt = self.wish.is_never_direct() && self.good == 0 && may_be_the_sites(fault);
        if in_doubt && let Some(notes) = self.notes.take() {
            self.doubtful.push((notes, fault.clone()));
        }
        if let Some(notes) = &mut self.notes {
            notes.fault(fault);
        }
        Ok(())
    }

    /// Notes that the site refused the proxy in use, when it did at least so often of late.
    fn note_refusal(&mut self, least: u32) {
        let state = match self.block_streak >= least {
            true => PageState::Blocked,
            false if self.rate_limit_strikes >= least => PageState::RateLimited,
            false => return,
        };
        if let Some(notes) = &mut self.notes {
            notes.refused(state);
        }
    }

    fn take_named(&mut self, name: &str) -> Result<(), EngineError> {
        let proxies = self.common.ground.store.proxies()?;
        match proxies.into_iter().find(|p| p.name == name && p.enabled) {
            Some(proxy) => self.go_through(proxy, Way::Fixed, false),
            None => Err(EngineError(
                Message::new("engine-no-such-proxy").with("name", name),
            )),
        }
    }

    /// The first proxy of a run that never goes directly. When all that the rule allows rest, the
    /// one whose rest ends first is tried all the same: somebody wants this run.
    fn take_first(&mut self, now: Timestamp) -> Result<(), EngineError> {
        if self.switch_proxy(now)?.is_some() {
            self.least_delay = Duration::ZERO;
            return Ok(());
        }
        let proxies = self.common.ground.store.proxies()?;
        let resting = proxies
            .into_iter()
            .filter(|proxy| self.wish.allows(proxy))
            .filter(|proxy| {
                let standing = standing(proxy, now);
                !matches!(standing, ProxyStanding::Off | ProxyStanding::SpentUp)
            })
            .min_by_key(|proxy| {
                let here = proxy.at(self.common.site).and_then(|at| at.rest_until);
                proxy.rest_until.max(here)
            });
        match resting {
            Some(proxy) => self.go_through(proxy, Way::Pool, false),
            None => Err(EngineError(
                Message::new("pools-none-allowed")
                    .with("wish", self.common.rule.file().network.proxy.as_str()),
            )),
        }
    }

    fn go_through(&mut self, proxy: Proxy, way: Way, on_trial: bool) -> Result<(), EngineError> {
        let mut route = route(&self.common.ground, &proxy)?;
        if on_trial {
            route = route.on_trial(TRIAL);
        }
        let (ground, site) = (&self.common.ground, self.common.site);
        self.notes = Some(ProxyNotes::new(ground, site, proxy.id, &route.meter));
        self.session = self.session.through(Some(route));
        self.used_proxies.insert(proxy.id);
        self.proxy = Some(proxy);
        self.way = way;
        self.new_generation();
        Ok(())
    }

    fn new_generation(&mut self) {
        self.generation += 1;
        self.rate_limit_strikes = 0;
        self.block_streak = 0;
        self.clean = 0;
    }

}

/// The way through a proxy, with its password.
pub(in crate::engine) fn route(ground: &Ground, proxy: &Proxy) -> Result<ProxyRoute, EngineError> {
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
            let password = ground.secrets().get(&name)?.unwrap_or_default();
            Some((user.clone(), password))
        }
        None => None,
    };
    Ok(ProxyRoute::new(proxy.id, url, credentials))
}

/// What the run knows of its last proxy when it ends.
impl Drop for Steer {
    fn drop(&mut self) {
        if self.block_streak >= BLOCK_STREAK || self.rate_limit_strikes >= RATE_LIMIT_STRIKES {
            self.note_refusal(1);
        }
    }
}

/// A session with the user agent and the headers of a rule.
pub(in crate::engine) fn session_of(network: &Network, local_address: Option<IpAddr>) -> Session {
    let headers = network.headers.iter();
    Session::new(None, local_address, network.user_agent.clone())
        .with_headers(headers.map(|(name, value)| (name.as_str(), value.as_str())))
}

/// The session with which a run of `site` would begin, and whether it goes through a proxy.
pub(in crate::engine) fn site_session(
    ground: &Arc<Ground>,
    site: &Site,
) -> Result<(Session, bool), EngineError> {
    let rule = parse(&site.rule_toml)?;
    let common = Arc::new(Common::new(ground, site, rule, Stop::new()));
    let exit = Steer::new(&common)?.exit();
    Ok((exit.session, exit.through_proxy))
}
