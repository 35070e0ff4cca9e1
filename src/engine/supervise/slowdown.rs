//! How far a site is slowed down after it refused the pace, and when it is asked faster again.

use std::time::Duration;

/// Consecutive good answers after which the rate of a slowed-down site is doubled.
pub(super) const EASE_AFTER: u32 = 10;
/// The maximum multiple of these, which grows each time the site refuses the faster pace again.
pub(super) const MAX_PATIENCE: u32 = 16;
/// The maximum slowdown: a sixteenth of the pace.
pub(super) const MAX_SLOWDOWN: u32 = 15;
/// The minimum base delay for slowing down: a multiple of zero is no delay.
const MIN_SLOWED: Duration = Duration::from_millis(250);
/// The longest delay from slowing down.
const LONGEST_DELAY: Duration = Duration::from_secs(60);

/// The minimum delay of a site whose usual one is `delay`, slowed down by `factor`.
pub(crate) fn slowed_delay(delay: Duration, factor: u32) -> Duration {
    match factor {
        0 | 1 => Duration::ZERO,
        factor => (delay.max(MIN_SLOWED) * factor).min(LONGEST_DELAY),
    }
}
