//! When the pages of an active run are queried again: soon, but not so often that reading them
//! keeps the loader busy, and not at all while nothing happens.

use std::time::{Duration, Instant};

use eframe::egui::Context;

/// Minimum time between two queries.
const SOONEST: Duration = Duration::from_millis(400);
/// Maximum share of the time spent reading them: one part in this many.
const SHARE: u32 = 10;
/// An answer that takes longer will not come any more.
const PATIENCE: Duration = Duration::from_secs(5);

/// The schedule of the queries.
#[derive(Clone, Debug, Default)]
pub struct Renewal {
    /// Whether something happened since the last query.
    pub stale: bool,
    /// When the pending query was sent.
    waits_since: Option<Instant>,
    /// No query before this time.
    not_before: Option<Instant>,
}

impl Renewal {
    /// A query was sent.
    pub(super) fn asked(&mut self) {
        self.stale = false;
        self.waits_since = Some(Instant::now());
    }

    /// The answer arrived; reading took this long.
    pub(super) fn came(&mut self, took: Duration) {
        self.waits_since = None;
        self.not_before = Instant::now().checked_add((took * SHARE).max(SOONEST));
    }

    /// Whether a query is due now; if it is due later, the window wakes for it.
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
