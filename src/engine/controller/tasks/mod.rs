//! Scheduled tasks: their next turns, and the turns taken. Input: task commands and the clock.
//! Output: due sites.

pub(in crate::controller) mod adaptive_turns;
pub(in crate::controller) mod scheduler;
pub(crate) mod task_check;
pub(crate) mod task_commands;
