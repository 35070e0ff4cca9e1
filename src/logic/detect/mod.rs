//! Signals → verdict. Flows in: an answer as plain data. Flows out: a state with its evidence.
//! Signals are data in `assets/signals/*.toml`.

mod judge;
mod signals;

pub use judge::{Answer, Fault, RuleOutcome, judge};
pub use signals::{SignalError, Signals};
