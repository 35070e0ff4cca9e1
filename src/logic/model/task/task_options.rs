//! The terms of a task's turns with their defaults: priority, overlap, missed turns, grace,
//! windows, limits.

use serde::{Deserialize, Serialize};

use crate::model::RunLimits;

/// Priority of a task without one.
pub const MIDDLE_PRIORITY: u8 = 5;

/// What to do when a task is due while its last run is still going.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverlapPolicy {
    /// Skip this turn.
    #[default]
    Skip,
    /// Run right after it.
    Queue,
    /// End the run that a task started, drop its queue, and start over.
    Replace,
}

impl OverlapPolicy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Skip, Self::Queue, Self::Replace];

    /// The token used on the command line and in messages.
    pub fn token(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Queue => "queue",
            Self::Replace => "replace",
        }
    }
}

/// What to do about turns missed while the program was not running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissedPolicy {
    /// Run once at the next start.
    #[default]
    RunOnce,
    /// Skip them.
    Skip,
    /// Run all of them, one after the other, up to [`Terms::missed_at_most`].
    RunAll,
}

impl MissedPolicy {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::RunOnce, Self::Skip, Self::RunAll];

    /// The token used on the command line and in messages.
    pub fn token(self) -> &'static str {
        match self {
            Self::RunOnce => "once",
            Self::Skip => "skip",
            Self::RunAll => "all",
        }
    }
}

/// The terms of a task's turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// What to do on overlap.
    pub overlap: OverlapPolicy,
    /// What to do about missed turns.
    pub missed: MissedPolicy,
    /// The maximum number of missed turns to run, if all are run.
    pub missed_at_most: u32,
    /// How late a turn may be, in seconds, and still count as on time.
    pub grace_seconds: u64,
    /// Times of the week at which the task may run, such as `mon-fri 8:00-20:00`; always when
    /// blank.
    pub windows: String,
    /// Days on which it does not run, such as `2026-12-25, 01-01`.
    pub holidays: String,
    /// IANA zone of windows and holidays; UTC when blank.
    pub timezone: String,
    /// The limits of each run.
    pub limits: RunLimits,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            overlap: OverlapPolicy::default(),
            missed: MissedPolicy::default(),
            missed_at_most: 10,
            grace_seconds: 60,
            windows: String::new(),
            holidays: String::new(),
            timezone: String::new(),
            limits: RunLimits::default(),
        }
    }
}
