//! When a task is due, and the usual bounds of an adaptive one.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::TaskId;

/// When a task is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Timing {
    /// Once, at a time.
    Once {
        /// The time.
        at: Timestamp,
    },
    /// Repeatedly, by a cron expression in a time zone.
    Cron {
        /// Five or six fields, or `@daily` and the like.
        expression: String,
        /// IANA name.
        timezone: String,
    },
    /// Repeatedly, this long after the previous turn, with a random shift.
    Interval {
        /// The interval, in seconds.
        seconds: u64,
        /// The maximum shift of a turn, in seconds; half the interval at most.
        jitter_seconds: u64,
    },
    /// As often as the site changes, inside bounds (see `policy::schedule`).
    Adaptive(Bounds),
    /// After each turn of another task.
    After {
        /// That task.
        task: TaskId,
        /// Whether only a successful turn counts.
        only_done: bool,
    },
}

/// The bounds of the interval of an adaptive task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Shortest interval, in seconds.
    pub min_seconds: u64,
    /// Longest interval, in seconds.
    pub max_seconds: u64,
}

impl Default for Bounds {
    /// Ten minutes to a day.
    fn default() -> Self {
        Self {
            min_seconds: 600,
            max_seconds: 86_400,
        }
    }
}
