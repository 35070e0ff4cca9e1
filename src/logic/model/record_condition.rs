//! Conditions over records: what must hold of a record that is read, how often that counts, and
//! what is done then.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{AlertChannel, DefaultColumn, RecordId, SiteId, TaskId};

/// The field of a part that is about the record itself, which comes and goes.
pub const WHOLE_RECORD: &str = "";
/// The field of a part that is about all of a record's texts.
pub const ANY_FIELD: &str = "*";

/// What one part of a condition asks of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseTest {
    /// Its number is below a value.
    Below,
    /// Its number is above a value.
    Above,
    /// Its number fell by so much, or so many percent, from the highest since it was told last.
    Falls,
    /// Its number rose by so much, or so many percent, from the lowest since it was told last.
    Rises,
    /// Its number is lower than all others of so many days.
    Lowest,
    /// Its number is higher than all others of so many days.
    Highest,
    /// It has a word or phrase.
    Contains,
    /// It has a value without a word or phrase.
    Lacks,
    /// It has a match of a regular expression.
    Matches,
    /// It has a value without a match of a regular expression.
    Mismatches,
    /// It is a word, phrase or number, and nothing else.
    Equals,
    /// It has no value.
    Empty,
    /// Its date is more than so many days ago.
    Older,
    /// It has another value than at the reading before.
    Changes,
    /// It has a value and had none; the record is new or there again.
    Appears,
    /// It had a value and has none; the record is gone.
    Vanishes,
}

impl ClauseTest {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 16] = [
        Self::Below,
        Self::Above,
        Self::Falls,
        Self::Rises,
        Self::Lowest,
        Self::Highest,
        Self::Contains,
        Self::Lacks,
        Self::Matches,
        Self::Mismatches,
        Self::Equals,
        Self::Empty,
        Self::Older,
        Self::Changes,
        Self::Appears,
        Self::Vanishes,
    ];

    /// The token used on the command line and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Below => "below",
            Self::Above => "above",
            Self::Falls => "falls",
            Self::Rises => "rises",
            Self::Lowest => "lowest",
            Self::Highest => "highest",
            Self::Contains => "contains",
            Self::Lacks => "lacks",
            Self::Matches => "matches",
            Self::Mismatches => "mismatches",
            Self::Equals => "equals",
            Self::Empty => "empty",
            Self::Older => "older",
            Self::Changes => "changes",
            Self::Appears => "appears",
            Self::Vanishes => "vanishes",
        }
    }

    /// The test that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|test| test.token() == token)
    }

    /// Whether it needs a value.
    pub fn needs_value(self) -> bool {
        !matches!(
            self,
            Self::Falls
                | Self::Rises
                | Self::Empty
                | Self::Changes
                | Self::Appears
                | Self::Vanishes
        )
    }

    /// Whether it can have a value at all.
    pub fn has_value(self) -> bool {
        !matches!(
            self,
            Self::Empty | Self::Changes | Self::Appears | Self::Vanishes
        )
    }

    /// Whether its value is a number of days.
    pub fn is_of_days(self) -> bool {
        matches!(self, Self::Lowest | Self::Highest | Self::Older)
    }

    /// Whether it asks for what was there before: nothing was, when a record arrives.
    pub fn looks_back(self) -> bool {
        matches!(
            self,
            Self::Falls
                | Self::Rises
                | Self::Lowest
                | Self::Highest
                | Self::Changes
                | Self::Appears
                | Self::Vanishes
        )
    }

    /// Whether it is about what happened between two readings: it holds at one reading and can hold again
    /// at the next.
    pub fn is_of_one_reading(self) -> bool {
        matches!(self, Self::Falls | Self::Rises | Self::Changes)
    }

    /// Whether it reads numbers.
    pub fn is_of_numbers(self) -> bool {
        matches!(
            self,
            Self::Below | Self::Above | Self::Falls | Self::Rises | Self::Lowest | Self::Highest
        )
    }
}

/// One part of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionClause {
    /// The field; [`WHOLE_RECORD`] or [`ANY_FIELD`].
    #[serde(default)]
    pub field: String,
    /// What is asked of it.
    pub test: ClauseTest,
    /// The word, pattern, number, percentage (`10%`) or number of days, as it was typed.
    #[serde(default)]
    pub value: String,
}

/// How several parts are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClauseJoin {
    /// One of them must hold.
    #[default]
    Any,
    /// All must hold.
    All,
}

/// How often a condition that holds for a record counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionTiming {
    /// Once for each record, as soon as it holds, at the first reading too.
    #[default]
    Once,
    /// Each time it begins to hold.
    Again,
    /// When it begins to hold, and each time the value moves further.
    Further,
    /// At every reading while it holds.
    Always,
    /// When a new record arrives, before it is stored: such a condition is a filter.
    Arrival,
}

impl ConditionTiming {
    /// Those of conditions that tell something, in the order in which they are offered.
    pub const TELLING: [Self; 4] = [Self::Once, Self::Again, Self::Further, Self::Always];

    /// The token used on the command line and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Again => "again",
            Self::Further => "further",
            Self::Always => "always",
            Self::Arrival => "arrival",
        }
    }

    /// The timing that a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        let mut all = Self::TELLING.into_iter().chain([Self::Arrival]);
        all.find(|timing| timing.token() == token)
    }
}

/// What is done when a condition counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ConditionActions {
    /// Whether it is told.
    pub tell: bool,
    /// Only through these channels; through all if empty.
    pub channels: Vec<AlertChannel>,
    /// Whether it waits for the next hour of digests.
    pub digest: bool,
    /// A tag for the record.
    pub tag: Option<String>,
    /// Whether the record and its changes are marked as read.
    pub mark_read: bool,
    /// Whether a record that arrives is left out.
    pub skip: bool,
    /// Whether a record that arrives is stored, whatever other filters say.
    pub keep: bool,
    /// A task that runs then.
    pub task: Option<TaskId>,
}

impl ConditionActions {
    /// Whether nothing would be done.
    pub fn is_nothing(&self) -> bool {
        !self.tell
            && self.tag.is_none()
            && !self.mark_read
            && !self.skip
            && !self.keep
            && self.task.is_none()
    }
}

/// A condition over the records of a site, of sites with a tag, or of all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordCondition {
    /// Its number within the project, from 1; never reused. 0: not numbered yet.
    pub id: i64,
    /// Its place among the others, from 1; 0: behind all.
    pub position: i64,
    /// One site only.
    pub site: Option<SiteId>,
    /// Sites with this tag only.
    pub tag: Option<String>,
    /// Whether it is evaluated at all.
    pub enabled: bool,
    /// How its parts are joined.
    pub join: ClauseJoin,
    /// Its parts.
    pub clauses: Vec<ConditionClause>,
    /// How often it counts.
    pub timing: ConditionTiming,
    /// Whether it also counts for records that match already when it is saved.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub counts_present: bool,
    /// What is done then.
    pub actions: ConditionActions,
    /// How a message says it, with placeholders; the usual wording if empty.
    pub wording: String,
}

impl RecordCondition {
    /// Whether it is a filter: it decides about records as they arrive.
    pub fn is_filter(&self) -> bool {
        self.timing == ConditionTiming::Arrival
    }

    /// Counts each time where it would count once only, if it is about what happens between two readings:
    /// whoever asks for a fall means each of them.
    pub fn fit_timing(&mut self) {
        let mut clauses = self.clauses.iter();
        if self.timing == ConditionTiming::Once && clauses.any(|one| one.test.is_of_one_reading()) {
            self.timing = ConditionTiming::Again;
        }
    }

    /// Whether all that it asks for is in these fields of lists, or in the address: then it is decided
    /// before a page is fetched.
    pub fn is_told_by(&self, listed: &[String]) -> bool {
        let is_told = |clause: &ConditionClause| {
            clause.field == DefaultColumn::Url.token() || listed.contains(&clause.field)
        };
        let is_found = |clause: &ConditionClause| clause.test != ClauseTest::Empty;
        let mut clauses = self.clauses.iter();
        clauses.all(|clause| is_told(clause) && is_found(clause))
    }
}

/// A condition with what it has done so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredCondition {
    /// The condition.
    pub condition: RecordCondition,
    /// How many times it counted in the last 30 days; records that it left out are among them.
    pub recent: u64,
    /// How many of them wait to be told, for a digest.
    pub waiting: u64,
    /// How many records it left out, ever.
    pub skipped: u64,
    /// When it counted last.
    pub last_at: Option<Timestamp>,
    /// The value that a condition about one site watches: of its one record, or of the one that the
    /// condition counted for last, with that one's title.
    pub value: Option<String>,
}

/// That a condition counted for a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordMatch {
    /// Row id; 0 before it is stored.
    pub id: i64,
    /// Its condition.
    pub condition: i64,
    /// The record's site.
    pub site: SiteId,
    /// The site's name.
    pub site_name: String,
    /// The record; `None` if it was removed since.
    pub record: Option<RecordId>,
    /// What the record is called, or its address if it has no name.
    pub title: String,
    /// The record's address.
    pub url: String,
    /// When it was read.
    pub at: Timestamp,
    /// What was asked.
    pub test: ClauseTest,
    /// The field; empty if it is about the record itself.
    pub field: String,
    /// The value before, in short; empty if there was none.
    pub before: String,
    /// The value now, in short.
    pub after: String,
    /// The record's own fields, in short, for the wording of a message.
    #[serde(default)]
    pub fields: Vec<(String, String)>,
}

/// A record that a filter left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkippedRecord {
    /// Row id.
    pub id: i64,
    /// The filter; `None` if it was removed since.
    pub condition: Option<i64>,
    /// The record's site.
    pub site: SiteId,
    /// The site's name.
    pub site_name: String,
    /// What the record is called; empty if it has nothing but an address.
    pub title: String,
    /// The record's address.
    pub url: String,
    /// When it was left out first.
    pub at: Timestamp,
    /// Whether its page was read. If not, the list said enough, and the request was saved.
    pub was_read: bool,
    /// Whether a person keeps it after all, and the next reading stores it.
    pub is_kept: bool,
}
