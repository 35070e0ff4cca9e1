//! The progress of a run: its figures, its limits, its clock, and their reports. Input: pages
//! accepted, given up or stored. Output: figures and the site's state to the front ends, and
//! whether a limit is reached.

mod progress_reporter;
mod remaining_time;
mod run_clock;

use jiff::Timestamp;
use tokio::time::Instant;

use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RunLimits, RunProgress};
pub(in crate::crawl) use progress_reporter::{ProgressReporter, REPORT_EVERY};
use run_clock::RunClock;

/// What storing outcomes changed.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::crawl) struct StoredCounts {
    pub(in crate::crawl) records_new: u64,
    pub(in crate::crawl) records_known: u64,
    pub(in crate::crawl) updated: u64,
    pub(in crate::crawl) refused: u64,
    pub(in crate::crawl) skipped: u64,
    pub(in crate::crawl) screenshots_missing: u64,
    pub(in crate::crawl) screenshots_without_browser: u64,
}

/// The progress of a run.
pub(in crate::crawl) struct ProgressTracker {
    pub(in crate::crawl) figures: RunProgress,
    pub(in crate::crawl) limits: RunLimits,
    pub(in crate::crawl) reporter: ProgressReporter,
    clock: RunClock,
}

impl ProgressTracker {
    /// The tracker of a run that starts.
    pub(in crate::crawl) fn new(limits: RunLimits, reporter: ProgressReporter) -> Self {
        Self {
            figures: RunProgress::default(),
            limits,
            reporter,
            clock: RunClock::new(Timestamp::now(), Instant::now()),
        }
    }

    /// The time used for due times of this run.
    pub(in crate::crawl) fn time(&self) -> Timestamp {
        self.clock.time(Instant::now())
    }

    /// Updates time and rates.
    pub(in crate::crawl) fn update(&mut self) {
        self.clock
            .update(Instant::now(), &self.limits, &mut self.figures);
    }

    /// Does not count the time since the last update as work.
    pub(in crate::crawl) fn skip_time(&mut self) {
        self.clock.skip(Instant::now());
    }

    /// Counts an accepted page.
    pub(in crate::crawl) fn count_kept(&mut self, reading: &Reading) {
        self.figures.pages_ok += reading.pages;
        self.figures.unchanged += u64::from(reading.answer.confirmed.is_some());
        self.figures.no_pages += u64::from(reading.no_page);
    }

    /// Counts a stored batch.
    pub(in crate::crawl) fn count_stored(&mut self, stored: StoredCounts) {
        self.figures.records_new += stored.records_new;
        self.figures.records_known += stored.records_known;
        self.figures.records_updated += stored.updated;
        self.figures.pages_kept += stored.refused;
        self.figures.records_skipped += stored.skipped;
        self.figures.screenshots_missing += stored.screenshots_missing;
        self.figures.screenshots_without_browser += stored.screenshots_without_browser;
    }

    /// The limit reached with this many requests in progress; in words if known.
    pub(in crate::crawl) fn is_at_limit(&self, under_way: usize) -> bool {
        let under_way = u64::try_from(under_way).unwrap_or(u64::MAX);
        let begun = self.figures.done().saturating_add(under_way);
        let enough = self.limits.pages.is_some_and(|most| begun >= most);
        enough || self.limit_reached().is_some()
    }

    /// The limit reached, in words.
    pub(in crate::crawl) fn limit_reached(&self) -> Option<Message> {
        self.limits.reached(&self.figures)
    }

    /// The same for the time limit alone.
    pub(in crate::crawl) fn out_of_time(&self) -> Option<Message> {
        let time = RunLimits {
            seconds: self.limits.seconds,
            ..RunLimits::default()
        };
        time.reached(&self.figures)
    }

    /// Sets what the run waits for, in words, and when that ends.
    pub(in crate::crawl) fn waits(&mut self, why: Option<Message>, until: Option<Timestamp>) {
        (self.figures.waiting, self.figures.next_at) = (why, until);
    }

    /// Reports the figures, with the number of `queued` requests.
    pub(in crate::crawl) fn report(&mut self, queued: u64) -> Result<(), EngineError> {
        self.figures.queued = queued;
        self.reporter.progress(&self.figures)
    }
}
