//! Versions: of a site's rule, and of a record.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::Record;

/// Where a version of a rule comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleOrigin {
    /// It came with the site.
    Added,
    /// A person changed it.
    #[default]
    Edited,
    /// An importer made it.
    Imported,
    /// A repair after a redesign made it.
    Repaired,
    /// An older version was taken up again.
    Restored,
}

/// One version of a site's rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleVersion {
    /// Its number, from 1.
    pub number: u32,
    /// When it was saved.
    pub saved_at: Timestamp,
    /// Where it comes from.
    pub origin: RuleOrigin,
    /// The rule file, verbatim.
    pub rule_toml: String,
}

/// What a record said before it was fetched again and said something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordVersion {
    /// Its number, from 1 within the record: the first it had.
    pub number: u32,
    /// When it was fetched.
    pub fetched_at: Timestamp,
    /// When the next version took its place.
    pub replaced_at: Timestamp,
    /// What it said.
    pub record: Record,
}
