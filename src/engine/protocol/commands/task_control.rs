//! Task commands of a user, or of another process.

use serde::{Deserialize, Serialize};

use bowerbird_logic::model::{SiteId, TaskDraft, TaskId};

/// A task command → `TasksChanged`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskControl {
    /// Adds a task.
    Add(TaskDraft),
    /// Changes a task; its earlier turns stay.
    Edit {
        /// Which.
        task: TaskId,
        /// Its new version.
        draft: TaskDraft,
    },
    /// Removes tasks.
    Remove(Vec<TaskId>),
    /// Pauses or resumes tasks. Turns due while a task is paused do not count as missed.
    Pause {
        /// Which.
        tasks: Vec<TaskId>,
        /// Pause or resume.
        paused: bool,
    },
    /// Sets the priority of tasks.
    Rank {
        /// Which.
        tasks: Vec<TaskId>,
        /// 0 (last) to 9 (first).
        priority: u8,
    },
    /// Runs tasks now, independent of the scheduler; their next turns stay.
    RunNow(Vec<TaskId>),
    /// Sets the user's tags of a site, besides those of its rule.
    Tag {
        /// The site.
        site: SiteId,
        /// Its tags.
        tags: Vec<String>,
    },
}
