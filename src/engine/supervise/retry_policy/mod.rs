//! The retry policy: what follows an answer. One file selects the next action of the plan
//! (`next_action`): wait, another connection, session, proxy or account, a login, the end of the
//! run.

mod next_action;
#[cfg(test)]
mod tests;

pub use next_action::{BLOCK_STREAK, LOGIN_STREAK, OUTAGE_STREAK, RATE_LIMIT_STRIKES};
pub(super) use next_action::{Tried, choose};
