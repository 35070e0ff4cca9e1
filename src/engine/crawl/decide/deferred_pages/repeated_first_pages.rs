//! Further list pages that repeat the first page of their list. Input: such pages. Output: their
//! outcomes, once it is known whether the site sends that page for everything.

use super::HeldPage;
use crate::crawl::decide::OutcomeDecider;
use crate::crawl::verdict::FIRST_AGAIN;
use crate::protocol::EngineError;
use bowerbird_io::frontier::Frontier;
use bowerbird_logic::model::{EvidencePlace, PageState, Verdict};

/// Whether a further list page repeats the first one.
pub(super) fn is_first_again(verdict: &Verdict) -> bool {
    verdict.evidence.iter().any(|e| e.signal == FIRST_AGAIN)
}

impl OutcomeDecider {
    /// Holds a further list page that repeats the first one, until it is known whether the site
    /// sends that page for everything; otherwise returns it.
    pub(in crate::crawl) fn hold_first_again(&mut self, page: HeldPage) -> Option<HeldPage> {
        if !is_first_again(page.reading.verdict()) {
            return Some(page);
        }
        self.deferred.hold_list(page);
        None
    }

    /// Settles a held list page that repeats the first one, once no block explains it: the end of a
    /// numbered list, or missing if the previous page linked it.
    pub(in crate::crawl) fn settle_first_again(
        &mut self,
        mut page: HeldPage,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        if !self
            .run_context
            .rule
            .counts_lists(&page.queued.request.fields)
        {
            self.give_up_for_now(page);
            return Ok(());
        }
        let title = page.reading.verdict().evidence.first();
        let title = title.map_or_else(String::new, |found| found.matched.clone());
        page.reading.answer.verdict = Verdict::by_signal(
            PageState::Empty,
            FIRST_AGAIN,
            EvidencePlace::History,
            &title,
        );
        self.keep(page.queued, page.reading, frontier)
    }
}
