//! The retry policy: what follows an answer.
//!
//! Below: the next action of the plan (`next_action`), what follows a refusal (`blocked_answer`)
//! and a broken proxy (`after_proxy_fault`), also when no proxy or action is left, and how long to wait
//! (`retry_waits`).

mod after_proxy_fault;
mod blocked_answer;
mod next_action;
mod retry_waits;
#[cfg(test)]
mod tests;

pub use blocked_answer::BLOCK_STREAK;
pub use next_action::{LOGIN_STREAK, OUTAGE_STREAK, RATE_LIMIT_STRIKES};
pub(super) use next_action::{Tried, choose};
