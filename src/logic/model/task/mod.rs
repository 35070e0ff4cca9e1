//! Scheduled tasks: what runs when, and on which terms.
//!
//! Below: timing and terms of tasks, their turns, and commands of other processes.

pub(super) mod remote_command;
pub(super) mod task_options;
pub(super) mod timing;
pub(super) mod turn;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{SiteId, TaskId, TurnOutcome};
use task_options::{MIDDLE_PRIORITY, Terms};
use timing::Timing;

/// What a task runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteSelection {
    /// These sites.
    Sites(Vec<SiteId>),
    /// All sites that have this tag at the time of the turn.
    Tag(String),
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

    /// Whether `task` runs the same at the same times, so that this draft would only make it twice:
    /// names and priorities may differ. A single time that is over repeats nothing.
    pub fn repeats(&self, task: &Task) -> bool {
        let is_over = matches!(task.timing, Timing::Once { .. }) && task.next_at.is_none();
        !is_over
            && self.timing == task.timing
            && same_cover(&self.cover, &task.cover)
            && effective(&self.terms) == effective(&task.terms)
    }
}

fn same_cover(one: &SiteSelection, other: &SiteSelection) -> bool {
    match (one, other) {
        (SiteSelection::Sites(one), SiteSelection::Sites(other)) => {
            one.len() == other.len() && one.iter().all(|site| other.contains(site))
        }
        _ => one == other,
    }
}

/// The terms without a zone that nothing in them refers to.
fn effective(terms: &Terms) -> Terms {
    let mut terms = terms.clone();
    if terms.windows.trim().is_empty() && terms.holidays.trim().is_empty() {
        terms.timezone.clear();
    }
    terms
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
