//! Cron expressions as people know them, on top of the `cron` crate run on plain wall-clock time.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::logic::messages::{Explain, Message};

/// A compiled cron expression.
#[derive(Clone, Debug)]
pub struct Cron {}

/// An expression that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CronError {
    /// Character position of the fault, from 0.
    pub position: usize,
    /// What is wrong and what to do.
    pub message: Message,
}

impl Explain for CronError {
    fn explain(&self) -> Message {
        self.message.clone()
    }
}

impl std::fmt::Display for CronError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::logic::messages::english(&self.message))
    }
}

impl std::error::Error for CronError {}

impl Cron {
    /// Reads five fields, six (seconds first), or `@daily` and friends.
    ///
    /// # Errors
    /// With position and hint.
    pub fn parse(_expression: &str) -> Result<Self, CronError> {
        todo!()
    }

    /// The first turn after `after`: a time inside a DST gap runs at the first valid instant
    /// after it, a doubled time runs once.
    pub fn next_after(&self, _after: Timestamp, _zone: &TimeZone) -> Option<Timestamp> {
        todo!()
    }
}
