//! The turns of tasks: what was due when, its outcome, and its cause.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::{RunId, SiteId, TaskId, TurnId};

/// Why a turn was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnCause {
    /// It was due.
    Due,
    /// It was missed, and is caught up.
    Late,
    /// The task that it follows had ended.
    Followed,
    /// A person asked for it.
    ByHand,
}

impl TurnCause {
    /// The token in the project file, messages and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Late => "late",
            Self::Followed => "followed",
            Self::ByHand => "by_hand",
        }
    }

    /// The cause a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        [Self::Due, Self::Late, Self::Followed, Self::ByHand]
            .into_iter()
            .find(|cause| cause.token() == token)
    }
}

/// The outcome of a turn, or of one site in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnOutcome {
    /// Waits for a slot.
    Waiting,
    /// Runs.
    Running,
    /// Ran successfully.
    Done,
    /// Stopped at a limit or by a person; the next run continues.
    Partly,
    /// Could not run, or the site blocked it.
    Failed,
    /// Skipped: its last run was still going.
    Overlapped,
    /// Skipped: the site is paused, disabled, or rests after a block.
    Closed,
    /// The program was not running when it was due.
    Missed,
    /// It covers no site.
    Empty,
}

impl TurnOutcome {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Waiting,
        Self::Running,
        Self::Done,
        Self::Partly,
        Self::Failed,
        Self::Overlapped,
        Self::Closed,
        Self::Missed,
        Self::Empty,
    ];

    /// The token in the project file, messages and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Partly => "partly",
            Self::Failed => "failed",
            Self::Overlapped => "overlapped",
            Self::Closed => "closed",
            Self::Missed => "missed",
            Self::Empty => "empty",
        }
    }

    /// The outcome a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|outcome| outcome.token() == token)
    }

    /// Whether it is final.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Waiting | Self::Running)
    }

    /// The combined outcome of a turn's parts: running while one runs; then the worst.
    pub fn of_parts(parts: &[Self]) -> Self {
        let order = [
            Self::Running,
            Self::Waiting,
            Self::Failed,
            Self::Partly,
            Self::Overlapped,
            Self::Closed,
            Self::Missed,
            Self::Done,
        ];
        order
            .into_iter()
            .find(|outcome| parts.contains(outcome))
            .unwrap_or(Self::Empty)
    }
}

/// A turn as stored in the project file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskTurn {
    /// Row id.
    pub id: TurnId,
    /// Its task; `None` once that is removed.
    pub task: Option<TaskId>,
    /// The task's display name.
    pub title: String,
    /// Why it was taken.
    pub cause: TurnCause,
    /// Its outcome.
    pub outcome: TurnOutcome,
    /// When it was due; for a missed stretch, its first turn.
    pub due_at: Timestamp,
    /// The last turn of a missed stretch.
    pub until_at: Option<Timestamp>,
    /// The number of turns in a missed stretch; else 1.
    pub count: u64,
    /// When its first run began.
    pub started_at: Option<Timestamp>,
    /// When its last run ended.
    pub ended_at: Option<Timestamp>,
    /// The number of its sites.
    pub sites: u64,
    /// Pages fetched successfully.
    pub pages: u64,
    /// New records stored.
    pub records_new: u64,
}

/// The part of one site in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnPart {
    /// The turn.
    pub turn: TurnId,
    /// The site.
    pub site: SiteId,
    /// Its outcome.
    pub outcome: TurnOutcome,
    /// Its run, once there is one.
    pub run: Option<RunId>,
}

/// The scheduler state of the process that owns a project, for other processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchedulerState {
    /// Whether it is on.
    pub on: bool,
    /// The process.
    pub process: u32,
    /// Since when it is in this state.
    pub since: Timestamp,
    /// When the next task is due.
    pub next_at: Option<Timestamp>,
    /// The number of running runs.
    pub running: u64,
    /// The number of runs waiting for a slot.
    pub waiting: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_parts_are_one_to_one() {
        for outcome in TurnOutcome::ALL {
            assert_eq!(TurnOutcome::from_token(outcome.token()), Some(outcome));
        }
        use TurnOutcome::{Closed, Done, Empty, Failed, Running, Waiting};
        for (parts, whole) in [
            (vec![], Empty),
            (vec![Done, Done], Done),
            (vec![Done, Waiting], Waiting),
            (vec![Failed, Running, Waiting], Running),
            (vec![Done, Failed, Closed], Failed),
        ] {
            assert_eq!(TurnOutcome::of_parts(&parts), whole);
        }
    }
}
