//! How often and after which waits a delivery is tried again: an alert by webhook or mail, a batch
//! of records by webhook. What an alert's channel refused all the same is tried again later, by
//! [`alert_retries`](super::alert_retries).

use std::time::Duration;

/// Waits before each retry; after the last one it is given up.
pub const WAITS: [Duration; 4] = [
    Duration::from_secs(1),
    Duration::from_secs(4),
    Duration::from_secs(15),
    Duration::from_secs(40),
];
/// Longest wait that a receiver may ask for.
pub const MAX_WAIT: Duration = Duration::from_secs(120);
