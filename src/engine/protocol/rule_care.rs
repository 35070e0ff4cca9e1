//! The values that the window and the engine exchange about a rule's samples, its repair and its
//! health. Plain data; nothing here looks at a page.

use serde::Serialize;

use std::sync::Arc;

use crate::protocol::authoring::{PageReading, PageRole};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SampleId;
use bowerbird_logic::repair::{Proposal, Rest};
use bowerbird_logic::samples::{ChangeCounts, Difference};
use jiff::Timestamp;

/// A sample as the strip shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SampleInfo {
    /// Its id; below 0 while the rule is not saved yet.
    pub id: SampleId,
    /// Address of the page.
    pub url: String,
    /// What the page is to the rule.
    pub role: PageRole,
    /// Title of the page.
    pub title: String,
    /// When it was made.
    pub taken_at: Timestamp,
}

/// How a sample fares with a rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SampleResult {
    /// Which.
    pub id: SampleId,
    /// Whether the rule yields just what is expected.
    pub equal: bool,
    /// Counts by field.
    pub fields: Vec<(String, ChangeCounts)>,
    /// Every difference with the value before and after, the first 200.
    pub changes: Vec<Difference>,
    /// Why it could not be run.
    pub fault: Option<Message>,
    /// What the rule finds on it, the first rows; `None` when it could not be run.
    pub reading: Option<Arc<PageReading>>,
}

/// A page from before that a repair rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OldPageInfo {
    /// Its address.
    pub url: String,
    /// What it is to the rule.
    pub role: PageRole,
    /// The sample that it is; else it is a stored page. `PageCommand` opens both.
    pub sample: Option<SampleId>,
}

/// How a rule would work again.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RepairOffer {
    /// What it rests on, first the page that shows the same as the open one, when there is one.
    pub old: Vec<OldPageInfo>,
    /// Proposals in the order of the rule file; `AcceptRepair` names them by their place.
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
    /// Of those, pages on which they found the same; of the text, nearly the same.
    pub same: u32,
    /// Pages on which only the rule found something.
    pub only_rule: u32,
    /// Pages on which only generic extraction did.
    pub only_generic: u32,
}
