//! How a run waits: for the end of quiet hours, for a slot, for requests due later. It reports what
//! it waits for, and a stop ends every wait.

use std::time::Duration;

use jiff::Timestamp;

use super::site_run::SiteRun;
use crate::crawl::fetch::{MAX_REST, MIN_REST};
use crate::crawl::progress::REPORT_EVERY;
use crate::politeness::wait_reasons::host_shown;
use crate::protocol::EngineError;
use bowerbird_logic::messages::{Message, span};

impl SiteRun {
    /// In quiet hours nothing is started, and another run may use the slot; afterwards the run
    /// waits for a slot. Returns whether it rested: then the loop restarts.
    pub(in crate::crawl) async fn rest(&mut self) -> Result<bool, EngineError> {
        let stop = self.run_context.stop.clone();
        let Some(until) = self.run_context.quiet_until() else {
            if self.slot.is_held() && !self.slot.must_make_room() {
                return Ok(false);
            }
            if self.slot.is_held() {
                return self.make_room().await;
            }
            let why = Message::new("engine-waiting-place");
            self.report_wait(why, None)?;
            tokio::select! {
                () = self.slot.take() => {}
                () = stop.stopped() => {}
            }
            return Ok(true);
        };
        if !self.queue.is_idle() {
            // Requests in progress finish, or wait for the end of the quiet hours themselves.
            self.slot.give_up();
            self.report()?;
            self.step().await?;
            return Ok(true);
        }
        self.store_batch()?;
        self.slot.give_up();
        let left = until.duration_since(Timestamp::now());
        let left = Duration::try_from(left).unwrap_or_default();
        let why = Message::new("engine-waiting-quiet")
            .with("host", self.start_host())
            .with("left", span(left));
        self.report_wait(why, Some(until))?;
        tokio::select! {
            // In steps, so that a machine that was suspended, or whose clock was set, does not wait
            // too long.
            () = tokio::time::sleep(left.clamp(MIN_REST, MAX_REST)) => {}
            () = stop.stopped() => {}
        }
        Ok(true)
    }

    /// Yields to a more urgent run: requests in progress finish, then the slot is free.
    async fn make_room(&mut self) -> Result<bool, EngineError> {
        if self.queue.is_idle() {
            self.store_batch()?;
            self.slot.give_up();
        } else {
            self.report()?;
            self.step().await?;
        }
        Ok(true)
    }

    /// Reports what the whole run waits for.
    fn report_wait(&mut self, why: Message, until: Option<Timestamp>) -> Result<(), EngineError> {
        self.decider.progress.waits(Some(why), until);
        self.decider.progress.report(self.queue.len())
    }

    /// Host and port of the first start address.
    fn start_host(&self) -> String {
        let start = self.run_context.rule.start().next();
        start.map_or_else(String::new, |url| host_shown(&url))
    }

    /// Waits until something is due, and reports long waits.
    pub(in crate::crawl) async fn wait_until(&mut self, until: Timestamp) {
        let wait = until.duration_since(self.decider.progress.time());
        let wait = Duration::try_from(wait).unwrap_or_default();
        let stop = self.run_context.stop.clone();
        tokio::select! {
            // A moment longer, so that the request is due when the wait ends.
            () = tokio::time::sleep(wait.min(REPORT_EVERY * 4) + Duration::from_millis(1)) => {}
            () = stop.stopped() => {}
        }
        if wait > REPORT_EVERY * 2 {
            let left = Message::new("engine-waiting-retry").with("left", span(wait));
            self.decider.progress.waits(Some(left), Some(until));
        }
    }
}
