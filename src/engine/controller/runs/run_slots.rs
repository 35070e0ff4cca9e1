//! Running and waiting runs: their claims, and their slots.

use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::exports_after_run::AfterRun;
use crate::crawl::RoomRequest;
use crate::runtime::stop::Stop;
use bowerbird_logic::model::{RunOptions, SiteId, TurnId};
use bowerbird_logic::policy::schedule::Claim;

/// A run in progress.
pub(in crate::controller) struct Active {
    pub(in crate::controller) stop: Stop,
    /// Stops the exports that follow it.
    pub(in crate::controller) exports: AfterRun,
    pub(in crate::controller) groups: Vec<u64>,
    pub(in crate::controller) priority: u8,
    pub(in crate::controller) one_shot: bool,
    /// The turn of a task that it is a part of.
    pub(in crate::controller) turn: Option<TurnId>,
    pub(in crate::controller) place: Place,
    /// Asks it to yield.
    pub(in crate::controller) room: RoomRequest,
    /// Whether the queue it drops at its end is to be restored.
    pub(in crate::controller) restore: bool,
}

/// The slot state of a run.
pub(in crate::controller) enum Place {
    /// Held since then, after waiting for this long.
    Held(Instant, Duration),
    /// It needs none: its site is not requested for hours.
    GivenUp,
    /// It needs one again since then.
    Wanted(oneshot::Sender<()>, Instant),
}

/// A run that waits for its slot.
pub(in crate::controller) struct QueuedRun {
    pub(in crate::controller) site: SiteId,
    pub(in crate::controller) options: RunOptions,
    pub(in crate::controller) priority: u8,
    pub(in crate::controller) one_shot: bool,
    pub(in crate::controller) turn: Option<TurnId>,
    pub(in crate::controller) since: Instant,
    pub(in crate::controller) groups: Vec<u64>,
}

impl QueuedRun {
    pub(in crate::controller) fn claim(&self, now: Instant) -> Claim {
        Claim {
            priority: self.priority,
            one_shot: self.one_shot,
            waited: now.saturating_duration_since(self.since),
        }
    }
}

impl Active {
    pub(in crate::controller) fn claim(&self, since: Instant, now: Instant) -> Claim {
        Claim {
            priority: self.priority,
            one_shot: self.one_shot,
            waited: now.saturating_duration_since(since),
        }
    }
}
