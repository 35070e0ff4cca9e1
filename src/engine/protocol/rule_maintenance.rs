//! The values that the window and the engine exchange about a rule's samples, its repair and its
//! health. Plain data; nothing here reads a page.

use serde::Serialize;

use std::sync::Arc;

use crate::protocol::authoring::{PageReading, PageRole};
use bowerbird_logic::authoring::repair::{Proposal, Rest};
use bowerbird_logic::authoring::samples::{ChangeCounts, Difference};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SampleId;
use jiff::Timestamp;

/// A sample as shown in the strip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SampleInfo {
    /// Its id; below 0 while the rule is not saved yet.
    pub id: SampleId,
    /// Address of the page.
    pub url: String,
    /// The role of the page.
    pub role: PageRole,
    /// Title of the page.
    pub title: String,
    /// When it was created.
    pub taken_at: Timestamp,
}

/// The result of a rule on a sample.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SampleResult {
    /// Which.
    pub id: SampleId,
    /// Whether the rule yields exactly the expected results.
    pub equal: bool,
    /// Counts by field.
    pub fields: Vec<(String, ChangeCounts)>,
    /// Every difference with the value before and after, the first 200.
    pub changes: Vec<Difference>,
    /// Why it could not be run.
    pub fault: Option<Message>,
    /// The rule's results on it, the first rows; `None` if it could not be run.
    pub reading: Option<Arc<PageReading>>,
}

/// An earlier page used by a repair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OldPageInfo {
    /// Its address.
    pub url: String,
    /// Its role for the rule.
    pub role: PageRole,
    /// Its sample, if any; else it is a stored page. `PageCommand` opens both.
    pub sample: Option<SampleId>,
}

/// The repair proposals for a rule.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RepairOffer {
    /// The earlier pages used, first the one that matches the open page, if there is one.
    pub old: Vec<OldPageInfo>,
    /// Proposals in the order of the rule file; `AcceptRepair` refers to them by index.
    pub proposals: Vec<Proposal>,
    /// The parts without a proposal.
    pub rest: Vec<Rest>,
}

/// How far a rule and generic extraction agree on one field.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FieldAgreement {
    /// The field: `title`, `date`, `author` or `text`.
    pub field: String,
    /// Pages on which both found something.
    pub both: u32,
    /// Of those, pages on which they found the same; for the text, nearly the same.
    pub same: u32,
    /// Pages on which only the rule found something.
    pub only_rule: u32,
    /// Pages on which only generic extraction found something.
    pub only_generic: u32,
}
