//! Supervision: what is done about a site that does not answer as it should. Flows in: answers,
//! the ends of runs and probes, what has been tried so far, as plain values. Flows out: one
//! decision an answer, the phase of the site with the rule that moved it, the actions with what
//! came of them, and what the user should learn. Never fetches, waits or stores by itself.

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
