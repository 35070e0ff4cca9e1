//! The waits before another try: after a rate limit, and after an outage. Both double; a time that
//! the site asks for comes first.

use std::time::Duration;

use super::next_action::Tried;
use crate::supervise::observation::Observation;
use bowerbird_logic::model::SupervisionPlan;

/// First wait after a rate limit without Retry-After; doubles from there.
pub(super) const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// First wait before an outage is retried; doubles from there.
const FIRST_RETRY: Duration = Duration::from_millis(500);
/// Longest wait before a retry.
const MAX_RETRY: Duration = Duration::from_secs(60);

/// The wait for a rate limit: as long as the site asks, else longer each time.
pub(super) fn pause(seen: &Observation, tried: &Tried) -> Duration {
    let asked = seen.verdict.retry_after;
    asked.unwrap_or_else(|| doubled(FIRST_PAUSE, tried.rate_limit_strikes.saturating_sub(1)))
}

/// Doubles, jittered by up to a quarter so that simultaneous failures are not retried together;
/// never sooner than the site asks.
pub(super) fn retry_after(plan: &SupervisionPlan, seen: &Observation) -> Duration {
    if let Some(asked) = seen.verdict.retry_after {
        return asked.min(plan.longest_wait);
    }
    let base = doubled(FIRST_RETRY, seen.failures).min(MAX_RETRY);
    base + base / 4 * u32::from(seen.jitter) / 255
}

fn doubled(first: Duration, times: u32) -> Duration {
    first.saturating_mul(1_u32.checked_shl(times.min(16)).unwrap_or(u32::MAX))
}
