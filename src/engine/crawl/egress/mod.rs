//! The egress of a run and what it has tried: proxies, accounts, waits. Input: decisions.
//! Output: the session for the next requests. Tracks the health of proxies and accounts.
//!
//! Below: `proxies` (which one, when it is dropped, and the kept route of a host), `accounts` (logins
//! and which account they use), `sessions` (visitors with their cookies and user agents); `page_visit`
//! is the visit of one page outside of a run; `request_route` is what one request takes along.

mod accounts;
mod page_visit;
mod proxies;
pub(in crate::crawl) mod request_route;
mod sessions;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;
use url::Url;

use super::run_context::RunContext;
use accounts::ReservedAccount;
pub(crate) use accounts::{LoginRecipe, cookies_name, recipe_of, try_account};
pub(crate) use page_visit::PageVisit;
pub(crate) use proxies::host_route::{host_of, host_route, remember_host_route};
pub(crate) use proxies::locked::check_locked_secrets;
use proxies::proxy_notes::ProxyNotes;
pub(crate) use proxies::proxy_route;
use request_route::RequestRoute;
pub(super) use sessions::WindowAnswer;
use sessions::stored_visitor_cookies::KeptVisit;
pub(crate) use sessions::stored_visitor_cookies::forget_visits;
pub(crate) use sessions::user_agent_and_headers::session_of;
use sessions::{UsedSessions, Visitor};

use crate::context::EngineContext;
use crate::project_permission::allowed_addresses;
use crate::protocol::EngineError;
use crate::runtime::stop::Stop;
use crate::supervise::{EgressRoute, Means};
use bowerbird_io::fetch::{RobotsPolicy, Session};
use bowerbird_io::store::Queued;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{AccountId, PageState, Proxy, ProxyId, RequestId, Site, SiteStatus};
use bowerbird_logic::policy::pools::ProxyPolicy;
use bowerbird_logic::rules::parse;

/// An egress taken because the last one was rate-limited starts slowly: the old pace would exhaust
/// it as well.
const GENTLE_DELAY: Duration = Duration::from_millis(600);

/// The egress state of a run.
pub(super) struct Egress {
    run_context: Arc<RunContext>,
    session: Session,
    generation: u32,
    way: EgressRoute,
    policy: ProxyPolicy,
    for_run: bool,
    /// Whether all parts of the first session are known.
    begun: bool,
    proxy: Option<Proxy>,
    notes: Option<ProxyNotes>,
    /// The session in use, numbered and scored; `None` for mere queries.
    visitor: Option<Visitor>,
    /// The cookies of that session, if it belongs to no account.
    kept_visit: Option<KeptVisit>,
    taken: UsedSessions,
    /// Faults that may be the site's as long as it has answered through no proxy.
    doubtful: Vec<(ProxyNotes, Message)>,
    least_delay: Duration,
    used_proxies: HashSet<ProxyId>,
    used_accounts: HashSet<AccountId>,
    account: Option<ReservedAccount>,
    logins: u32,
    failures: HashMap<RequestId, u32>,
    /// Good answers of the whole run.
    good: u64,
    /// How the site refused requests through the current egress, and the number of consecutive
    /// refusals.
    refused: Option<(PageState, u32)>,
    /// The cached number of remaining proxies, and when it was counted: every page needs it.
    left: Cell<Option<(Instant, usize)>>,
    /// How the site blocked the direct connection, if it did.
    pub(super) direct_block: Option<SiteStatus>,
    /// Why the last login failed.
    pub(super) login_fault: Option<Message>,
    /// Whether a person has logged in by hand, as the visitor in use.
    is_person_logged_in: bool,
    /// Why a proxy was passed over whose password cannot be read without the passphrase.
    pub(super) locked: Option<Message>,
}

/// What the egress knows of a request after an answer to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct KnownEgress {
    /// The number of failed tries so far.
    pub(super) failures: u32,
    /// The means available to the run.
    pub(super) means: Means,
}

impl Egress {
    /// The egress that the rule requires, with the cookies of a logged-in account.
    pub(super) fn new(run_context: &Arc<RunContext>) -> Result<Self, EngineError> {
        Self::with(run_context, true)
    }

    /// The same; `for_run` says whether unknown proxies are tested first.
    fn with(run_context: &Arc<RunContext>, for_run: bool) -> Result<Self, EngineError> {
        let network = &run_context.rule.file().network;
        let local_address = match &network.local_address {
            Some(text) => Some(text.parse::<IpAddr>().map_err(|_| {
                EngineError(Message::new("engine-bad-address").with("address", text.as_str()))
            })?),
            None => None,
        };
        let policy = ProxyPolicy::parse(&network.proxy).unwrap_or(ProxyPolicy::WhenBlocked);
        let mut egress = Self {
            run_context: Arc::clone(run_context),
            session: session_of(network, local_address)
                .reaching(allowed_addresses::of_site(
                    &run_context.engine.gate,
                    &run_context.site_name,
                    &run_context.rule,
                ))
                .with_robots(match run_context.rule.file().politeness.robots {
                    true => RobotsPolicy::Redirects,
                    false => RobotsPolicy::Ignored,
                }),
            generation: 0,
            way: EgressRoute::Direct,
            policy,
            for_run,
            begun: false,
            proxy: None,
            notes: None,
            visitor: None,
            kept_visit: None,
            taken: UsedSessions::default(),
            doubtful: Vec::new(),
            least_delay: Duration::ZERO,
            used_proxies: HashSet::new(),
            used_accounts: HashSet::new(),
            account: None,
            logins: 0,
            failures: HashMap::new(),
            good: 0,
            refused: None,
            left: Cell::new(None),
            direct_block: None,
            login_fault: None,
            is_person_logged_in: false,
            locked: None,
        };
        if let ProxyPolicy::Named(name) = &egress.policy {
            let name = name.clone();
            egress.take_named(&name)?;
        } else if egress.policy.is_never_direct() {
            egress.take_first(Timestamp::now())?;
        } else if egress.policy == ProxyPolicy::WhenBlocked {
            egress.take_proven_proxy(Timestamp::now())?;
        }
        egress.take_cookies()?;
        egress.begun = true;
        egress.take_session()?;
        Ok(egress)
    }

    /// The route for the next requests, at least `least_delay` apart.
    pub(super) fn request_route(&self, least_delay: Duration) -> RequestRoute {
        RequestRoute {
            session: self.session.clone(),
            generation: self.generation,
            through_proxy: self.proxy.is_some(),
            proxy: self.proxy_name().map(str::to_owned),
            least_delay: self.least_delay.max(least_delay),
        }
    }

    /// The means available to the run for a page at `url`, as the supervisor receives them.
    fn means(&self, url: &str, now: Timestamp) -> Result<Means, EngineError> {
        let url = Url::parse(url).ok();
        let cookies = url.is_some_and(|url| self.session.has_cookies(&url));
        Ok(Means {
            way: self.way,
            proxies_left: self.proxies_left(now)?,
            login: self.login_chance(now)?,
            logged_in: self.account.is_some(),
            cookies,
            session: self.session_number(),
            sessions_left: self.sessions_left(cookies),
            direct_blocked: self.direct_is_closed(),
        })
    }

    /// Opens a new connection for the same visitor.
    pub(super) fn renew_connection(&mut self) {
        self.session = self.session.over_new_connection();
        self.new_generation();
    }

    /// The number of egress changes.
    pub(super) fn generation(&self) -> u32 {
        self.generation
    }

    /// Whether an answer came through the current egress.
    pub(super) fn is_current(&self, generation: u32) -> bool {
        generation == self.generation
    }

    pub(super) fn route(&self) -> EgressRoute {
        self.way
    }

    /// Name of the proxy in use.
    pub(super) fn proxy_name(&self) -> Option<&str> {
        self.proxy.as_ref().map(|proxy| proxy.name.as_str())
    }

    /// Records the answer to a request, with its state, its status and the time it took. Returns
    /// what is known for the next one.
    pub(super) fn note_answer(
        &mut self,
        queued: &Queued,
        (state, status, took): (PageState, u16, Option<Duration>),
        now: Timestamp,
    ) -> Result<KnownEgress, EngineError> {
        self.note_verdict(state);
        self.note_met(state, status, took);
        Ok(KnownEgress {
            failures: self.failures.get(&queued.id).copied().unwrap_or(0),
            means: self.means(&queued.request.url, now)?,
        })
    }

    pub(super) fn count_failure(&mut self, request: RequestId) {
        *self.failures.entry(request).or_default() += 1;
    }

    /// Records a good answer.
    pub(super) fn record_success(&mut self, request: RequestId) -> Result<(), EngineError> {
        self.failures.remove(&request);
        self.good += 1;
        self.refused = None;
        if let Some(notes) = &mut self.notes {
            notes.record_success();
        }
        self.keep_limit()?;
        // The site answers: earlier timeouts were the proxies' own faults.
        for (mut notes, fault) in std::mem::take(&mut self.doubtful) {
            notes.fault(&fault);
        }
        self.count_page_of_account()?;
        self.trust_account();
        Ok(())
    }

    /// Records a verdict: how the site refuses the current egress.
    pub(super) fn note_verdict(&mut self, state: PageState) {
        if state.is_block() && state != PageState::LoginRequired {
            let before = self.refused.map_or(0, |(_, times)| times);
            self.refused = Some((state, before.saturating_add(1)));
        }
    }

    /// Whether the site last refused the address of the current egress.
    pub(super) fn refuses_address(&self) -> bool {
        self.refused
            .is_some_and(|(state, _)| state.depends_on_egress())
    }

    fn new_generation(&mut self) {
        self.generation += 1;
        self.left.set(None);
        self.refused = None;
    }
}

/// The session with which a run of `site` would start, and the proxy it uses.
pub(crate) fn site_session(
    context: &Arc<EngineContext>,
    site: &Site,
) -> Result<(Session, Option<String>), EngineError> {
    let rule = parse(&site.rule_toml)?;
    let run_context = Arc::new(RunContext::new(context, site, rule, Stop::new()));
    let route = Egress::with(&run_context, false)?.request_route(Duration::ZERO);
    Ok((route.session, route.proxy))
}
