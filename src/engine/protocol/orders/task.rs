//! What a person, or another process, may want of tasks.

use serde::{Deserialize, Serialize};

use bowerbird_logic::model::{SiteId, TaskDraft, TaskId};

/// An order about tasks → `TasksChanged`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskOrder {
    /// Adds a task.
    Add(TaskDraft),
    /// Changes a task; its turns so far stay.
    Edit {
        /// Which.
        task: TaskId,
        /// What it is from now on.
        draft: TaskDraft,
    },
    /// Removes tasks.
    Remove(Vec<TaskId>),
    /// Pauses or resumes tasks. What is due while a task is paused is not missed.
    Pause {
        /// Which.
        tasks: Vec<TaskId>,
        /// Pause or resume.
        paused: bool,
    },
    /// Gives tasks a priority.
    Rank {
        /// Which.
        tasks: Vec<TaskId>,
        /// 0 (last) to 9 (first).
        priority: u8,
    },
    /// Runs tasks now, whether or not the scheduler is on; when they are due next stays.
    RunNow(Vec<TaskId>),
    /// Makes these the tags that a person gave to a site, beside those of its rule.
    Tag {
        /// Which site.
        site: SiteId,
        /// Its tags.
        tags: Vec<String>,
    },
}
