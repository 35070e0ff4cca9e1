//! Scheduled tasks: their next turns, and the turns taken. Input: task commands and the clock.
//! Output: due sites.

pub(crate) mod task_check;
pub(crate) mod task_commands;
pub(in crate::controller) mod turns;
pub(in crate::controller) mod visits;
