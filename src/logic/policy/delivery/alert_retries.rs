//! When an alert that a channel refused is tried again. Input: the number of failures. Output: a
//! wait. An alert is told once by each channel while it holds, and once when it is over, so equal
//! ones need no least distance: the next one can only be raised after this one was cleared. The short
//! retries within one delivery are in [`immediate_retries`](super::immediate_retries).

use jiff::SignedDuration;

/// Wait after the first failure; doubled after each further one.
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);
/// Longest wait between two tries.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(6);

/// How long a channel is not tried after this many failures.
pub fn wait_after(failures: u32) -> SignedDuration {
    let doublings = failures.saturating_sub(1).min(16);
    let wait = FIRST_WAIT.checked_mul(1_i32 << doublings);
    wait.map_or(MAX_WAIT, |wait| wait.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_six_hours() {
        let minutes = |failures| wait_after(failures).as_secs() / 60;
        let waits: Vec<i64> = (1..=11).map(minutes).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
        assert_eq!(minutes(u32::MAX), 360);
    }
}
