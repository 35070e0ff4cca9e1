//! Signals → verdict. Flows in: an answer as plain data. Flows out: a state with its evidence, and
//! the words that explain it. Signals are data in `assets/signals/*.toml`. Never acts on a verdict
//! and never looks at more than one answer; history comes in as plain facts.

mod agent;
mod content;
mod drift;
mod glance;
mod judge;
mod reason;
mod signals;
mod status;

pub use agent::blame_agent;
pub use drift::{Drift, Listed, drift, drift_of_pages};
pub use judge::{Answer, Fault, RuleOutcome, judge, retry_after};
pub use reason::{page_cause, reason};
pub use signals::{Signal, SignalError, Signals};
