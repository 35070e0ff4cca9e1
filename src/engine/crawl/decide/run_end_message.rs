//! The end of a run in words: why it ends, and what a person can do. Input: the last verdict and
//! the egress. Output: the ending, and the site's status to the front ends.

use jiff::Timestamp;

use super::OutcomeDecider;
use crate::protocol::EngineError;
use crate::runtime::stop::Stop;
use crate::supervise::{EgressRoute, Next, describe};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RunEnd, SiteStatus, Verdict};

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

impl OutcomeDecider {
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
}
