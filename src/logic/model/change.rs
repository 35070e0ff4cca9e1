//! What changed: facts about records over time, and the terms by which a site is watched.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{RecordId, RunId, SiteId};

/// What happened to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// It came, after the first reading of its site.
    New,
    /// A field has another value.
    Changed,
    /// It is not there any more.
    Gone,
    /// It is there again.
    Back,
}

impl ChangeKind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::New, Self::Changed, Self::Gone, Self::Back];

    /// Its name in files and arguments.
    pub fn token(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Gone => "gone",
            Self::Back => "back",
        }
    }

    /// Its number in the project file.
    pub fn number(self) -> i64 {
        match self {
            Self::New => 0,
            Self::Changed => 1,
            Self::Gone => 2,
            Self::Back => 3,
        }
    }

    /// The kind of that number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }
}

/// One fact: a record came, went or came back, or one of its fields has another value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordFact {
    /// Row id.
    pub id: i64,
    /// The record.
    pub record: RecordId,
    /// What it is called, or its address if it has no name.
    pub title: String,
    /// Its address.
    pub url: String,
    /// Its site.
    pub site: SiteId,
    /// Name of that site.
    pub site_name: String,
    /// The run that found it; `None` for what was known before facts were kept.
    pub run: Option<RunId>,
    /// When it was found.
    pub at: Timestamp,
    /// What happened.
    pub kind: ChangeKind,
    /// The field; empty unless a field changed.
    pub field: String,
    /// The value before, in short.
    pub before: String,
    /// The value after, in short.
    pub after: String,
    /// Whether a person has not seen it yet.
    pub unread: bool,
}

/// Selects facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChangeFilter {
    /// Only of this site.
    pub site: Option<SiteId>,
    /// Only of sites with this tag.
    pub tag: Option<String>,
    /// Only of this record.
    pub record: Option<RecordId>,
    /// Only of this kind.
    pub kind: Option<ChangeKind>,
    /// Only of this field.
    pub field: Option<String>,
    /// Only those with these words in title or values.
    pub words: String,
    /// Only those found since then.
    pub since: Option<Timestamp>,
    /// Only those that a person has not seen yet.
    pub unread: bool,
    /// Also those of fields that are left out of changes.
    pub left_out: bool,
}

/// How the values of a field are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CompareAs {
    /// As text, without regard to white space.
    #[default]
    Text,
    /// As numbers: `1,200.0` is `1200`.
    Number,
    /// As a set of values, whose order says nothing.
    Set,
    /// Not at all: its changes are left out.
    Never,
}

impl CompareAs {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Text, Self::Number, Self::Set, Self::Never];

    /// Its name in rule files.
    pub fn token(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Set => "set",
            Self::Never => "never",
        }
    }
}

/// How one field is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FieldComparison {
    /// As what.
    pub compare: CompareAs,
    /// How far two numbers may differ and still be the same: `0.5`, or `2%` of the one before.
    pub tolerance: Option<String>,
    /// Patterns whose matches say nothing.
    pub ignore: Vec<String>,
}

/// The terms by which the records of a site are watched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchTerms {
    /// Whether facts about records that come and go are kept: the site is read again and again.
    pub watched: bool,
    /// The fields that say which record it is; none if its address does.
    pub key: Vec<String>,
    /// Whether a person named these fields: then they count more than an address.
    pub named: bool,
    /// The field with the address of a row's own page, which becomes that of the row; the key says
    /// which row it is all the same.
    pub link: Option<String>,
    /// After how many complete readings of its list without it a record is gone; `None`: never.
    pub gone_after: Option<u32>,
    /// Whether a record is gone when its own page is (404, 410).
    pub gone_with_page: bool,
    /// How fields are compared, by name; the others as text.
    pub compare: BTreeMap<String, FieldComparison>,
}
