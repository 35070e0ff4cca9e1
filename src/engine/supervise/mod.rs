//! Supervision: the reaction to a site that does not answer as it should. Input: answers, the
//! ends of runs and probes, actions tried so far, as plain values. Output: one decision per
//! answer, the phase of the site with the rule behind it, the actions with their outcomes, and
//! notifications for the user. Never fetches, waits or stores by itself.

mod account_choice;
mod concurrency;
mod hourly_allowance;
mod notes;
mod observation;
mod orders;
mod recording;
mod retry_policy;
mod site_closure;
mod slowdown;
mod state_machine;
mod status;

pub use account_choice::{account_rest, next_account};
pub use notes::Change;
pub use observation::{Decision, EgressRoute, LoginChance, Means, Observation, RequestRole};
pub(crate) use orders::Orders;
pub use recording::{Difference, Recorder, Recording, RecordingError, ReplayResult, replay};
pub use retry_policy::{BLOCK_STREAK, LOGIN_STREAK, OUTAGE_STREAK, RATE_LIMIT_STRIKES};
pub use site_closure::RunOutcome;
pub(crate) use slowdown::slowed_delay;
pub use state_machine::Machine;
pub use status::{Next, describe};
