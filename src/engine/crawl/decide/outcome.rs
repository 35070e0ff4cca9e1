//! From an answer to what becomes of its request: the run's hands for the supervisor's head.

use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;
use url::Url;

use crate::crawl::pipeline::{Processed, unreadable};
use crate::crawl::read::Reading;
use crate::crawl::run::site_run::{Aside, SiteRun};
use crate::protocol::EngineError;
use crate::supervise::{Decision, LOGIN_STREAK, Next, PageRole, Way, describe};
use bowerbird_io::store::{PageOutcome, PageYield, Queued, QueuedState, RequestKind};
use bowerbird_logic::messages::{Message, span};
use bowerbird_logic::model::{PageState, Verdict};

impl SiteRun {
    /// Takes one answer in.
    pub(in crate::crawl) async fn take(
        &mut self,
        queued: Queued,
        generation: u32,
        processed: Processed,
    ) -> Result<(), EngineError> {
        let now = Timestamp::now();
        match processed {
            // The lease is given back when the run ends.
            Processed::Cancelled => Ok(()),
            Processed::Disallowed(refused) => self.disallowed(queued, &refused, now),
            Processed::Read(reading) => {
                self.progress.bytes += reading.answer.heard.bytes;
                let good = reading.is_good();
                if !good && !self.egress.is_current(generation) {
                    // Another way out has been taken since; it says nothing about the new one.
                    self.put_back(queued, *reading);
                    return Ok(());
                }
                self.judge(queued, *reading, now).await
            }
        }
    }

    async fn judge(
        &mut self,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let reading = self.seen_as_member(&queued, reading).await?;
        self.count(&reading);
        if let Some(drift) = &reading.drift {
            let here = || (drift.why.clone(), queued.request.url.clone());
            self.tally.drifted.get_or_insert_with(here);
        }
        self.egress.note_verdict(reading.state());
        let (state, status) = (reading.state(), reading.status());
        self.egress
            .note_met(state, status, reading.answer.heard.took);
        if self.role(&queued.request) == PageRole::Content {
            self.tally.same_login.note(&reading);
        }
        let seen = self.seen(&queued, &reading, now)?;
        let decision = self.supervisor.observe(seen, self.egress.generation())?;
        self.supervisor.bound_at_once(&mut self.by_host);
        let alike = self.tally.same_login.in_a_row();
        self.by_host.take_from_end(alike > LOGIN_STREAK / 2);
        let url = &queued.request.url;
        if reading.state() == PageState::Ok {
            tracing::debug!(%url, ?decision, "a page came");
        } else {
            tracing::info!(%url, state = state.token(), ?status, ?decision, "not the page asked for");
        }
        let ended = self.follow(decision, queued, reading, now).await;
        self.supervisor.keep()?;
        ended
    }

    /// Does what was decided.
    async fn follow(
        &mut self,
        decision: Decision,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        match decision {
            Decision::Keep if reading.repeated_list => {
                // Judged when more is known of how the site answers.
                self.held_lists.push(Aside { queued, reading });
                Ok(())
            }
            Decision::Keep if Self::is_renewal(&queued, &reading) => {
                self.hold_renewed(queued, reading)
            }
            Decision::Keep => self.keep(queued, reading),
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
                self.set_aside(queued, reading);
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

    fn count(&mut self, reading: &Reading) {
        let state = reading.state();
        if state.is_block() {
            self.progress.pages_blocked += 1;
        }
    }

    pub(in crate::crawl) fn keep(
        &mut self,
        queued: Queued,
        mut reading: Reading,
    ) -> Result<(), EngineError> {
        self.egress.note_good(queued.id)?;
        self.is_up();
        self.egress.trust_account();
        self.progress.pages_ok += reading.pages;
        self.progress.unchanged += u64::from(reading.answer.confirmed.is_some());
        self.progress.no_pages += u64::from(reading.no_page);
        let kind = queued.request.kind;
        let empty = reading.state() == PageState::Empty;
        if empty {
            let bad = (reading.verdict().clone(), queued.request.url.clone());
            if self.role(&queued.request) == PageRole::Start {
                self.tally.start_empty = Some(bad);
            } else {
                self.tally.last_bad = Some(bad);
            }
        }
        self.settle_addresses(&queued, &mut reading)?;
        if kind == RequestKind::List {
            self.lists.note(&reading.url);
            if let Ok(here) = Url::parse(&reading.url) {
                self.lists
                    .note(self.run_context.rule.list_address(&here).as_str());
            }
        }
        if !reading.found.yields.records.is_empty() {
            self.tally.contents += 1;
            self.tally.stood_in += u64::from(reading.found.stood_in);
        }
        self.note_pages(&queued, &reading);
        self.note_changes(&queued, &mut reading);
        self.end_thread(&queued, &mut reading);
        self.leave_traps(&queued, &mut reading)?;
        let mut found = self
            .frontier
            .unseen(std::mem::take(&mut reading.found.yields.requests));
        if kind == RequestKind::List {
            let any_new = !found.is_empty() || self.any_record_new(&reading)?;
            found.extend(self.further(std::mem::take(&mut reading.found.lists.further)));
            self.note_newest(&queued, reading.found.lists.newest.take());
            let (next, news) = (
                reading.found.lists.next.take(),
                std::mem::take(&mut reading.found.lists.news),
            );
            let here = queued.request.url.as_str();
            found.extend(self.lists.follow(here, next, any_new, &news));
        }
        reading.found.yields.requests = found;
        if !empty
            && self
                .teller
                .state()
                .is_some_and(|state| state != PageState::Ok)
        {
            let mut status = describe(
                &Verdict::ok(),
                &queued.request.url,
                Next::Nothing,
                Timestamp::now(),
            );
            status.reason = Message::new("engine-reason-going-on");
            self.teller.status(&status)?;
        }
        self.push_outcome(queued, reading, QueuedState::Done);
        Ok(())
    }

    /// A further page of a thread that brings nothing new is its end: some sites answer with the
    /// last page, or the first, for ever.
    fn end_thread(&mut self, queued: &Queued, reading: &mut Reading) {
        let file = self.run_context.rule.file();
        if queued.request.kind != RequestKind::Content || file.record.is_none() {
            return;
        }
        let first = queued.request.depth <= u32::from(self.run_context.rule.has_list());
        let thread = (queued.found_in, queued.request.position);
        if (!first || !reading.found.yields.requests.is_empty())
            && self
                .threads
                .nothing_new(thread, &reading.found.yields.records)
        {
            reading.found.yields.records.clear();
            reading.found.yields.requests.clear();
        }
        if reading.found.yields.requests.is_empty() {
            self.threads.forget(thread);
        }
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
        self.going_on(&reading, &queued.request.url, next, now)?;
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
        if self.egress.way() == Way::Direct && reading.state() != PageState::RateLimited {
            let status = describe(reading.verdict(), &url, Next::Advice, now);
            self.egress.direct_block = Some(status);
        }
        if let Some(proxy) = self.egress.switch_proxy(now)? {
            let next = Message::new("engine-next-proxy").with("proxy", proxy);
            self.supervisor.explain(next.clone());
            self.going_on(&reading, &url, next, now)?;
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

    /// The task of a page broke, which is a defect of this program: the page is given up.
    pub(in crate::crawl) fn broke(&mut self, queued: Queued) {
        let url = queued.request.url.clone();
        let reading = unreadable(&url, self.time());
        self.give_up(queued, reading);
    }

    pub(super) fn give_up(&mut self, queued: Queued, reading: Reading) {
        if let Some(aside) = self.note_outage(queued, reading) {
            self.lose(aside);
        }
    }

    /// Gives a page up for this run.
    pub(in crate::crawl) fn lose(&mut self, aside: Aside) {
        let Aside { queued, reading } = aside;
        if queued.again {
            self.keep_stored();
            self.push_outcome(queued, reading, QueuedState::Failed);
            return;
        }
        if let Some(aside) = self.hold_first_again(Aside { queued, reading }) {
            self.give_up_for_now(aside);
        }
    }

    /// Gives a page up for this run; the next one asks for it again where it was promised.
    pub(in crate::crawl) fn give_up_for_now(&mut self, aside: Aside) {
        let Aside { queued, reading } = aside;
        self.progress.pages_failed += 1;
        self.tally.gone += u64::from(reading.state() == PageState::Empty);
        if queued.request.kind == RequestKind::List {
            self.tally.lists_failed += 1;
            self.tally.list_failed_url.clone_from(&queued.request.url);
        }
        self.tally.last_bad = Some((reading.verdict().clone(), queued.request.url.clone()));
        let state = self.given_up(&queued.request, &reading);
        self.push_outcome(queued, reading, state);
    }

    fn going_on(
        &mut self,
        reading: &Reading,
        url: &str,
        next: Message,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let status = describe(reading.verdict(), url, Next::GoesOn(next), now);
        self.teller.status(&status)
    }

    pub(super) fn proxy_fault(&self, reading: &Reading, now: Timestamp) -> Message {
        let cause = reading.fault.clone().unwrap_or_else(|| {
            describe(reading.verdict(), &reading.url, Next::Nothing, now).reason
        });
        Message::new("engine-proxy-fault")
            .with("proxy", self.egress.proxy_name().unwrap_or_default())
            .with("cause", cause)
    }

    /// Gives a request back to the frontier, due at once.
    pub(in crate::crawl) fn put_back(&mut self, queued: Queued, reading: Reading) {
        self.again(queued, reading, Duration::ZERO);
    }

    /// Told by the run's own clock: the system's may be set back meanwhile.
    fn again(&mut self, queued: Queued, reading: Reading, after: Duration) {
        let now = self.time();
        let due_at = now.checked_add(after).unwrap_or(now);
        self.push_outcome(queued, reading, QueuedState::Again { due_at });
    }

    /// Hands an outcome to the batch. Only a page that is done brings records and links.
    pub(in crate::crawl) fn push_outcome(
        &mut self,
        queued: Queued,
        reading: Reading,
        state: QueuedState,
    ) {
        let yields = match state {
            QueuedState::Done => reading.found.yields,
            _ => PageYield::default(),
        };
        let outcome = PageOutcome {
            request: queued.id,
            found_in: queued.found_in,
            position: queued.request.position,
            state,
            answer: reading.answer,
            yields,
        };
        self.batch.push(queued, outcome);
    }
}
