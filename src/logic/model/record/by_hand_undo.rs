//! What undoes a merge of records, and a move to another site.

use serde::{Deserialize, Serialize};

use crate::model::{RecordId, ValueEdit};

/// What undoes a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeUndo {
    /// The record that has the values of all.
    pub kept: RecordId,
    /// The merged records, which are deleted.
    pub others: Vec<RecordId>,
    /// What undoes the values.
    pub edits: Vec<ValueEdit>,
    /// The tags that it got from the others.
    pub tags: Vec<String>,
}

/// A record that was moved to another site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedRecord {
    /// Its number at the site before, where it is deleted.
    pub from: RecordId,
    /// Its number now.
    pub now: RecordId,
    /// Whether a person had deleted a record of its address at the site where it is now.
    pub was_deleted_there: bool,
}

/// What undoes a merge or a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArrangementUndo {
    /// Of a merge.
    Merge(MergeUndo),
    /// Of a move.
    Move(Vec<MovedRecord>),
}
