//! A run that goes on and one that waits: what each claims, and the place among those that run at once.

use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::after_run::AfterRun;
use crate::crawl::RoomWish;
use crate::stop::Stop;
use bowerbird_logic::model::{RunOptions, SiteId, TurnId};
use bowerbird_logic::schedule::Claim;

/// A run that goes on.
pub(super) struct Active {
    pub(super) stop: Stop,
    /// Ends the exports that follow it.
    pub(super) exports: AfterRun,
    pub(super) groups: Vec<u64>,
    pub(super) priority: u8,
    pub(super) one_shot: bool,
    /// The turn of a task that it is a part of.
    pub(super) turn: Option<TurnId>,
    pub(super) place: Place,
    /// Asks it to make room.
    pub(super) room: RoomWish,
    /// Whether what it drops at its end is to come back.
    pub(super) restore: bool,
}

/// Whether a run has a place among those that run at once.
pub(super) enum Place {
    /// Since then, after it had waited for so long.
    Held(Instant, Duration),
    /// It needs none: its site is left alone for hours.
    GivenUp,
    /// It wants one again since then.
    Wanted(oneshot::Sender<()>, Instant),
}

/// A run that waits for its turn.
pub(super) struct Waiting {
    pub(super) site: SiteId,
    pub(super) options: RunOptions,
    pub(super) priority: u8,
    pub(super) one_shot: bool,
    pub(super) turn: Option<TurnId>,
    pub(super) since: Instant,
    pub(super) groups: Vec<u64>,
}

impl Waiting {
    pub(super) fn claim(&self, now: Instant) -> Claim {
        Claim {
            priority: self.priority,
            one_shot: self.one_shot,
            waited: now.saturating_duration_since(self.since),
        }
    }
}

impl Active {
    pub(super) fn claim(&self, since: Instant, now: Instant) -> Claim {
        Claim {
            priority: self.priority,
            one_shot: self.one_shot,
            waited: now.saturating_duration_since(since),
        }
    }
}
