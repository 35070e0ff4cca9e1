//! What a run tells while it goes: its figures at most four times a second, and the site's state
//! when it changes.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::answer::Common;
use crate::engine::EngineError;
use crate::engine::controller::Event;
use crate::logic::model::{PageState, RunId, RunProgress, SiteStatus};

/// Least time between two reports of figures.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(250);
/// Least time between two notes of the figures in the project file.
const KEEP_EVERY: Duration = Duration::from_secs(2);

/// Least time between two reports of times alone.
const TIMES_EVERY: Duration = Duration::from_secs(1);

/// Tells events of one run.
pub(super) struct Teller {
    common: Arc<Common>,
    run: RunId,
    told: Option<Instant>,
    kept: Instant,
    last: RunProgress,
    last_kept: RunProgress,
    records_told: u64,
    state: Option<PageState>,
    said: Option<SiteStatus>,
}

impl Teller {
    pub(super) fn new(common: &Arc<Common>, run: RunId, state: Option<PageState>) -> Self {
        Self {
            common: Arc::clone(common),
            run,
            told: None,
            kept: Instant::now(),
            last: RunProgress::default(),
            last_kept: RunProgress::default(),
            records_told: 0,
            state,
            said: None,
        }
    }

    /// Whether the last report is long enough ago.
    pub(super) fn is_due(&self) -> bool {
        self.told.is_none_or(|told| told.elapsed() >= REPORT_EVERY)
    }

    /// The run that is told of.
    pub(super) fn run(&self) -> RunId {
        self.run
    }

    /// Tells the figures when they changed; time and rates alone once a second.
    pub(super) fn progress(&mut self, progress: &RunProgress) -> Result<(), EngineError> {
        let now = Instant::now();
        let changed = !same_but_times(progress, &self.last);
        // What is kept may lag behind what was told.
        let news = !same_but_times(progress, &self.last_kept);
        if now - self.kept >= KEEP_EVERY * if news { 1 } else { 5 } {
            self.kept = now;
            self.last_kept = progress.clone();
            self.common.ground.store.update_run(self.run, progress)?;
        }
        if !changed && self.told.is_some_and(|told| now - told < TIMES_EVERY) {
            return Ok(());
        }
        self.told = Some(now);
        self.last = progress.clone();
        let ground = &self.common.ground;
        ground.tell(Event::RunProgress {
            run: self.run,
            site: self.common.site,
            progress: progress.clone(),
        });
        if progress.records_new > self.records_told {
            self.records_told = progress.records_new;
            ground.tell(Event::RecordsChanged);
        }
        Ok(())
    }

    /// Keeps and tells how the site fares now.
    pub(super) fn status(&mut self, status: &SiteStatus) -> Result<(), EngineError> {
        self.state = Some(status.state);
        self.said = Some(status.clone());
        let ground = &self.common.ground;
        ground.store.set_site_status(self.common.site, status)?;
        ground.tell(Event::SiteState {
            site: self.common.site,
            status: status.clone(),
        });
        Ok(())
    }

    /// What this run has said last of how the site fares.
    pub(super) fn said(&self) -> Option<&SiteStatus> {
        self.said.as_ref()
    }

    /// The state told last.
    pub(super) fn state(&self) -> Option<PageState> {
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
