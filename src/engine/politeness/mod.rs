//! When and how fast hosts may be asked, by all runs together. Flows in: who wants to ask. Flows
//! out: turns.

pub(crate) mod hosts;
pub(crate) mod paces;
pub(crate) mod unavailable_robots;
pub(crate) mod waiting;
