//! What a worker has done, for those who watch it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// The time over which the rate is counted.
const WINDOW: Duration = Duration::from_secs(60);

/// What a worker has done since it started.
#[derive(Default)]
pub(super) struct Statistics {
    done: AtomicU64,
    failed: AtomicU64,
    /// Pages read before each of the last moments.
    moments: Mutex<VecDeque<(Instant, u64)>>,
}

impl Statistics {
    /// Counts a request.
    pub(super) fn count(&self, answered: bool) {
        let counter = if answered { &self.done } else { &self.failed };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// Pages read, requests without an answer, pages read in the last minute.
    pub(super) fn figures(&self, now: Instant) -> (u64, u64, u64) {
        let done = self.done.load(Ordering::Relaxed);
        let mut moments = self.moments.lock().unwrap_or_else(PoisonError::into_inner);
        moments.push_back((now, done));
        while moments.front().is_some_and(|(at, _)| now > *at + WINDOW) {
            moments.pop_front();
        }
        let before = moments.front().map_or(done, |(_, before)| *before);
        (done, self.failed.load(Ordering::Relaxed), done - before)
    }
}
