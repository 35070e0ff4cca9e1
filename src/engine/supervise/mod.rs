//! Supervision: the reaction to a site that does not answer as it should. Input: answers, the
//! ends of runs and probes, actions tried so far, as plain values. Output: one decision per
//! answer, the phase of the site with the rule behind it, the actions with their outcomes, and
//! notifications for the user. Never fetches, waits or stores by itself.

mod at_once;
mod closing;
mod machine;
mod notes;
mod observation;
mod orders;
mod pool;
mod ramp;
mod recording;
mod retry_policy;
mod status;

pub use closing::RunOutcome;
pub use machine::Machine;
pub use notes::Change;
pub use observation::{Decision, EgressRoute, LoginChance, Means, Observation, RequestRole};
pub(crate) use orders::Orders;
pub use pool::{account_rest, next_account};
pub use recording::{Difference, Recorder, Recording, RecordingError, Replayed, replay};
pub use retry_policy::{BLOCK_STREAK, LOGIN_STREAK, OUTAGE_STREAK, RATE_LIMIT_STRIKES};
pub use status::{Next, describe};
