//! Whether a run was a whole reading of its site, which says what is gone. Input: the run's tally
//! and its end. Output: the reading, counted by the store.

use jiff::Timestamp;

use crate::crawl::decide::OutcomeDecider;
use crate::protocol::EngineError;
use bowerbird_io::store::ReadingEnd;
use bowerbird_logic::model::{PageState, RunEnd};

impl OutcomeDecider {
    /// Counts a run that finished as a reading of the site. One that failed, was blocked, cancelled
    /// or limited says nothing about what is gone. The records that are gone by it are counted.
    pub(in crate::crawl) fn count_reading(&mut self, end: RunEnd) -> Result<(), EngineError> {
        if end != RunEnd::Finished || self.extent.beside {
            return Ok(());
        }
        let reading = ReadingEnd {
            whole: self.is_whole(end)?,
            pages_ok: self.progress.figures.pages_ok,
            at: Timestamp::now(),
        };
        let store = &self.run_context.engine.store;
        let (site, run) = (self.run_context.site, self.progress.reporter.run());
        let terms = self.discovery.watch();
        let gone = tokio::task::block_in_place(|| store.count_reading(site, run, terms, reading))?;
        self.progress.figures.records_gone += gone;
        Ok(())
    }

    /// Whether all lists, or all start pages with records of their own, were read without a fault.
    fn is_whole(&self, end: RunEnd) -> Result<bool, EngineError> {
        let state = self.progress.reporter.state();
        if !self.discovery.read_whole() || state.is_some_and(|state| state != PageState::Ok) {
            return Ok(false);
        }
        let walked = self.walked(end)? == Some(true);
        Ok(match self.run_context.rule.has_list() {
            // Pages that a list names may fail; what it names is there all the same.
            true => walked || (self.tally.lists_failed == 0 && !self.tally.resumed),
            false => walked && self.progress.figures.pages_kept == 0,
        })
    }
}
