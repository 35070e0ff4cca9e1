//! Runs that end before their frontier is empty: the site blocks us, its start page is gone or
//! unreachable, robots.txt forbids it. Limits that the user set are in `logic::model::run::run_limits`.

use jiff::Timestamp;

use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::run_end_message::Ending;
use crate::crawl::decide::site_status::drifted_status;
use crate::crawl::fetch::robots::DisallowedAddress;
use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use crate::supervise::{EgressRoute, Next, RequestRole, describe};
use bowerbird_io::store::{Queued, QueuedState};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{EvidencePlace, PageState, RunEnd, SiteStatus, Verdict};

impl OutcomeDecider {
    pub(super) fn end_blocked(
        &mut self,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        if self.question().is_some() {
            self.put_back(queued, reading);
            return Ok(());
        }
        if self.may_ask(&reading) {
            return self.ask_person(queued, reading, now);
        }
        let url = queued.request.url.clone();
        let silent = reading.fault.is_some() && self.egress.route() == EgressRoute::Pool;
        let ending = match reading.state() {
            // A proxy fault is the proxy's; what remains is the site's earlier state.
            state if silent || state == PageState::ProxyFault => {
                let fault = self.proxy_fault(&reading, now);
                self.egress.blame_proxy(&fault, now)?;
                match self.egress.direct_block.clone() {
                    Some(status) => self.end_with(RunEnd::Blocked, &status)?,
                    None => self.blocked(reading.verdict(), &url, Next::Do(fault))?,
                }
            }
            PageState::LoginRequired => {
                let next = self.login_advice();
                self.blocked(reading.verdict(), &url, next)?
            }
            _ => self.blocked(reading.verdict(), &url, self.advice())?,
        };
        self.end_early(queued, reading, ending);
        Ok(())
    }

    pub(super) fn end_failed(
        &mut self,
        queued: Queued,
        reading: Reading,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let url = queued.request.url.clone();
        let ending = if reading.state() == PageState::ProxyFault {
            let fault = self.proxy_fault(&reading, now);
            self.egress.blame_proxy(&fault, now)?;
            Ending {
                end: RunEnd::Failed,
                message: Some(fault),
            }
        } else {
            let status = self.failed_status(&reading, &url, now);
            self.end_with(RunEnd::Failed, &status)?
        };
        self.end_early(queued, reading, ending);
        Ok(())
    }

    /// A start page that is gone or unreachable, in words.
    fn failed_status(&self, reading: &Reading, url: &str, now: Timestamp) -> SiteStatus {
        let gone = (400..500).contains(&reading.status())
            && matches!(reading.state(), PageState::Ok | PageState::Empty);
        if gone {
            let matched = reading.status().to_string();
            let verdict = Verdict::by_signal(
                PageState::Outage,
                "start-page",
                EvidencePlace::Status,
                &matched,
            );
            let mut status = describe(&verdict, url, Next::Nothing, now);
            status.reason = Message::new("engine-reason-start-gone")
                .with("url", url)
                .with("status", reading.status());
            status.next = Some(Message::new("engine-next-start-gone"));
            return status;
        }
        if let Some(drift) = &reading.drift {
            return drifted_status(&drift.why, url, now);
        }
        let mut status = describe(reading.verdict(), url, self.advice(), now);
        if let Some(fault) = &reading.fault {
            status.reason = fault.clone();
        }
        status
    }

    pub(super) fn disallowed(
        &mut self,
        queued: Queued,
        refused: &DisallowedAddress,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let verdict = refused.verdict(&queued.request.url);
        let reading = Reading::judged(&queued.request.url, verdict.clone(), now);
        if self.role(&queued.request) != RequestRole::Start {
            self.give_up(queued, reading);
            return Ok(());
        }
        let url = queued.request.url.clone();
        let mut status = describe(&verdict, &url, Next::Nothing, now);
        status.next = Some(Message::new("engine-next-robots"));
        let ending = self.end_with(RunEnd::Blocked, &status)?;
        self.end_early(queued, reading, ending);
        Ok(())
    }

    /// Ends the run before its frontier is empty. A start page counts as failed, so that the next
    /// run begins with the rule's start pages at that time; other pages stay queued for it.
    fn end_early(&mut self, queued: Queued, reading: Reading, ending: Ending) {
        if self.role(&queued.request) == RequestRole::Start {
            // A refused answer is counted as such already.
            self.progress.figures.pages_failed += u64::from(!reading.state().is_block());
            self.push_outcome(queued, reading, QueuedState::Failed);
        } else {
            self.put_back(queued, reading);
        }
        self.ending = Some(ending);
    }
}
