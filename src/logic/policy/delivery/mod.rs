//! When what a receiver refused is sent again: at once, within one delivery (`immediate_retries`),
//! and later, for alerts (`alert_retries`). Input: the number of failures. Output: a wait.
//! How soon an equal alert is raised again is in `alert_conditions`.

mod alert_retries;
mod immediate_retries;

pub use alert_retries::wait_after;
pub use immediate_retries::{MAX_WAIT, WAITS};
