//! The sessions of one run: which visitor sends a request, how its answers count, what is kept of it.

use super::super::Egress;
use super::super::proxies::host_route::host_route;
use super::super::proxies::proxy_route;
use super::stored_visitor_cookies::KeptVisit;
use crate::context::EngineContext;
use crate::protocol::EngineError;
use crate::supervise::EgressRoute;
use bowerbird_io::fetch::{COMPATIBLE_USER_AGENT, USER_AGENT};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, Proxy, SessionParts, SiteSession};
use bowerbird_logic::policy::pools::{
    SessionUse, agent_for, note_session_use, rest_session, session_for,
};
use jiff::Timestamp;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The maximum number of session changes in a run because the site refuses the current one.
pub(super) const SESSIONS_A_RUN: u32 = 3;

/// How often good answers are stored.
pub(super) const KEEP_EVERY: Duration = Duration::from_secs(5);

/// The session in use. Unstored results are stored on drop.
pub(in crate::crawl::egress) struct Visitor {
    context: Arc<EngineContext>,
    session: SiteSession,
    answers: u32,
    latency_ms: Option<f64>,
    kept_at: Instant,
    changed: bool,
}

impl Visitor {
    fn new(context: &Arc<EngineContext>, session: SiteSession) -> Self {
        Self {
            context: Arc::clone(context),
            session,
            answers: 0,
            latency_ms: None,
            kept_at: Instant::now(),
            changed: false,
        }
    }

    /// The number of the session.
    pub(in crate::crawl::egress) fn number(&self) -> u64 {
        self.session.number
    }

    fn record_success(&mut self, took: Option<Duration>) {
        self.answers = self.answers.saturating_add(1);
        self.latency_ms = took
            .map(|took| took.as_secs_f64() * 1_000.0)
            .or(self.latency_ms);
        if self.session.refused.is_some() || self.kept_at.elapsed() >= KEEP_EVERY {
            self.keep();
        }
    }

    fn met(&mut self, met: SessionUse) {
        self.note_answers();
        note_session_use(&mut self.session, met, Timestamp::now());
        self.changed = true;
    }

    fn note_answers(&mut self) {
        let answers = std::mem::take(&mut self.answers);
        if answers > 0 {
            let latency_ms = self.latency_ms.take();
            let met = SessionUse::Good {
                answers,
                latency_ms,
            };
            note_session_use(&mut self.session, met, Timestamp::now());
            self.changed = true;
        }
    }

    /// Marks it as dropped because the site refuses it.
    fn leave(&mut self) {
        self.note_answers();
        rest_session(&mut self.session, Timestamp::now());
        self.changed = true;
        self.keep();
    }

    /// Forgets the refusals: a person has answered the question of the site.
    pub(super) fn begin_anew(&mut self) {
        self.note_answers();
        (self.session.refused, self.session.rest_until) = (None, None);
        self.session.in_row = 0;
        self.changed = true;
        self.keep();
    }

    fn keep(&mut self) {
        self.kept_at = Instant::now();
        self.note_answers();
        if !std::mem::take(&mut self.changed) {
            return;
        }
        // A failure to store session results does not end a run; the site may be removed as well.
        if let Err(error) = self.context.store.keep_session(&self.session) {
            tracing::debug!(%error, "how a session fared is not kept");
        }
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        self.keep();
    }
}

/// The sessions a run has used so far.
#[derive(Default)]
pub(in crate::crawl::egress) struct UsedSessions {
    /// Sessions dropped because the site refused them.
    left: HashSet<u64>,
    /// The parts of those.
    refused: HashSet<SessionParts>,
    /// The number of session changes for that reason.
    others: u32,
}

impl Egress {
    /// Number of the session in use.
    pub(in crate::crawl) fn session_number(&self) -> Option<u64> {
        self.visitor.as_ref().map(Visitor::number)
    }

    /// The number of other sessions that this run may still use on this egress. An identical
    /// session is useless: there must be a user agent not tried here yet, or `cookies` to drop.
    pub(in crate::crawl::egress) fn sessions_left(&self, cookies: bool) -> u32 {
        let Some(visitor) = self.visitor.as_ref().filter(|_| self.account.is_none()) else {
            return 0;
        };
        let now = &visitor.session.parts;
        let untried = self.agents().into_iter().filter(|agent| {
            let parts = SessionParts {
                user_agent: agent.clone(),
                ..now.clone()
            };
            parts != *now && !self.taken.refused.contains(&parts)
        });
        let untried = u32::try_from(untried.count()).unwrap_or(0);
        let differing = untried.max(u32::from(cookies));
        differing.min(SESSIONS_A_RUN.saturating_sub(self.taken.others))
    }

    /// Resumes the session of the current egress, or creates one: the cookies that belong to it,
    /// and a user agent that the site has not refused on this connection.
    pub(in crate::crawl::egress) fn take_session(&mut self) -> Result<(), EngineError> {
        if !self.for_run {
            return Ok(());
        }
        let now = Timestamp::now();
        let (context, site) = (Arc::clone(&self.run_context.engine), self.run_context.site);
        let agents = self.agents();
        let mut parts = SessionParts {
            proxy: self.proxy.as_ref().map(|proxy| proxy.name.clone()),
            account: self.account_name().map(str::to_owned),
            user_agent: self.session.user_agent().to_owned(),
        };
        (self.visitor, self.kept_visit) = (None, None);
        self.is_person_logged_in = false;
        let left = &self.taken.left;
        let (found, anew) = tokio::task::block_in_place(|| {
            let known = context.store.site_sessions(site)?;
            if let Some(found) = session_for(&known, &parts, &agents, left, now) {
                return Ok::<_, EngineError>((found.clone(), false));
            }
            if let Some(agent) = agent_for(&known, &parts, &agents, left, now) {
                parts.user_agent.clone_from(agent);
            }
            // All sessions rest, and this run was requested: a new one starts.
            let mut same = known.iter().rev();
            let same = same.find(|one| one.parts == parts && !left.contains(&one.number));
            match same {
                Some(same) => Ok((same.clone(), true)),
                None => Ok((context.store.add_session(site, &parts, now)?, true)),
            }
        })?;
        let own = self.session.with_user_agent(&found.parts.user_agent);
        // A logged-in session keeps its cookies; other sessions never share theirs.
        let known = context.visitors.known(site, found.number);
        let known = known.filter(|_| !anew);
        let is_known = known.is_some();
        self.session = match (&self.account, known) {
            (Some(_), _) => own,
            (None, Some(known)) => own.with_cookies_of(&known),
            (None, None) => own.without_cookies(),
        };
        if self.account.is_none() {
            context.visitors.keep(site, found.number, &self.session);
            let mut kept = KeptVisit::of(&self.run_context, found.number, &self.session);
            if let Some(kept) = kept.as_mut().filter(|_| !anew && !is_known) {
                tokio::task::block_in_place(|| kept.bring_back());
            }
            self.kept_visit = kept;
        }
        self.visitor = Some(Visitor::new(&context, found));
        Ok(())
    }

    /// Switches to another session on the same egress: with its own cookies, and another user agent
    /// unless the rule names one. Returns its description in words.
    pub(in crate::crawl) fn renew_session(&mut self) -> Result<Option<Message>, EngineError> {
        self.taken.others += 1;
        let before = self.leave_session(true);
        self.take_session()?;
        self.new_generation();
        let Some(visitor) = &self.visitor else {
            return Ok(None);
        };
        Ok(Some(
            Message::new("sessions-other")
                .with("before", before.unwrap_or_default())
                .with("session", visitor.number())
                .with("agent", self.session.user_agent()),
        ))
    }

    /// Rests the current session if the site refused it last; then, or if it is dropped `for_good`,
    /// this run does not use it again. Returns its number.
    pub(in crate::crawl::egress) fn leave_session(&mut self, for_good: bool) -> Option<u64> {
        let refused = self.refused.is_some();
        let visitor = self.visitor.as_mut()?;
        if refused || for_good {
            self.taken.left.insert(visitor.number());
            self.taken.refused.insert(visitor.session.parts.clone());
        }
        if refused {
            visitor.leave();
        }
        Some(visitor.number())
    }

    /// Starts through the proxy through which a person got in, else through the one whose session
    /// the site answered last, if it refuses all direct connections: the block is known and need
    /// not be triggered again.
    pub(in crate::crawl::egress) fn take_proven_proxy(
        &mut self,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        if !self.for_run {
            return Ok(());
        }
        let (context, site) = (Arc::clone(&self.run_context.engine), self.run_context.site);
        let start = self.run_context.rule.start().next();
        let routed = start.and_then(|start| host_route(&context, &start, now));
        if let Some(name) = routed {
            let proxies = self.next_proxies(now)?;
            if let Some(proxy) = proxies.into_iter().find(|proxy| proxy.name == name) {
                return self.start_through(proxy);
            }
        }
        let known = tokio::task::block_in_place(|| context.store.site_sessions(site))?;
        let mut direct = known
            .iter()
            .filter(|one| one.parts.proxy.is_none())
            .peekable();
        if direct.peek().is_none() || !direct.all(|one| one.rests(now)) {
            return Ok(());
        }
        let proven = |name: &str| {
            known.iter().any(|one| {
                one.parts.proxy.as_deref() == Some(name)
                    && one.answers > 0
                    && one.refused.is_none()
                    && !one.rests(now)
            })
        };
        let proxies = self.next_proxies(now)?;
        let Some(proxy) = proxies.into_iter().find(|proxy| proven(&proxy.name)) else {
            return Ok(());
        };
        self.start_through(proxy)
    }

    /// Starts through `proxy`; directly if it cannot be used now, which is reported if it is for want
    /// of a passphrase.
    fn start_through(&mut self, proxy: Proxy) -> Result<(), EngineError> {
        match proxy_route(&self.run_context.engine, &proxy) {
            Ok(route) => self.use_proxy(proxy, route, EgressRoute::Pool),
            Err(error) => {
                self.note_locked(error);
                self.report_locked();
                Ok(())
            }
        }
    }

    /// Records the site's answer to the current session.
    pub(in crate::crawl) fn note_met(
        &mut self,
        state: PageState,
        status: u16,
        took: Option<Duration>,
    ) {
        let Some(visitor) = &mut self.visitor else {
            return;
        };
        match state {
            PageState::Ok | PageState::Empty if status < 400 => visitor.record_success(took),
            // A members-only page does not count against the visitor.
            PageState::LoginRequired => {}
            state if state.is_block() => visitor.met(SessionUse::Refused(state)),
            PageState::ProxyFault => visitor.met(SessionUse::Fault),
            _ => {}
        }
    }

    /// The user agents that a session may use: a single one if the rule or the account names it.
    fn agents(&self) -> Vec<String> {
        let now = self.session.user_agent();
        let network = &self.run_context.rule.file().network;
        let known = [USER_AGENT, COMPATIBLE_USER_AGENT];
        if network.user_agent.is_some() || self.account.is_some() || !known.contains(&now) {
            return vec![now.to_owned()];
        }
        known.map(str::to_owned).to_vec()
    }
}
