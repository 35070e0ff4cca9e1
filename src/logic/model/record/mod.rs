//! A record: one collected article, post or item, with where each value came from.
//!
//! Below: default columns, values, versions and doubts of records, and values that a person writes.

pub(super) mod by_hand_undo;
pub(super) mod default_column;
pub(super) mod doubt;
pub(super) mod hand_value;
pub(super) mod page_picture;
pub(super) mod value;
pub(super) mod version;

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Doubt, HandValue, RecordId, RunId, SiteId, Value};

/// Provenance of a value that generic extraction found.
pub const FROM_GENERIC: u32 = 1000;
/// The first provenance number of values from a list item.
pub const FROM_LIST: u32 = 2000;

/// The field with the fetched address, if the record has a different one.
pub const FETCHED_URL: &str = "fetched_url";

/// The field that says which search engines found a record, each with its place among their
/// results: `Name #3`.
pub const FOUND_BY: &str = "found_by";
/// The field with the words that a search found a record by.
pub const KEYWORD: &str = "keyword";

/// The position of a record's link on the list pages of its run; keeps exports in list order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct ListPosition {
    /// Number of the list page, from 0.
    pub page: u32,
    /// Place on that page, from 0.
    pub item: u32,
}

/// One record as extraction yields it. The first five are the default columns of every export.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Address of the page, after redirects, without fragment.
    pub url: String,
    /// Title; empty when unknown.
    pub title: String,
    /// Publication date, ISO 8601 (date, or date-time with offset); empty when unknown.
    pub date: String,
    /// Author; empty when unknown.
    pub author: String,
    /// Content as plain text, paragraphs separated by a newline.
    pub text: String,
    /// The rule's other fields, in the rule's order.
    pub fields: Vec<(String, Value)>,
    /// Which alternative yielded each field, counted from 0: of the page's own field as it is, of
    /// the list's field plus [`FROM_LIST`], and [`FROM_GENERIC`] for generic extraction.
    pub provenance: BTreeMap<String, u32>,
    /// The values of default columns with several values, which the column itself joins. Not
    /// stored.
    #[serde(skip)]
    pub several: BTreeMap<String, Vec<String>>,
}

/// A record in the project file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRecord {
    /// Row id.
    pub id: RecordId,
    /// The site it came from.
    pub site: SiteId,
    /// Name of that site.
    pub site_name: String,
    /// The run that first stored it.
    pub run: RunId,
    /// The position of its link.
    pub position: ListPosition,
    /// When the page was fetched.
    pub fetched_at: Timestamp,
    /// What was extracted.
    pub record: Record,
    /// Additional data; loaded only where records are listed or viewed one by one.
    #[serde(default, skip_serializing_if = "RecordMarks::is_empty")]
    pub marks: RecordMarks,
}

/// Additional data of a record: derived from its text, or set by a person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordMarks {
    /// Its doubts.
    pub doubts: Vec<Doubt>,
    /// The record that it repeats.
    pub repost_of: Option<RecordId>,
    /// The similarity of their texts, percent.
    pub likeness_percent: Option<u8>,
    /// Records that repeat it.
    pub reposts: u64,
    /// Language of its text (ISO 639-1); empty when unknown.
    pub language: String,
    /// Whether a person has read it.
    pub read: bool,
    /// Whether its content has changed since a person read it, or since it was stored if nobody did.
    #[serde(default)]
    pub changed: bool,
    /// A person's note.
    pub note: String,
    /// A person's tags.
    pub tags: Vec<String>,
    /// The values that a person wrote.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_hand: Vec<HandValue>,
    /// Since when its site no longer has it; `None` while it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone_at: Option<Timestamp>,
    /// When a person deleted it; `None` if nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<Timestamp>,
    /// Name of the archive that contains it; `None` in the project itself. Archived records are
    /// read-only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archive: Option<String>,
}

impl RecordMarks {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
