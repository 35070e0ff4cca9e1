//! The estimate of how long a run still takes. Input: the time worked, the limits, the rates and
//! counts so far. Output: seconds, or nothing yet.

use std::time::Duration;

use bowerbird_logic::model::{RunLimits, RunProgress};

/// Time and pages before the first estimate: the first answers come before the delays begin to
/// count, and the first lists only begin to fill the queue.
const FORETELL_AFTER: (Duration, u64) = (Duration::from_secs(8), 6);

/// Seconds until the queue is empty or a limit is reached.
pub(super) fn seconds_left(
    worked: Duration,
    limits: &RunLimits,
    progress: &RunProgress,
) -> Option<u64> {
    let (time, pages) = FORETELL_AFTER;
    let done = progress.done();
    if worked < time || done < pages {
        return None;
    }
    // The lower of both: people mind a run that takes longer than told.
    let rate = progress.rate_now.min(progress.rate_average);
    let pages_left = limits.pages.map_or(progress.queued, |most| {
        progress.queued.min(most.saturating_sub(done))
    });
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an estimate in whole seconds"
    )]
    let seconds = (rate > 0.0).then(|| (pages_left as f64 / rate).ceil() as u64)?;
    let time_left = limits
        .seconds
        .map(|most| most.saturating_sub(worked.as_secs()));
    Some(time_left.map_or(seconds, |left| left.min(seconds)))
}
