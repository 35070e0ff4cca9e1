//! When the pages of a run that goes on are asked for again: soon, but never so often that reading
//! them keeps the loader busy, and not at all while nothing happens.

use std::time::{Duration, Instant};

use eframe::egui::Context;

/// Pages are asked for again after so long at the earliest.
const SOONEST: Duration = Duration::from_millis(400);
/// Share of the time that reading them may take: one part in so many.
const SHARE: u32 = 10;
/// An answer that has not come by now does not come any more.
const PATIENCE: Duration = Duration::from_secs(5);

/// When they are asked for again.
#[derive(Clone, Debug, Default)]
pub struct Renewal {
    /// Whether something happened since they were asked for.
    pub stale: bool,
    /// Since when an answer is waited for.
    waits_since: Option<Instant>,
    /// Before then they are not asked for again.
    not_before: Option<Instant>,
}

impl Renewal {
    /// They were asked for.
    pub(super) fn asked(&mut self) {
        self.stale = false;
        self.waits_since = Some(Instant::now());
    }

    /// They came; reading them took so long.
    pub(super) fn came(&mut self, took: Duration) {
        self.waits_since = None;
        self.not_before = Instant::now().checked_add((took * SHARE).max(SOONEST));
    }

    /// Whether they are to be asked for now; else, if later, the window wakes for it.
    pub(super) fn is_due(&self, ctx: &Context) -> bool {
        if !self.stale {
            return false;
        }
        let now = Instant::now();
        let waits = self
            .waits_since
            .and_then(|since| since.checked_add(PATIENCE));
        let until = match (waits, self.not_before) {
            (Some(waits), _) => waits,
            (None, Some(not_before)) => not_before,
            (None, None) => now,
        };
        let left = until.saturating_duration_since(now);
        if !left.is_zero() {
            ctx.request_repaint_after(left);
        }
        left.is_zero()
    }
}
