//! How a run stops and ends: requests in progress, the outcomes of deferred pages, and the site's
//! status afterwards.

use jiff::Timestamp;

use super::site_run::SiteRun;
use crate::crawl::decide::account_session::Membership;
use crate::crawl::decide::deferred::Aside;
use crate::crawl::decide::missing::is_first_again;
use crate::crawl::decide::required_fields::STOOD_IN;
use crate::crawl::decide::same_login::SameLogin;
use crate::protocol::EngineError;
use crate::runtime::stop::Stop;
use crate::supervise::{EgressRoute, Next, describe};
use bowerbird_io::store::QueuedState;
use bowerbird_logic::detect::PartialList;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{EvidencePlace, LIST_PARTIAL, PageState, RunEnd, SiteStatus, Verdict};

/// The number of content pages below which the share of rule misses is meaningless.
const FEW_CONTENTS: u64 = 3;

/// The end of a run.
#[derive(Clone, Debug)]
pub(in crate::crawl) struct Ending {
    pub(in crate::crawl) end: RunEnd,
    pub(in crate::crawl) message: Option<Message>,
}

impl Ending {
    /// A person stopped it: temporarily, until resumed, or for good.
    pub(in crate::crawl) fn stopped(stop: &Stop) -> Self {
        let end = match (stop.is_cancelled(), stop.is_paused()) {
            (true, _) => RunEnd::Cancelled,
            (false, true) => RunEnd::Paused,
            (false, false) => RunEnd::Stopped,
        };
        Self { end, message: None }
    }

    /// `message` says which limit was reached.
    pub(in crate::crawl) fn limited(message: Option<Message>) -> Self {
        Self {
            end: RunEnd::Limited,
            message,
        }
    }

    /// There was nothing to retry.
    pub(in crate::crawl) fn nothing_failed() -> Self {
        Self {
            end: RunEnd::Finished,
            message: Some(Message::new("engine-nothing-failed")),
        }
    }

    /// None of the named pages is known.
    pub(in crate::crawl) fn nothing_again() -> Self {
        Self {
            end: RunEnd::Finished,
            message: Some(Message::new("engine-nothing-again")),
        }
    }
}

/// The tally of a run.
#[derive(Debug, Default)]
pub(in crate::crawl) struct Tally {
    /// Whether an earlier run did part of the work.
    resumed: bool,
    /// Pages given up because they are gone.
    pub(in crate::crawl) gone: u64,
    /// Content pages that yielded records.
    pub(in crate::crawl) contents: u64,
    /// Those that were read under an account.
    pub(in crate::crawl) members_contents: u64,
    /// Those for which generic extraction replaced the rule.
    pub(in crate::crawl) stood_in: u64,
    /// List pages given up.
    pub(in crate::crawl) lists_failed: u64,
    /// The address of the last of them.
    pub(in crate::crawl) list_failed_url: String,
    /// The last page that was given up or empty: verdict, address.
    pub(in crate::crawl) last_bad: Option<(Verdict, String)>,
    /// Whether the run read its lists to the end, but some pages needed a login.
    pub(in crate::crawl) wanted_login: bool,
    /// Content pages that redirect to the same login request.
    pub(in crate::crawl) same_login: SameLogin,
    /// Whether an account's session lasts.
    pub(in crate::crawl) membership: Membership,
    /// How the first drifted list reads differently, and its address.
    pub(in crate::crawl) drifted: Option<(Message, String)>,
    /// The first list of which the rule takes a small part, and its address.
    pub(in crate::crawl) partial: Option<(PartialList, String)>,
    /// The start page, if it was fetched and empty.
    pub(in crate::crawl) start_empty: Option<(Verdict, String)>,
}

impl Tally {
    /// The tally of a run that starts, or continues an earlier one.
    pub(in crate::crawl) fn of(resumed: bool) -> Self {
        Self {
            resumed,
            ..Self::default()
        }
    }
}

impl SiteRun {
    /// Stops the run: waits for requests in progress if they may finish.
    pub(in crate::crawl) async fn wind_down(&mut self) -> Result<Ending, EngineError> {
        let stop = self.run_context.stop.clone();
        while stop.is_finishing() && !self.queue.is_idle() {
            tokio::select! {
                Some(ended) = self.queue.next_ended() => self.take(ended).await?,
                () = stop.halted() => {}
            }
        }
        Ok(Ending::stopped(&stop))
    }

    /// Retries deferred pages that were refused, through the next proxy of the pool.
    pub(in crate::crawl) fn try_asides_again(&mut self) -> Result<bool, EngineError> {
        let now = Timestamp::now();
        if !self.deferred.any_refused()
            || self.egress.proxies_left(now)? == 0
            || self.egress.switch_proxy(now)?.is_none()
        {
            return self.settle_lists();
        }
        self.ask_refused_again();
        self.store_batch()?;
        Ok(true)
    }

    /// Settles list pages identical to earlier ones, once no block explains them: they are genuine.
    /// Returns whether there were any.
    fn settle_lists(&mut self) -> Result<bool, EngineError> {
        let held = self.deferred.take_lists();
        let any = !held.is_empty();
        for aside in held {
            match is_first_again(aside.reading.verdict()) {
                true => self.settle_first_again(aside)?,
                false => self.keep(aside.queued, aside.reading)?,
            }
        }
        Ok(self.settle_renewed()? || any)
    }

    /// The number of deferred pages.
    pub(in crate::crawl) fn asides(&self) -> u64 {
        let count = self.deferred.iter().count() + self.pages.renewed.held().len();
        u64::try_from(count).unwrap_or(u64::MAX)
    }

    /// Queues all deferred pages for the next run.
    pub(in crate::crawl) fn keep_asides(&mut self) -> Result<(), EngineError> {
        self.settle_renewed()?;
        for aside in self.deferred.take_all() {
            self.put_back(aside.queued, aside.reading);
        }
        self.store_batch()
    }

    /// Finishes when only deferred pages are left in the frontier. They are given up for this run;
    /// the next one requests them again if it finds them on a list. Those that need a login affect
    /// the end; single refused pages of a site that otherwise answered do not.
    pub(in crate::crawl) fn finish(&mut self) -> Result<Ending, EngineError> {
        let now = Timestamp::now();
        self.give_up_held();
        let mut wants_login = None;
        let refused = self.deferred.take_refused();
        // If most pages come under the account, its login works: the others are closed to it, and
        // another login would change nothing.
        let wants = |aside: &&Aside| aside.reading.state() == PageState::LoginRequired;
        let closed = u64::try_from(refused.iter().filter(wants).count()).unwrap_or(u64::MAX);
        let comes_in = self.egress.login_fault.is_none() && self.tally.members_contents > closed;
        for aside in refused {
            if aside.queued.again {
                self.keep_stored();
                self.push_outcome(aside.queued, aside.reading, QueuedState::Failed);
                continue;
            }
            self.progress.figures.pages_failed += 1;
            let bad = (
                aside.reading.verdict().clone(),
                aside.queued.request.url.clone(),
            );
            if bad.0.state == PageState::LoginRequired && !comes_in {
                wants_login.get_or_insert(bad);
            } else {
                self.tally.last_bad = Some(bad);
            }
            let state = self.given_up(&aside.queued.request, &aside.reading);
            self.push_outcome(aside.queued, aside.reading, state);
        }
        self.store_batch()?;
        if let Some((verdict, url)) = wants_login {
            self.tally.wanted_login = true;
            let next = self.login_advice();
            return self.blocked(&verdict, &url, next);
        }
        let (status, message) = self.final_status(now);
        let (status, mut ending) = self.completed(status, message, now)?;
        self.progress.reporter.status(&status)?;
        let all_failed =
            self.progress.figures.pages_ok == 0 && self.progress.figures.pages_failed > 0;
        if all_failed && !self.only_missing_failed() {
            ending.end = RunEnd::Failed;
        }
        Ok(ending)
    }

    /// Whether the run was resumed, and only missing pages failed: the rest was fetched before.
    fn only_missing_failed(&self) -> bool {
        self.tally.resumed && self.progress.figures.pages_failed == self.tally.gone
    }

    /// Ends the run because the site blocks us.
    pub(in crate::crawl) fn blocked(
        &mut self,
        verdict: &Verdict,
        url: &str,
        next: Next,
    ) -> Result<Ending, EngineError> {
        let status = describe(verdict, url, next, Timestamp::now());
        self.end_with(RunEnd::Blocked, &status)
    }

    /// Ends the run with `status` as the site's final status.
    pub(in crate::crawl) fn end_with(
        &mut self,
        end: RunEnd,
        status: &SiteStatus,
    ) -> Result<Ending, EngineError> {
        self.progress.reporter.status(status)?;
        Ok(Ending {
            end,
            message: Some(status.reason.clone()),
        })
    }

    /// What helps against the last answer, or its absence, through the current egress.
    pub(in crate::crawl) fn advice(&self) -> Next {
        if self.egress.locked.is_some() {
            return Next::Do(Message::new("engine-next-locked"));
        }
        match self.egress.route() {
            EgressRoute::Direct if self.has_unusable_proxies() => {
                Next::Do(Message::new("engine-next-no-proxy-usable"))
            }
            EgressRoute::Direct => Next::Advice,
            EgressRoute::Pool => Next::AdviceThroughPool,
            EgressRoute::Fixed => {
                let proxy = self.egress.proxy_name().unwrap_or_default();
                Next::AdviceThrough(proxy.to_owned())
            }
        }
    }

    /// Whether the pool has proxies, none of which the run could use.
    fn has_unusable_proxies(&self) -> bool {
        let proxies = self.run_context.engine.store.proxies();
        self.egress.refuses_address() && proxies.is_ok_and(|proxies| !proxies.is_empty())
    }

    /// What helps against a required login.
    pub(in crate::crawl) fn login_advice(&self) -> Next {
        match &self.egress.login_fault {
            Some(fault) => {
                Next::Do(Message::new("engine-next-login-failed").with("fault", fault.clone()))
            }
            None => self.account_advice().map_or(Next::Advice, Next::Do),
        }
    }

    /// The problem of the site's accounts, if there are any and none could be tried.
    fn account_advice(&self) -> Option<Message> {
        let accounts = self.run_context.engine.store.accounts().ok()?;
        accounts
            .into_iter()
            .filter(|account| account.site == self.run_context.site)
            .find_map(|account| {
                let words = Message::new("engine-next-account-failed").with("user", account.user);
                Some(words.with("fault", account.fault?))
            })
    }

    fn final_status(&self, now: Timestamp) -> (SiteStatus, Option<Message>) {
        let start = self.start_url();
        let tally = &self.tally;
        if let Some((verdict, url)) = &tally.start_empty {
            let status = describe(verdict, url, Next::Advice, now);
            let reason = status.reason.clone();
            return (status, Some(reason));
        }
        if let Some(status) = self.required_status(now) {
            let reason = status.reason.clone();
            return (status, Some(reason));
        }
        if tally.contents >= FEW_CONTENTS && tally.stood_in * 2 > tally.contents {
            let matched = format!("{}/{}", tally.stood_in, tally.contents);
            let verdict = Verdict::by_signal(
                PageState::LayoutChanged,
                "rule-misses",
                EvidencePlace::Rule,
                &matched,
            );
            let mut status = describe(&verdict, &start, Next::Advice, now);
            status.reason = Message::new(STOOD_IN)
                .with("missed", tally.stood_in)
                .with("pages", tally.contents);
            let reason = status.reason.clone();
            return (status, Some(reason));
        }
        if let Some((why, url)) = tally.drifted.clone().or_else(|| self.drifted_pages()) {
            let status = drifted_status(&why, &url, now);
            let reason = status.reason.clone();
            return (status, Some(reason));
        }
        if let Some((partial, url)) = &tally.partial {
            let status = partial_status(*partial, url, now);
            let reason = status.reason.clone();
            return (status, Some(reason));
        }
        let nothing = !self.only_missing_failed()
            && (self.progress.figures.pages_ok == 0
                || (tally.contents == 0 && self.progress.figures.pages_failed > 1));
        if let Some((verdict, url)) = tally.last_bad.as_ref().filter(|_| nothing)
            && verdict.state != PageState::Ok
        {
            let status = describe(verdict, url, self.advice(), now);
            let reason = status.reason.clone();
            return (status, Some(reason));
        }
        let no_login = self.missing_login_reason();
        let next = no_login.clone().map_or(Next::Nothing, Next::Do);
        let mut status = describe(&Verdict::ok(), &start, next, now);
        status.reason = Message::new("engine-reason-ok")
            .with("pages", self.progress.figures.pages_ok)
            .with("records", self.progress.figures.records_new)
            .with("failed", self.progress.figures.pages_failed);
        let message = (tally.lists_failed > 0).then(|| {
            Message::new("engine-reason-list-failed")
                .with("lists", tally.lists_failed)
                .with("url", tally.list_failed_url.as_str())
        });
        let message = no_login
            .map(|why| Message::new("engine-reason-as-visitor").with("why", why))
            .or(message);
        (
            status,
            message.or(self.run_context.unavailable_robots.note()),
        )
    }

    /// Why the login failed that the rule requires first.
    fn missing_login_reason(&self) -> Option<Message> {
        let login = self.run_context.rule.file().login.as_ref();
        let wanted = login.is_some_and(|login| login.always) && !self.egress.is_logged_in();
        match self.login_advice() {
            Next::Do(why) if wanted => Some(why),
            _ => None,
        }
    }

    /// Whether all lists were read with all their links; `None` if a later run continues. Failures
    /// before a resume count as well.
    pub(in crate::crawl) fn walked(&self, end: RunEnd) -> Result<Option<bool>, EngineError> {
        Ok(match end {
            // Only failed lists were read.
            _ if self.beside => None,
            RunEnd::Incomplete => Some(false),
            RunEnd::Finished => {
                let store = &self.run_context.engine.store;
                let failed =
                    store.failed_since(self.run_context.site, self.progress.reporter.run())?;
                Some(failed == 0 && self.progress.figures.pages_failed == 0)
            }
            RunEnd::Blocked if self.tally.wanted_login => Some(false),
            // Dropped pages may be behind list pages with nothing new.
            RunEnd::Cancelled => Some(false),
            _ => None,
        })
    }

    pub(in crate::crawl) fn start_url(&self) -> String {
        self.run_context
            .rule
            .start()
            .next()
            .map(String::from)
            .unwrap_or_default()
    }
}

/// The status for a drifted list, in words.
pub(in crate::crawl) fn drifted_status(why: &Message, url: &str, now: Timestamp) -> SiteStatus {
    let state = PageState::LayoutChanged;
    let verdict = Verdict::by_signal(state, "list-drift", EvidencePlace::Rule, url);
    SiteStatus {
        reason: why.clone(),
        ..describe(&verdict, url, Next::Advice, now)
    }
}

/// The status for a list of which the rule takes a small part, in words.
fn partial_status(partial: PartialList, url: &str, now: Timestamp) -> SiteStatus {
    let PartialList { taken, alike } = partial;
    let matched = format!("{taken}/{alike}");
    let state = PageState::Incomplete;
    let verdict = Verdict::by_signal(state, LIST_PARTIAL, EvidencePlace::Rule, &matched);
    let next = Next::Do(Message::new("engine-next-list-partial"));
    SiteStatus {
        reason: Message::new("detect-list-partial")
            .with("taken", taken)
            .with("alike", alike)
            .with("url", url),
        ..describe(&verdict, url, next, now)
    }
}
