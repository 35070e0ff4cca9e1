//! Which tasks are due, in which order.

use jiff::Timestamp;

use crate::logic::model::{Task, TaskId, Timing};

/// A task whose turn has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The task.
    pub task: TaskId,
    /// Turns before this one that were missed.
    pub missed_turns: u64,
    /// Whether the policy says to run it now.
    pub run: bool,
    /// Its next turn.
    pub next_at: Option<Timestamp>,
}

/// The tasks due at `now`: highest priority first, then longest due.
pub fn due(_tasks: &[Task], _now: Timestamp) -> Vec<Due> {
    todo!()
}

/// The first turn of `timing` after `after`; `None` when it is over or cannot be read.
pub fn next_turn(_timing: &Timing, _after: Timestamp) -> Option<Timestamp> {
    todo!()
}
