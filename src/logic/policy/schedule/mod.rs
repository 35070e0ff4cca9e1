//! When tasks are due, and in which order. Input: tasks, expressions, and the clock as a value.
//! Output: turns, the tasks to start, and their order. Never reads a clock or a zone file: zones
//! come from the embedded database, so that all machines agree.
//!
//! Below: `turn_times` (the next turn), `allowed_hours` and `quiet_hours` (of a task, of a site),
//! `due`, `run_priority`, `task_chains`, `revisit` (adaptive tasks); `cron` (expressions: their
//! text, forms and words).

mod adaptive_interval;
mod allowed_hours;
mod cron;
mod digest_hours;
mod due;
mod quiet_hours;
mod run_priority;
#[cfg(test)]
mod simulation;
mod task_chains;
mod task_limits;
mod timing_messages;
mod turn_times;

pub use adaptive_interval::{ListVisitStatistics, News};
pub use allowed_hours::{Opening, OpeningError};
pub use cron::{Cron, CronError, CronPicks, describe_cron};
pub use digest_hours::DigestHours;
pub use due::{Due, Missed, due};
pub use quiet_hours::QuietHours;
pub use run_priority::{BY_HAND, Claim, RESTORED, must_yield, rank};
pub use task_chains::circle;
pub use task_limits::{MAX_INTERVAL_SECONDS, MAX_NAME_CHARS, MIN_INTERVAL_SECONDS};
pub use timing_messages::{adaptive, describe_timing, interval, news, outlook, span};
pub use turn_times::{brought_back, next_turn, zone};
