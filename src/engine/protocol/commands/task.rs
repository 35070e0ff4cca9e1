//! Commands about tasks and the scheduler.

use crate::protocol::TaskControl;
use bowerbird_logic::model::{TaskDraft, TaskId};

/// A command about tasks.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskCommand {
    /// Adds a task → `TasksChanged`.
    Add {
        /// The task.
        draft: TaskDraft,
    },
    /// Removes a task → `TasksChanged`.
    Remove {
        /// Which.
        task: TaskId,
    },
    /// Pauses or resumes a task → `TasksChanged`.
    Pause {
        /// Which.
        task: TaskId,
        /// Pause or resume.
        paused: bool,
    },
    /// Other task commands.
    Order(TaskControl),
    /// Turns the scheduler on or off (off at start).
    Schedule {
        /// On or off.
        on: bool,
    },
}

impl TaskCommand {
    /// Whether it may change the project's automatic actions.
    pub(super) fn may_change_plan(&self) -> bool {
        match self {
            Self::Add { .. } | Self::Remove { .. } | Self::Pause { .. } | Self::Order(_) => true,
            Self::Schedule { .. } => false,
        }
    }
}
