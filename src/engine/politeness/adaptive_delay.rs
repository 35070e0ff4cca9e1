//! How a slow host is asked less often (`adaptive` of `[politeness]`). Input: how long answers
//! took. Output: the gap that leaves the host idle for as long as it was busy.

use std::time::Duration;

/// Answers within this time are quick.
pub(super) const QUICK: Duration = Duration::from_millis(250);
/// The longest gap caused by slow answers.
pub(super) const MAX_GAP: Duration = Duration::from_secs(30);
/// The weight of the newest answer in the smoothed response time: the last five or six count.
const NEWEST: f64 = 0.3;

/// The gap for a host whose answers take `answers_in`, with so many requests at once.
pub(super) fn gap(answers_in: Duration, at_once: u32) -> Duration {
    (answers_in * 2 / at_once.max(1)).min(MAX_GAP)
}

/// The smoothed response time in seconds after a further answer. A bad one that came sooner says
/// nothing.
pub(super) fn smoothed(known: Option<f64>, took: f64, good: bool) -> f64 {
    match known {
        Some(known) if good || took > known => known + NEWEST * (took - known),
        Some(known) => known,
        None => took,
    }
}
