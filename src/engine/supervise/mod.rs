//! Decisions after a verdict: slow down, another proxy, log in, give up, end the run. Flows in: a
//! verdict and what the run has tried so far, as plain values. Flows out: one decision, and what a
//! person should be told. Never fetches, waits or stores by itself.

mod decide;
mod pool;
mod status;

pub use decide::{
    BLOCK_STREAK, Decision, LoginChance, OUTAGE_STREAK, PageRole, RATE_LIMIT_STRIKES, Situation,
    Way, decide,
};
pub use pool::{next_account, resting_until};
pub use status::{Next, describe};
