//! When to look whether another process has left a wish, or a run should make room.

use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};

use crate::io::store::{Changes, Store};

/// The time between two looks: each is one short read of the project file.
const EVERY: Duration = Duration::from_secs(1);

/// Looks when the project's files were written and, while something runs, every second. A project
/// at rest costs nothing.
pub(super) struct WishWatch {
    changes: Option<Changes>,
    /// Something was written since the last look.
    stale: bool,
    last: Option<Instant>,
}

impl WishWatch {
    pub(super) fn new(store: &Store) -> Self {
        Self {
            changes: Changes::of(store.path()),
            // What was wished before this process began.
            stale: true,
            last: None,
        }
    }

    /// Waits until it is time to look; may be dropped and asked again at any time. `busy`: something
    /// runs, so that time alone is a reason.
    pub(super) async fn wait(&mut self, busy: bool) {
        match &self.changes {
            Some(changes) if !busy => {
                if !self.stale {
                    changes.heard().await;
                    self.stale = true;
                }
                if let Some(last) = self.last {
                    sleep_until(last + EVERY).await;
                }
            }
            _ => match self.last {
                Some(last) => sleep_until(last + EVERY).await,
                None => sleep(Duration::ZERO).await,
            },
        }
        self.stale = false;
        self.last = Some(Instant::now());
    }
}
