//! The retry policy: what follows an answer.
//!
//! Below: the next action of the plan (`next_action`), what follows a refusal (`blocked_answer`)
//! and a broken proxy (`after_proxy_fault`), also when no proxy or action is left, and how long to wait
//! (`retry_waits`).
//!
//! Related values stand elsewhere: how often a request is retried by default in
//! `logic::policy::defaults` (`RETRIES`); which status means an outage or a rate limit in
//! `logic::detect::judge::status`; the plan with the longest wait for `Retry-After` in
//! `logic::model::supervision::plan`, what a rule may set of it in
//! `logic::rules::sections_and_defaults::supervise`; retries of a crawl without a project in
//! `crawl::whole_site::retries`.

mod after_proxy_fault;
mod blocked_answer;
mod next_action;
mod retry_waits;
#[cfg(test)]
mod tests;

pub use blocked_answer::BLOCK_STREAK;
pub use next_action::{LOGIN_STREAK, OUTAGE_STREAK, RATE_LIMIT_STRIKES};
pub(super) use next_action::{Tried, choose};
