//! Versions: of a site's rule, and of a record.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::Record;

/// The origin of a version of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleOrigin {
    /// It came with the site.
    Added,
    /// A person edited it.
    #[default]
    Edited,
    /// An importer made it.
    Imported,
    /// A repair after a redesign made it.
    Repaired,
    /// An older version was restored.
    Restored,
}

/// One version of a site's rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleVersion {
    /// Its number, from 1.
    pub number: u32,
    /// When it was saved.
    pub saved_at: Timestamp,
    /// Its origin.
    pub origin: RuleOrigin,
    /// The rule file, verbatim.
    pub rule_toml: String,
}

/// The earlier content of a record that was fetched again with a different result, or a later one
/// that was withheld.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordVersion {
    /// Its number, from 1 within the record, the first being the oldest.
    pub number: u32,
    /// When it was fetched.
    pub fetched_at: Timestamp,
    /// When the next version replaced it.
    pub replaced_at: Timestamp,
    /// Its content.
    pub record: Record,
}

impl RecordVersion {
    /// Whether it is the latest reading, which has less than half of the text and did not become
    /// the newest version: until a second reading confirms it, it replaced nothing.
    pub fn is_withheld(&self) -> bool {
        self.fetched_at == self.replaced_at
    }
}
