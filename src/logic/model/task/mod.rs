//! Scheduled tasks: what runs when, and on which terms.
//!
//! Below: turns of tasks, and commands of other processes.

pub(super) mod remote_command;
pub(super) mod turn;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{RunLimits, SiteId, TaskId, TurnOutcome};

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

/// What a task runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteSelection {
    /// These sites.
    Sites(Vec<SiteId>),
    /// All sites that have this tag at the time of the turn.
    Tag(String),
}

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

/// The data to add or change a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskDraft {
    /// Its own name; if blank, it is named after what it runs.
    #[serde(default)]
    pub name: String,
    /// What it runs.
    pub cover: SiteSelection,
    /// Its timing.
    pub timing: Timing,
    /// 0 (last) to 9 (first).
    pub priority: u8,
    /// Whether it comes from the rule's `[schedule]` section (replaced with the rule).
    #[serde(default)]
    pub from_rule: bool,
    /// Its terms.
    #[serde(default)]
    pub terms: Terms,
}

/// Priority of a task without one.
pub const MIDDLE_PRIORITY: u8 = 5;

impl TaskDraft {
    /// A task of one site with default terms.
    pub fn of_site(site: SiteId, timing: Timing) -> Self {
        Self {
            name: String::new(),
            cover: SiteSelection::Sites(vec![site]),
            timing,
            priority: MIDDLE_PRIORITY,
            from_rule: false,
            terms: Terms::default(),
        }
    }
}

/// A task as stored in the project file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Row id.
    pub id: TaskId,
    /// Its own name; may be blank.
    pub name: String,
    /// What it runs.
    pub cover: SiteSelection,
    /// The sites currently selected, by name.
    pub sites: Vec<SiteId>,
    /// Its display name: its name, or its site, its first site of several, or its tag.
    pub title: String,
    /// Its timing.
    pub timing: Timing,
    /// 0 (last) to 9 (first).
    pub priority: u8,
    /// Whether it comes from the rule's `[schedule]` section.
    pub from_rule: bool,
    /// Paused tasks are never due.
    pub paused: bool,
    /// Its terms.
    pub terms: Terms,
    /// Next turn; `None` when it is over.
    pub next_at: Option<Timestamp>,
    /// Last turn taken.
    pub last_at: Option<Timestamp>,
    /// The outcome of that turn.
    pub last: Option<TurnOutcome>,
    /// Turns missed since the task was made.
    pub missed_turns: u64,
}

impl Task {
    /// Whether it runs this site.
    pub fn runs(&self, site: SiteId) -> bool {
        self.sites.contains(&site)
    }

    /// The draft that would create it again.
    pub fn draft(&self) -> TaskDraft {
        TaskDraft {
            name: self.name.clone(),
            cover: self.cover.clone(),
            timing: self.timing.clone(),
            priority: self.priority,
            from_rule: self.from_rule,
            terms: self.terms.clone(),
        }
    }
}
