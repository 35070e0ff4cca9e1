//! When tasks are due. Pure: the clock comes in as a value.

mod cron;
mod due;

pub use cron::{Cron, CronError};
pub use due::{Due, due, next_turn};
