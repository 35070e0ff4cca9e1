//! Scheduled tasks: when each comes next, and the turns that are taken. Flows in: orders about
//! tasks and the clock. Flows out: sites that are due.

pub(crate) mod task_commands;
pub(in crate::controller) mod turns;
pub(in crate::controller) mod visits;
