//! Scheduled tasks: what runs when.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{SiteId, TaskId};

/// When a task is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Timing {
    /// Once, at a time.
    Once {
        /// The time.
        at: Timestamp,
    },
    /// Again and again, by a cron expression in a time zone.
    Cron {
        /// Five or six fields, or `@daily` and friends.
        expression: String,
        /// IANA name.
        timezone: String,
    },
    /// As often as the site changes, inside bounds (`logic::schedule`: [`News`] says when).
    ///
    /// [`News`]: crate::logic::schedule::News
    Adaptive(Bounds),
}

/// How often a task that adapts runs at most and at least.
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

/// What to do when a task is due while its last run still goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OverlapPolicy {
    /// Leave this turn out.
    #[default]
    Skip,
    /// Run right after.
    Queue,
}

/// What to do about turns missed while nothing was running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissedPolicy {
    /// Run once at the next start.
    #[default]
    RunOnce,
    /// Leave them out.
    Skip,
}

/// What is needed to add a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskDraft {
    /// The site it runs.
    pub site: SiteId,
    /// When.
    pub timing: Timing,
    /// 0 (last) to 9 (first).
    pub priority: u8,
    /// Whether it comes from the rule's `[schedule]` section (replaced with the rule).
    pub from_rule: bool,
}

/// A task as the project file holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Row id.
    pub id: TaskId,
    /// The site it runs.
    pub site: SiteId,
    /// Name of that site.
    pub site_name: String,
    /// When.
    pub timing: Timing,
    /// 0 (last) to 9 (first).
    pub priority: u8,
    /// Whether it comes from the rule's `[schedule]` section.
    pub from_rule: bool,
    /// Paused tasks are never due.
    pub paused: bool,
    /// What to do on overlap.
    pub overlap: OverlapPolicy,
    /// What to do about missed turns.
    pub missed: MissedPolicy,
    /// Next turn; `None` when it is over.
    pub next_at: Option<Timestamp>,
    /// Last turn taken.
    pub last_at: Option<Timestamp>,
    /// Turns missed since the task was made.
    pub missed_turns: u64,
}
