//! When tasks are due. Flows in: tasks, expressions, and the clock as a value. Flows out: turns
//! and the tasks to start, in order. Never looks at a clock and never reads a zone file: zones
//! come from the database inside the program, so that every machine agrees.

mod cron;
mod due;
mod fields;
mod quiet;
mod revisit;
mod words;

pub use cron::{Cron, CronError};
pub use due::{Due, brought_back, due, next_turn, zone};
pub use quiet::QuietHours;
pub use revisit::{News, Pulse};
pub use words::{adaptive, news, outlook, span};
