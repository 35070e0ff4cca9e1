//! Missing pages: which of the pages given up were announced but not fetched, and how a run with
//! missing pages ends. Input: pages given up. Output: the outcomes of their requests, and the
//! end of the run in words.

use jiff::Timestamp;

use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::deferred_pages::outages::was_not_asked;
use crate::crawl::decide::run_end_message::Ending;
use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use crate::supervise::{Next, describe};
use bowerbird_io::store::{NewRequest, QueuedState, RequestKind};
use bowerbird_logic::detect::{SCRIPT_SHELL, reason};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{LIST_PARTIAL, PageState, RunEnd, SiteStatus, Verdict};

impl OutcomeDecider {
    /// The outcome of a page that is given up: missing, unless the site said that it is gone, or
    /// requesting it is forbidden or impossible.
    pub(in crate::crawl) fn given_up(
        &self,
        request: &NewRequest,
        reading: &Reading,
    ) -> QueuedState {
        let verdict = reading.verdict();
        let forbidden = verdict
            .evidence
            .iter()
            .any(|found| found.signal == "robots-disallow");
        let gone = verdict.state == PageState::Empty
            && reading.status() >= 400
            && match (request.kind, request.depth) {
                // The previous page linked it; numbered pages normally end like this.
                (RequestKind::List, 1..) => self.run_context.rule.counts_lists(&request.fields),
                _ => true,
            };
        match forbidden || gone || reading.lasting || was_not_asked(reading) {
            true => QueuedState::Failed,
            false => QueuedState::Missing,
        }
    }

    /// The end of a run that requested all known pages; incomplete if pages are missing.
    pub(in crate::crawl) fn completed(
        &mut self,
        status: SiteStatus,
        message: Option<Message>,
        now: Timestamp,
    ) -> Result<(SiteStatus, Ending), EngineError> {
        let store = &self.run_context.engine.store;
        let missing = store.missing_count(self.run_context.site)?;
        let first = store.missing(self.run_context.site, 1)?.pop();
        self.progress.figures.missing = missing;
        let Some(first) = first.filter(|_| missing > 0) else {
            let mut signals = status.evidence.iter();
            let end = match signals.any(|found| found.signal == LIST_PARTIAL) {
                true => RunEnd::Incomplete,
                false => RunEnd::Finished,
            };
            return Ok((status, Ending { end, message }));
        };
        let why = reason(&first.verdict, &first.url);
        let words = Message::new("engine-reason-incomplete")
            .with("missing", missing)
            .with("url", first.url.as_str())
            .with("why", why);
        let site = self.run_context.site_name.as_str();
        let mut signals = first.verdict.evidence.iter();
        let next = match signals.any(|found| found.signal == SCRIPT_SHELL) {
            true => Message::new("engine-next-script-shell"),
            false => Message::new("engine-next-incomplete-of").with("site", site),
        };
        let said = match status.state {
            // A problem of the whole site is more informative; a run that requested all known pages
            // was down for single pages only.
            state
                if !matches!(
                    state,
                    PageState::Ok
                        | PageState::Empty
                        | PageState::Incomplete
                        | PageState::NeedsBrowser
                        | PageState::Outage
                        | PageState::ProxyFault
                ) =>
            {
                status
            }
            _ => {
                let verdict = Verdict {
                    state: match first.verdict.state {
                        PageState::NeedsBrowser => PageState::NeedsBrowser,
                        _ => PageState::Incomplete,
                    },
                    ..first.verdict
                };
                SiteStatus {
                    reason: words.clone(),
                    ..describe(&verdict, &first.url, Next::Do(next), now)
                }
            }
        };
        let end = match self.extent.named_pages {
            // Only these were requested.
            true => RunEnd::Finished,
            false => RunEnd::Incomplete,
        };
        let message = match end {
            RunEnd::Incomplete => Some(words),
            _ => message,
        };
        Ok((said, Ending { end, message }))
    }
}
