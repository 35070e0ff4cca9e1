//! How a run waits: for quiet hours to end, for a place among those that run at once, for what is
//! due later. It says what it waits for, and a word to stop ends every wait.

use std::time::Duration;

use jiff::Timestamp;

use super::ending::Ending;
use super::progress_reporter::REPORT_EVERY;
use super::site_run::SiteRun;
use crate::crawl::fetch::{MAX_REST, MIN_REST};
use crate::politeness::wait_reasons::host_shown;
use crate::protocol::EngineError;
use bowerbird_logic::messages::{Message, span};

impl SiteRun {
    /// In quiet hours nothing is begun, and another run may have the place of this one; after them
    /// it waits for a place. Whether it rested: then the loop begins again.
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
            // What is under way comes to its end, or waits for the end of the quiet hours itself.
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
            // In pieces, so that a machine that slept, or whose clock was set, does not wait too long.
            () = tokio::time::sleep(left.clamp(MIN_REST, MAX_REST)) => {}
            () = stop.stopped() => {}
        }
        Ok(true)
    }

    /// Somebody stops the run: where what is under way may come to its end, that is waited for.
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

    /// A more urgent run waits: what is under way comes to its end, then the place is free.
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
        self.progress.waits(Some(why), until);
        self.progress.report(self.queue.len())
    }

    /// Host and port of the first start address.
    fn start_host(&self) -> String {
        let start = self.run_context.rule.start().next();
        start.map_or_else(String::new, |url| host_shown(&url))
    }

    /// Waits until something is due, and says so when that is long.
    pub(in crate::crawl) async fn wait_until(&mut self, until: Timestamp) {
        let wait = until.duration_since(self.progress.time());
        let wait = Duration::try_from(wait).unwrap_or_default();
        let stop = self.run_context.stop.clone();
        tokio::select! {
            // A moment more, so that the request is due when the wait is over.
            () = tokio::time::sleep(wait.min(REPORT_EVERY * 4) + Duration::from_millis(1)) => {}
            () = stop.stopped() => {}
        }
        if wait > REPORT_EVERY * 2 {
            let left = Message::new("engine-waiting-retry").with("left", span(wait));
            self.progress.waits(Some(left), Some(until));
        }
    }
}
