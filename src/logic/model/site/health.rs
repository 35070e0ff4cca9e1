//! The health of a rule, as figures.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::model::RunId;

/// How often each alternative of a field yielded the value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldHealth {
    /// The field.
    pub field: String,
    /// Records by alternative, counted from 0, as numbered when the records were made.
    pub alternatives: BTreeMap<u32, u64>,
    /// Records whose value came from the list.
    pub listed: u64,
    /// Records whose value came from generic extraction.
    pub elsewhere: u64,
    /// `alternatives` of the newest run alone.
    pub last_run: BTreeMap<u32, u64>,
    /// `listed` and `elsewhere` of the newest run alone.
    pub last_elsewhere: u64,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunHealth {
    /// The run.
    pub run: RunId,
    /// When it began.
    pub started_at: Timestamp,
    /// Records that it added.
    pub records: u64,
}

/// The health of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleHealth {
    /// By field, in alphabetical order.
    pub fields: Vec<FieldHealth>,
    /// The number of records checked; those without a field in `fields` lack its value.
    pub records: u64,
    /// The last runs, newest first.
    pub runs: Vec<RunHealth>,
}
