//! Who comes first among runs that wait for a place.

use std::time::{Duration, Instant};

/// Priority of a run that a person asked for: before all tasks.
pub(super) const BY_HAND: u8 = 10;

/// A run that waits gains a step of priority in this time, so that none waits for ever behind
/// those that always come before it: after `10 * STEP` it is level with what a person asks for.
const STEP: Duration = Duration::from_secs(300);

/// The rank of what waits since `since`.
pub(in crate::engine) fn rank(priority: u8, since: Instant, now: Instant) -> f64 {
    f64::from(priority) + now.saturating_duration_since(since).as_secs_f64() / STEP.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns of low priority that wait while urgent ones come again and again: how long until one
    /// of priority `low` is first.
    fn waits(low: u8, urgent: u8) -> Duration {
        let begin = Instant::now();
        let mut waited = Duration::ZERO;
        // The urgent one is always new.
        while rank(low, begin, begin + waited) <= rank(urgent, begin + waited, begin + waited) {
            waited += Duration::from_secs(1);
            assert!(waited < Duration::from_secs(86_400), "starved");
        }
        waited
    }

    #[test]
    fn no_run_waits_for_ever_behind_more_urgent_ones() {
        assert!(waits(0, BY_HAND) <= STEP * 10 + Duration::from_secs(1));
        assert!(waits(7, 8) <= STEP + Duration::from_secs(1));
        let now = Instant::now();
        assert!(
            rank(9, now, now) > rank(8, now, now),
            "priority counts first"
        );
    }
}
