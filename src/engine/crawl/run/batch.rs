//! Outcomes of a run that are not stored yet: one transaction per batch, by size or by time.

use std::time::Duration;

use tokio::time::Instant;

use crate::crawl::progress::StoredCounts;
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::{PageOutcome, Queued, Store, StoreError};
use bowerbird_logic::model::{RequestId, RunId, SiteId};

/// The maximum number of outcomes in one transaction.
const MAX_OUTCOMES: usize = 50;
/// The number of records and requests in one transaction after which it is committed: a page of a
/// million links takes hundreds of megabytes until it is stored.
const MAX_YIELDED: usize = 20_000;
/// How long an outcome waits for others.
const MAX_WAIT: Duration = Duration::from_millis(250);

/// The outcomes of one run that wait to be stored.
pub(in crate::crawl) struct Batch {
    site: SiteId,
    run: RunId,
    waiting: Vec<(Queued, PageOutcome)>,
    /// Records and requests in the batch.
    yielded: usize,
    since: Instant,
}

impl Batch {
    pub(in crate::crawl) fn new(site: SiteId, run: RunId) -> Self {
        Self {
            site,
            run,
            waiting: Vec::new(),
            yielded: 0,
            since: Instant::now(),
        }
    }

    pub(in crate::crawl) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The requests that wait to be stored.
    pub(in crate::crawl) fn requests(&self) -> impl Iterator<Item = RequestId> + '_ {
        self.waiting.iter().map(|(queued, _)| queued.id)
    }

    pub(in crate::crawl) fn push(&mut self, queued: Queued, outcome: PageOutcome) {
        if self.waiting.is_empty() {
            self.since = Instant::now();
        }
        self.yielded += outcome.yields.records.len() + outcome.yields.requests.len();
        self.waiting.push((queued, outcome));
    }

    /// When it must be stored; `None` while it is empty.
    pub(in crate::crawl) fn due(&self) -> Option<Instant> {
        match self.waiting.len() {
            0 => None,
            MAX_OUTCOMES.. => Some(self.since),
            _ if self.yielded >= MAX_YIELDED => Some(self.since),
            _ => Some(self.since + MAX_WAIT),
        }
    }

    /// Stores the batch in one transaction. On an error nothing of it is stored; its requests stay
    /// leased and are repeated in the next run.
    pub(in crate::crawl) fn store(
        &mut self,
        store: &Store,
        frontier: &mut Frontier,
    ) -> Result<StoredCounts, StoreError> {
        self.yielded = 0;
        let (queued, outcomes): (Vec<_>, Vec<_>) = self.waiting.drain(..).unzip();
        let offered: Vec<usize> = outcomes
            .iter()
            .map(|outcome| outcome.yields.records.len())
            .collect();
        let results = store.commit(self.site, self.run, outcomes)?;
        let mut stored = StoredCounts::default();
        for (page, offered) in results.into_iter().zip(offered) {
            let offered = u64::try_from(offered).unwrap_or(u64::MAX);
            stored.records_new += page.records;
            stored.records_known += offered.saturating_sub(page.records + page.left_out);
            stored.skipped += page.skipped;
            stored.screenshots_missing += page.screenshots_missing;
            stored.screenshots_without_browser += page.screenshots_without_browser;
            stored.updated += page.updated;
            stored.refused += page.refused;
        }
        frontier.committed();
        for queued in &queued {
            frontier.done(queued);
        }
        Ok(stored)
    }
}
