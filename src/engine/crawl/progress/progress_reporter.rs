//! Reports of a running run: its figures at most four times a second, and the site's state when it
//! changes.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

use crate::crawl::run_context::RunContext;
use crate::protocol::EngineError;
use crate::protocol::Event;
use bowerbird_logic::model::{PageState, Ruling, RunId, RunProgress, SiteStatus};

/// The minimum time between two reports of figures.
pub(in crate::crawl) const REPORT_EVERY: Duration = Duration::from_millis(250);
/// The minimum time between two writes of the figures to the project file.
const KEEP_EVERY: Duration = Duration::from_secs(2);

/// The minimum time between two reports of times alone.
const TIMES_EVERY: Duration = Duration::from_secs(1);

/// Sends the events of one run.
pub(in crate::crawl) struct ProgressReporter {
    run_context: Arc<RunContext>,
    run: RunId,
    began: Timestamp,
    told: Option<Instant>,
    kept: Instant,
    last: RunProgress,
    last_kept: RunProgress,
    records_told: u64,
    state: Option<PageState>,
    said: Option<SiteStatus>,
}

impl ProgressReporter {
    pub(in crate::crawl) fn new(
        run_context: &Arc<RunContext>,
        run: RunId,
        state: Option<PageState>,
    ) -> Self {
        Self {
            run_context: Arc::clone(run_context),
            run,
            began: Timestamp::now(),
            told: None,
            kept: Instant::now(),
            last: RunProgress::default(),
            last_kept: RunProgress::default(),
            records_told: 0,
            state,
            said: None,
        }
    }

    /// Whether the next report is due.
    pub(in crate::crawl) fn is_due(&self) -> bool {
        self.told.is_none_or(|told| told.elapsed() >= REPORT_EVERY)
    }

    /// The reported run.
    pub(in crate::crawl) fn run(&self) -> RunId {
        self.run
    }

    /// Reports the figures when they changed; time and rates alone once a second.
    pub(in crate::crawl) fn progress(&mut self, progress: &RunProgress) -> Result<(), EngineError> {
        let now = Instant::now();
        let changed = !same_but_times(progress, &self.last);
        // The stored figures may lag behind the reported ones.
        let news = !same_but_times(progress, &self.last_kept);
        // Other processes read what a person is asked.
        let asks = progress.question != self.last_kept.question;
        if asks || now - self.kept >= KEEP_EVERY * if news { 1 } else { 5 } {
            self.kept = now;
            self.last_kept = progress.clone();
            self.run_context
                .engine
                .store
                .update_run(self.run, progress)?;
        }
        if !changed && self.told.is_some_and(|told| now - told < TIMES_EVERY) {
            return Ok(());
        }
        self.told = Some(now);
        self.last = progress.clone();
        let context = &self.run_context.engine;
        context.publish(Event::RunProgress {
            run: self.run,
            site: self.run_context.site,
            progress: progress.clone(),
        });
        if progress.records_new > self.records_told {
            self.records_told = progress.records_new;
            context.publish(Event::RecordsChanged);
        }
        Ok(())
    }

    /// Stores and reports the site's status.
    ///
    /// A person's ruling on the page during the run takes precedence.
    pub(in crate::crawl) fn status(&mut self, status: &SiteStatus) -> Result<(), EngineError> {
        let word = self.denied_since(status)?;
        let status = word.as_ref().unwrap_or(status);
        self.state = Some(status.state);
        self.said = Some(status.clone());
        let context = &self.run_context.engine;
        context
            .store
            .set_site_status(self.run_context.site, status)?;
        context.publish(Event::SiteState {
            site: self.run_context.site,
            status: status.clone(),
        });
        Ok(())
    }

    /// The status by the user's ruling, if one made since the run began contradicts `status`.
    fn denied_since(&self, status: &SiteStatus) -> Result<Option<SiteStatus>, EngineError> {
        if status.state == PageState::Ok {
            return Ok(None);
        }
        let words = self
            .run_context
            .engine
            .store
            .exceptions(self.run_context.site)?;
        let denied = words.iter().find(|word| {
            let said = &word.draft;
            word.made_at >= self.began
                && said.ruling == Ruling::NotABlock
                && said.url == status.url
                && said.state == status.state
        });
        Ok(denied.map(|word| SiteStatus::after_denial(&status.url, word.made_at)))
    }

    /// The last status that this run reported.
    pub(in crate::crawl) fn last_status(&self) -> Option<&SiteStatus> {
        self.said.as_ref()
    }

    /// The state reported last.
    pub(in crate::crawl) fn state(&self) -> Option<PageState> {
        self.state
    }
}

/// Whether two reports differ in nothing but times and rates.
fn same_but_times(a: &RunProgress, b: &RunProgress) -> bool {
    let timeless = RunProgress {
        milliseconds: b.milliseconds,
        rate_now: b.rate_now,
        rate_average: b.rate_average,
        seconds_left: b.seconds_left,
        ..a.clone()
    };
    timeless == *b
}
