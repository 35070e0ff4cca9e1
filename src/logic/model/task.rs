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
