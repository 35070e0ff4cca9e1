//! Supervision: the reaction to a site that does not answer as it should. Input: answers, the
//! ends of runs and probes, actions tried so far, as plain values. Output: one decision per
//! answer, the phase of the site with the rule behind it, the actions with their outcomes, and
//! notifications for the user. Never fetches, waits or stores by itself.

mod adaptive_concurrency;
mod hourly_allowance;
mod observation;
mod replay_file;
mod retry_policy;
mod site_closure;
mod slowdown;
mod state_machine;
mod state_transitions;
mod status;
mod user_commands;

pub use observation::{Decision, EgressRoute, LoginChance, Means, Observation, RequestRole};
pub use replay_file::{Difference, Recorder, Recording, RecordingError, ReplayResult, replay};
pub use retry_policy::{BLOCK_STREAK, LOGIN_STREAK, OUTAGE_STREAK, RATE_LIMIT_STRIKES};
pub use site_closure::RunOutcome;
pub(crate) use slowdown::slowed_delay;
pub use state_machine::SiteStateMachine;
pub use state_transitions::Change;
pub use status::{Next, asks_for_a_check, describe};
pub(crate) use user_commands::Orders;
