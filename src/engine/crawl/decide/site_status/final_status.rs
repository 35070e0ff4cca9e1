//! Which of all that a finished run showed decides the status of its site: an empty start page before missing
//! fields, these before drift, drift before a partial list, the last bad page if there was nothing else.

use jiff::Timestamp;

use super::required_fields::STOOD_IN;
use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::deferred_pages::HeldPage;
use crate::crawl::decide::run_end_message::Ending;
use crate::protocol::EngineError;
use crate::supervise::{Next, describe};
use bowerbird_io::store::QueuedState;
use bowerbird_logic::detect::PartialList;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{EvidencePlace, LIST_PARTIAL, PageState, RunEnd, SiteStatus, Verdict};

/// The number of content pages below which the share of rule misses is meaningless.
const FEW_CONTENTS: u64 = 3;

impl OutcomeDecider {
    /// Gives up the deferred pages, which alone are left in the frontier; the next run requests them
    /// again if it finds them on a list. Returns the first that needs a login: those affect the end,
    /// single refused pages of a site that otherwise answered do not.
    pub(in crate::crawl) fn give_up_deferred(&mut self) -> Option<(Verdict, String)> {
        self.give_up_held();
        let mut wants_login = None;
        let comes_in = self.comes_in();
        for page in self.deferred.take_refused() {
            if page.queued.again {
                self.keep_stored();
                self.push_outcome(page.queued, page.reading, QueuedState::Failed);
                continue;
            }
            self.progress.figures.pages_failed += 1;
            let bad = (
                page.reading.verdict().clone(),
                page.queued.request.url.clone(),
            );
            if bad.0.state == PageState::LoginRequired && !comes_in {
                wants_login.get_or_insert(bad);
            } else {
                self.tally.last_bad = Some(bad);
            }
            let state = self.given_up(&page.queued.request, &page.reading);
            self.push_outcome(page.queued, page.reading, state);
        }
        wants_login
    }

    /// Whether most pages come under the account: its login works, the others are closed to it, and
    /// another login would change nothing.
    pub(in crate::crawl) fn comes_in(&self) -> bool {
        let wants = |page: &&HeldPage| page.reading.state() == PageState::LoginRequired;
        let closed = self.deferred.refused().filter(wants).count();
        let closed = u64::try_from(closed).unwrap_or(u64::MAX);
        self.egress.login_fault.is_none() && self.tally.members_contents > closed
    }

    /// The ending of a run that has requested all known pages and stored their outcomes.
    pub(in crate::crawl) fn finish(
        &mut self,
        wants_login: Option<(Verdict, String)>,
    ) -> Result<Ending, EngineError> {
        let now = Timestamp::now();
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
            message
                .or(self.run_context.unavailable_robots.note())
                .or_else(|| self.missed_column()),
        )
    }

    /// Why the login failed that the rule requires first.
    fn missing_login_reason(&self) -> Option<Message> {
        let login = self.run_context.rule.file().login.as_ref();
        let wanted = login.is_some_and(|login| login.always) && !self.egress.comes_as_member();
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
            _ if self.extent.beside => None,
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
