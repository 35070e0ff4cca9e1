//! A run that goes on and one that waits: what each claims, and the place among those that run at once.

use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::after_run::AfterRun;
use crate::crawl::RoomRequest;
use crate::runtime::stop::Stop;
use bowerbird_logic::model::{RunOptions, SiteId, TurnId};
use bowerbird_logic::schedule::Claim;

/// A run that goes on.
pub(in crate::controller) struct Active {
    pub(in crate::controller) stop: Stop,
    /// Ends the exports that follow it.
    pub(in crate::controller) exports: AfterRun,
    pub(in crate::controller) groups: Vec<u64>,
    pub(in crate::controller) priority: u8,
    pub(in crate::controller) one_shot: bool,
    /// The turn of a task that it is a part of.
    pub(in crate::controller) turn: Option<TurnId>,
    pub(in crate::controller) place: Place,
    /// Asks it to make room.
    pub(in crate::controller) room: RoomRequest,
    /// Whether what it drops at its end is to come back.
    pub(in crate::controller) restore: bool,
}

/// Whether a run has a place among those that run at once.
pub(in crate::controller) enum Place {
    /// Since then, after it had waited for so long.
    Held(Instant, Duration),
    /// It needs none: its site is not asked for hours.
    GivenUp,
    /// It wants one again since then.
    Wanted(oneshot::Sender<()>, Instant),
}

/// A run that waits for its turn.
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
