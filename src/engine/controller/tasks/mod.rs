//! Scheduled tasks: their next turns, and the turns taken. Flows in: task commands and the clock.
//! Flows out: due sites.

pub(crate) mod task_commands;
pub(in crate::controller) mod turns;
pub(in crate::controller) mod visits;
