//! What conditions are evaluated against, and what comes of it, as values.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use crate::messages::Message;
use crate::model::{PageState, RaisedAlert, RunEnd, SiteId};

/// Facts about a finished run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunFacts {
    /// How it ended.
    pub end: RunEnd,
    /// Answers that were good or at least not a block.
    pub answers: u64,
    /// Answers that were blocks.
    pub blocks: u64,
    /// Pages that failed otherwise.
    pub failed: u64,
    /// New records stored.
    pub new: u64,
    /// When it ended.
    pub ended_at: Timestamp,
}

/// Facts about a site.
#[derive(Clone, Debug, Default)]
pub struct SiteFacts {
    /// Its name.
    pub name: String,
    /// Its tags.
    pub tags: BTreeSet<String>,
    /// Its runs, newest first; `None` if they have not changed.
    pub runs: Option<Vec<RunFacts>>,
    /// Titles of some of the records that are new in the last run.
    pub new_titles: Vec<String>,
    /// What the last run found changed.
    pub changes: FoundChanges,
    /// Where it stands; `None` if that is not known, or the site rests.
    pub standing: Option<SiteStanding>,
    /// The fields that most records have, with the percentage of the last run's records that lack
    /// them.
    pub lacking: Vec<(String, u64)>,
    /// Turns of its tasks missed within a day.
    pub missed: u64,
}

/// Where a site stands, as the monitor shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteStanding {
    /// Its state.
    pub state: PageState,
    /// Why, in words.
    pub reason: Message,
    /// Whether it waits for a person.
    pub needs_you: bool,
}

/// Facts about the project.
#[derive(Clone, Debug, Default)]
pub struct AlertFacts {
    /// The sites to evaluate.
    pub sites: BTreeMap<SiteId, SiteFacts>,
    /// Whether this includes all sites of the project.
    pub all_sites: bool,
    /// Free bytes on the project's disk, if the system reports them.
    pub free_bytes: Option<u64>,
}

/// Changes of alerts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AlertChanges {
    /// Alerts that now hold.
    pub raised: Vec<RaisedAlert>,
    /// Ids of raised alerts that no longer hold.
    pub cleared: Vec<i64>,
}

/// What a run found changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundChanges {
    /// Fields with another value, and records that are gone or back.
    pub count: u64,
    /// Some of them in words: title, field, value before and after.
    pub first: Vec<String>,
}

/// Whether a condition holds; unknown leaves its alert unchanged.
pub(super) enum ConditionState {
    Unknown,
    Well,
    Bad(Message),
}
