//! How a run stops and ends: requests in progress, and the outcomes of deferred pages.

use jiff::Timestamp;

use super::site_run::SiteRun;
use crate::crawl::decide::run_end_message::Ending;
use crate::protocol::EngineError;

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

    /// Retries deferred pages that were refused, through the next proxy of the pool; otherwise
    /// settles those that only a block could have explained. Returns whether there were any.
    pub(in crate::crawl) fn try_held_again(&mut self) -> Result<bool, EngineError> {
        let again = self.decider.ask_through_next_proxy(Timestamp::now())?;
        if again {
            self.store_batch()?;
            return Ok(true);
        }
        let settled = self.decider.settle_lists(&mut self.queue.frontier);
        self.collect();
        settled
    }

    /// Requests the pages that earlier runs missed, once everything else is done; returns whether
    /// there are any. Pages missed again are not retried in this run.
    pub(in crate::crawl) fn bring_missing(&mut self) -> Result<bool, EngineError> {
        if self.beside {
            return Ok(false);
        }
        self.store_batch()?;
        Ok(tokio::task::block_in_place(|| self.queue.frontier.bring_missing())? > 0)
    }

    /// Queues all deferred pages for the next run.
    pub(in crate::crawl) fn keep_held(&mut self) -> Result<(), EngineError> {
        self.decider.put_all_back(&mut self.queue.frontier)?;
        self.store_batch()
    }

    /// Finishes when only deferred pages are left in the frontier.
    pub(in crate::crawl) fn finish(&mut self) -> Result<Ending, EngineError> {
        let wants_login = self.decider.give_up_deferred();
        self.store_batch()?;
        self.decider.finish(wants_login)
    }
}
