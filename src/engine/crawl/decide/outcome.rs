//! Turns an answer into the outcome of its request: carries out the supervisor's decision.

use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;
use url::Url;

use super::deferred_pages::HeldPage;
use super::{FinishedRequest, HostRequestOrder, OutcomeDecider};
use crate::crawl::pipeline::{RequestResult, unreadable};
use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use crate::supervise::{Decision, EgressRoute, LOGIN_STREAK, Next, RequestRole, describe};
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::{PageOutcome, PageYield, Queued, QueuedState, RequestKind, Revisited};
use bowerbird_logic::messages::{Message, span};
use bowerbird_logic::model::{PageState, Verdict};

impl OutcomeDecider {
    /// Processes one answer.
    pub(in crate::crawl) async fn take(
        &mut self,
        ended: FinishedRequest,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        let FinishedRequest {
            queued,
            answer,
            beside,
        } = ended;
        let Some((generation, processed)) = answer else {
            tracing::error!(url = %queued.request.url, "the task of a page broke");
            self.broke(queued);
            return Ok(());
        };
        let now = Timestamp::now();
        match processed {
            // The lease is released when the run ends.
            RequestResult::Cancelled => Ok(()),
            RequestResult::Disallowed(refused) => self.disallowed(queued, &refused, now),
            RequestResult::Read(reading) => {
                self.progress.figures.bytes += reading.answer.heard.bytes;
                let good = reading.is_ok();
                if !good && !self.egress.is_current(generation) {
                    // The egress was switched meanwhile; this answer says nothing about the new
                    // one.
                    self.put_back(queued, *reading);
                    return Ok(());
                }
                self.judge((queued, beside), *reading, now, frontier).await
            }
        }
    }

    async fn judge(
        &mut self,
        (queued, beside): (Queued, u32),
        reading: Reading,
        now: Timestamp,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        let reading = self.check_session(&queued, reading).await?;
        let (state, status) = (reading.state(), reading.status());
        let heard = (state, status, reading.answer.heard.took);
        let known = self.egress.note_answer(&queued, heard, now)?;
        self.progress.figures.pages_blocked += u64::from(state.is_block());
        if let Some(drift) = &reading.drift {
            let here = || (drift.why.clone(), queued.request.url.clone());
            self.tally.drifted.get_or_insert_with(here);
        }
        if let Some(partial) = reading.found.partial {
            let here = || (partial, queued.request.url.clone());
            self.tally.partial.get_or_insert_with(here);
        }
        if self.role(&queued.request) == RequestRole::Content {
            self.tally.same_login.note(&reading);
        }
        let seen = self.observation((&queued, beside), &reading, known, now);
        let decision = self.supervisor.observe(seen, self.egress.generation())?;
        self.hosts = HostRequestOrder {
            at_once: self.supervisor.at_once(),
            from_end: self.tally.same_login.in_a_row() > LOGIN_STREAK / 2,
        };
        let url = &queued.request.url;
        if reading.state() == PageState::Ok {
            tracing::debug!(%url, ?decision, "a page came");
        } else {
            let said = Message::new("log-unexpected-response")
                .with("state", state.name().with("status", status))
                .with("url", url.as_str());
            let said = serde_json::to_string(&said).unwrap_or_default();
            let state = state.token();
            tracing::info!(%url, state, status, ?decision, said, "unexpected response");
        }
        let ended = self
            .follow(decision, (queued, reading), now, frontier)
            .await;
        self.supervisor.keep()?;
        ended
    }

    /// Carries out the decision.
    async fn follow(
        &mut self,
        decision: Decision,
        (queued, reading): (Queued, Reading),
        now: Timestamp,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        match decision {
            Decision::Keep if reading.repeated_list => {
                // Judged once more is known about the site's answers.
                self.deferred.hold_list(HeldPage { queued, reading });
                Ok(())
            }
            Decision::Keep if Self::is_renewal(&queued, &reading) => {
                self.hold_renewed(queued, reading, frontier)
            }
            Decision::Keep => self.keep(queued, reading, frontier),
            Decision::Retry { after } => {
                self.egress.count_failure(queued.id);
                self.again(queued, reading, after);
                Ok(())
            }
            Decision::NewConnection { after } => {
                self.egress.count_failure(queued.id);
                self.egress.renew_connection();
                self.again(queued, reading, after);
                Ok(())
            }
            Decision::NewSession => {
                if let Some(words) = self.egress.renew_session()? {
                    self.supervisor.explain(words);
                }
                self.put_back(queued, reading);
                self.ask_refused_again();
                Ok(())
            }
            Decision::Pause { wait } => self.pause(queued, reading, now, wait),
            Decision::NextProxy => self.next_proxy(queued, reading, now),
            Decision::DropProxy => self.drop_proxy(queued, reading, now),
            Decision::LogIn => self.log_in(queued, reading, now).await,
            Decision::SetAside => {
                self.deferred.hold_refused(queued, reading);
                Ok(())
            }
            Decision::GiveUp => {
                self.give_up(queued, reading);
                Ok(())
            }
            Decision::EndBlocked => self.end_blocked(queued, reading, now),
            Decision::EndFailed => self.end_failed(queued, reading, now),
        }
    }

    pub(in crate::crawl) fn keep(
        &mut self,
        queued: Queued,
        mut reading: Reading,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        self.egress.record_success(queued.id)?;
        self.progress.count_kept(&reading);
        self.is_up();
        let empty = reading.state() == PageState::Empty;
        if empty {
            let bad = (reading.verdict().clone(), queued.request.url.clone());
            if self.role(&queued.request) == RequestRole::Start {
                self.tally.start_empty = Some(bad);
            } else {
                self.tally.last_bad = Some(bad);
            }
        }
        if !reading.found.yields.records.is_empty() {
            self.tally.contents += 1;
            self.tally.members_contents += u64::from(self.egress.comes_as_member());
            self.tally.stood_in += u64::from(reading.found.stood_in);
        }
        self.note_pages(&queued, &reading)?;
        self.note_required(&queued, &reading);
        self.discovery.settle(&queued, &mut reading, frontier)?;
        if !empty
            && self.stopped_field().is_none()
            && !self.required.any_missing()
            && self
                .progress
                .reporter
                .state()
                .is_some_and(|state| state != PageState::Ok)
        {
            let mut status = describe(
                &Verdict::ok(),
                &queued.request.url,
                Next::Nothing,
                Timestamp::now(),
            );
            status.reason = Message::new(match self.progress.reporter.state() {
                Some(PageState::LayoutChanged) => "engine-reason-rule-fits-again",
                _ => "engine-reason-going-on",
            });
            self.progress.reporter.status(&status)?;
        }
        self.push_outcome(queued, reading, QueuedState::Done);
        Ok(())
    }

    fn pause(
        &mut self,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
        wait: Duration,
    ) -> Result<(), EngineError> {
        if let Ok(url) = Url::parse(&queued.request.url) {
            self.run_context
                .engine
                .hosts
                .pause(&url, Instant::now() + wait);
        }
        let next = Message::new("engine-next-waiting-for").with("wait", span(wait));
        self.report_continuing(&reading, &queued.request.url, next, now)?;
        self.put_back(queued, reading);
        Ok(())
    }

    fn next_proxy(
        &mut self,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let url = queued.request.url.clone();
        if self.egress.route() == EgressRoute::Direct && reading.state() != PageState::RateLimited {
            let status = describe(reading.verdict(), &url, Next::Advice, now);
            self.egress.direct_block = Some(status);
        }
        if let Some(proxy) = self.egress.switch_proxy(now)? {
            let next = Message::new("engine-next-proxy").with("proxy", proxy);
            self.supervisor.explain(next.clone());
            self.report_continuing(&reading, &url, next, now)?;
        }
        self.put_back(queued, reading);
        self.ask_refused_again();
        Ok(())
    }

    fn drop_proxy(
        &mut self,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let fault = self.proxy_fault(&reading, now);
        self.egress.drop_proxy(&fault, now)?;
        self.put_back(queued, reading);
        Ok(())
    }

    async fn log_in(
        &mut self,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let login_page = (reading.url != queued.request.url).then_some(reading.url.as_str());
        self.egress.log_in(login_page, now).await?;
        self.tally.same_login.begin_anew();
        self.put_back(queued, reading);
        Ok(())
    }

    /// Gives up a page whose task panicked, which is a defect of this program.
    fn broke(&mut self, queued: Queued) {
        let url = queued.request.url.clone();
        let reading = unreadable(&url, self.progress.time());
        self.give_up(queued, reading);
    }

    pub(super) fn give_up(&mut self, queued: Queued, reading: Reading) {
        if let Some(page) = self.note_outage(queued, reading) {
            self.lose(page);
        }
    }

    /// Gives up a page for this run.
    pub(in crate::crawl) fn lose(&mut self, page: HeldPage) {
        let HeldPage { queued, reading } = page;
        if queued.again {
            self.keep_stored();
            self.push_outcome(queued, reading, QueuedState::Failed);
            return;
        }
        if let Some(page) = self.hold_first_again(HeldPage { queued, reading }) {
            self.give_up_for_now(page);
        }
    }

    /// Gives up a page for this run; the next one requests it again if it was announced.
    pub(in crate::crawl) fn give_up_for_now(&mut self, page: HeldPage) {
        let HeldPage { queued, reading } = page;
        self.progress.figures.pages_failed += 1;
        self.tally.gone += u64::from(reading.state() == PageState::Empty);
        if queued.request.kind == RequestKind::List {
            self.tally.lists_failed += 1;
            self.tally.list_failed_url.clone_from(&queued.request.url);
        }
        if reading.state() == PageState::LayoutChanged {
            self.note_required(&queued, &reading);
        }
        self.tally.last_bad = Some((reading.verdict().clone(), queued.request.url.clone()));
        let state = self.given_up(&queued.request, &reading);
        self.push_outcome(queued, reading, state);
    }

    fn report_continuing(
        &mut self,
        reading: &Reading,
        url: &str,
        next: Message,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let status = describe(reading.verdict(), url, Next::GoesOn(next), now);
        self.progress.reporter.status(&status)
    }

    pub(super) fn proxy_fault(&self, reading: &Reading, now: Timestamp) -> Message {
        let cause = reading.fault.clone().unwrap_or_else(|| {
            describe(reading.verdict(), &reading.url, Next::Nothing, now).reason
        });
        Message::new("engine-proxy-fault")
            .with("proxy", self.egress.proxy_name().unwrap_or_default())
            .with("cause", cause)
    }

    /// Retries refused pages, which another egress or visitor may get.
    pub(in crate::crawl) fn ask_refused_again(&mut self) {
        for page in self.deferred.take_for_other_route(HeldPage::is_refused) {
            self.put_back(page.queued, page.reading);
        }
    }

    /// Keeps the stored version of an article whose refetch failed.
    pub(in crate::crawl) fn keep_stored(&mut self) {
        self.progress.figures.pages_kept += 1;
    }

    /// Returns a request to the frontier, due at once.
    pub(in crate::crawl) fn put_back(&mut self, queued: Queued, reading: Reading) {
        self.again(queued, reading, Duration::ZERO);
    }

    /// Uses the run's own clock: the system's may be set back meanwhile.
    fn again(&mut self, queued: Queued, reading: Reading, after: Duration) {
        let now = self.progress.time();
        let due_at = now.checked_add(after).unwrap_or(now);
        self.push_outcome(queued, reading, QueuedState::Again { due_at });
    }

    /// Adds an outcome. Only a completed page yields records and links.
    pub(in crate::crawl) fn push_outcome(
        &mut self,
        queued: Queued,
        reading: Reading,
        state: QueuedState,
    ) {
        let yields = match state {
            QueuedState::Done => reading.found.yields,
            _ => PageYield {
                revisited: Revisited::watched(self.discovery.watch()),
                ..PageYield::default()
            },
        };
        let outcome = PageOutcome {
            request: queued.id,
            found_in: queued.found_in,
            position: queued.request.position,
            state,
            answer: reading.answer,
            yields,
        };
        self.outcomes.push((queued, outcome));
    }
}
