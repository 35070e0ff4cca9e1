//! Repairs rules after a redesign. Input: a rule, old pages of the site with the values they
//! yielded, and current pages. Output: proposals, each with values before and after, a
//! confidence and reasons. It never changes a rule automatically, and proposes nothing where the
//! new pages do not show what was there before.

mod apply;
mod candidates;
mod content;
mod field;
mod list;
mod outcome_messages;
mod pages;
mod record;
mod value_comparison;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use url::Url;

pub use apply::repaired;
pub(super) use candidates::places::ValuePlace;
pub(super) use candidates::selector_forms::{SelectorForm, forms};
pub use candidates::thresholds::THRESHOLD;
pub(super) use candidates::trial_rule::Trial;
pub(super) use content::text_coverage::{TargetText, TextCover};
pub(super) use pages::index::{ElementTexts, Zone};
pub(super) use record::text::of_page as text_of_page;
pub(super) use value_comparison::count;

use crate::authoring::samples::PageKind;
use crate::messages::Message;
use crate::model::Value;
use crate::page::Page;
use crate::rules::{Alternative, Rule, TransformStep};

/// A page from before the redesign with what it yielded then.
#[derive(Debug)]
pub struct OldPage {
    /// The page.
    pub page: Page,
    /// Its records, each with its fields by name (`text` is the content).
    pub records: Vec<Vec<(String, Value)>>,
    /// What it listed, if it was a list.
    pub items: Vec<OldItem>,
    /// The next list page, or the next page of the same content.
    pub next: Option<Url>,
    /// List or content.
    pub kind: PageKind,
}

/// An item of an old list.
#[derive(Clone, Debug, PartialEq)]
pub struct OldItem {
    /// The address it linked to.
    pub url: Url,
    /// The values read from the list.
    pub fields: Vec<(String, Value)>,
}

/// A part of a rule that can be repaired.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "part", content = "name")]
pub enum RulePart {
    /// `list.item`
    ListItem,
    /// `list.link`
    ListLink,
    /// `list.next`
    ListNext,
    /// A field read from the list.
    ListField(String),
    /// `record.item`
    RecordItem,
    /// `record.next`
    RecordNext,
    /// A field.
    Field(String),
    /// `content`
    Content,
}

impl RulePart {
    /// Its name as in a rule file: `list.item`, `field.title`, `content`.
    pub fn name(&self) -> String {
        match self {
            Self::ListItem => "list.item".to_owned(),
            Self::ListLink => "list.link".to_owned(),
            Self::ListNext => "list.next".to_owned(),
            Self::ListField(name) => format!("list.field.{name}"),
            Self::RecordItem => "record.item".to_owned(),
            Self::RecordNext => "record.next".to_owned(),
            Self::Field(name) => format!("field.{name}"),
            Self::Content => "content".to_owned(),
        }
    }
}

/// What a part yields on one new page, before and after the proposal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepairChange {
    /// Index of the page among the new pages, from 0.
    pub page: usize,
    /// Its address.
    pub url: String,
    /// What the old page yielded, if the same content was seen before.
    pub expected: Vec<String>,
    /// What the current rule yields.
    pub before: Vec<String>,
    /// What it yields with the proposal.
    pub after: Vec<String>,
}

/// How one part may be changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proposal {
    /// The part.
    #[serde(flatten)]
    pub part: RulePart,
    /// Its current alternatives.
    pub old: Vec<Alternative>,
    /// Its proposed alternatives, in order. Old ones stay where they do no harm.
    pub new: Vec<Alternative>,
    /// Its proposed steps, if they change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transform: Option<Vec<TransformStep>>,
    /// Elements to strip from the content in addition to the rule's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strip: Vec<Alternative>,
    /// Its effect on each new page.
    pub pages: Vec<RepairChange>,
    /// Confidence, [`THRESHOLD`] to 1.
    pub confidence: f64,
    /// Whether only its likeness to old values supports it: neither a value known from before nor
    /// the page's own metadata does. A person decides; it is never accepted in bulk.
    #[serde(default)]
    pub doubtful: bool,
    /// The reasons, for a person.
    pub why: Vec<Message>,
}

/// The state of a part without a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RepairStatus {
    /// It still works.
    Works,
    /// It does not work, and no candidate is certain enough.
    Broken,
    /// There is no evidence whether it works.
    Unknown,
}

/// A part without a proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rest {
    /// The part.
    #[serde(flatten)]
    pub part: RulePart,
    /// Its state.
    pub standing: RepairStatus,
    /// The reason, for a person.
    pub why: Message,
}

/// The result of comparing a rule with a redesign.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Repair {
    /// Proposals, in the order of the rule file.
    pub proposals: Vec<Proposal>,
    /// The other parts.
    pub rest: Vec<Rest>,
}

impl Repair {
    /// The same without the doubtful proposals: what may be accepted without reviewing each.
    #[must_use]
    pub fn without_doubtful(mut self) -> Self {
        self.proposals.retain(|proposal| !proposal.doubtful);
        self
    }

    /// Whether every part that could be checked works unchanged.
    pub fn is_whole(&self) -> bool {
        self.proposals.is_empty() && self.rest.iter().all(|r| r.standing != RepairStatus::Broken)
    }
}

/// Compares `rule` on old and current pages, and proposes what would make it work again. `now`
/// resolves relative dates.
pub fn repair(rule: &Rule, old: &[OldPage], new: &[Page], now: Timestamp) -> Repair {
    repair_knowing(rule, old, &[], new, now)
}

/// The same with addresses of content that were collected before; they confirm a list that still
/// links to them.
pub fn repair_knowing(
    rule: &Rule,
    old: &[OldPage],
    collected: &[Url],
    new: &[Page],
    now: Timestamp,
) -> Repair {
    let ground = pages::RepairData::survey(rule, old, collected, new, now);
    let mut repair = Repair::default();
    // Later parts are nested in earlier ones: fields inside records, links inside items.
    let mut file = rule.file().clone();
    list::repair(&ground, &mut file, &mut repair);
    list::next::repair(&ground, &mut file, &mut repair);
    record::repair(&ground, &mut file, &mut repair);
    field::repair(&ground, &mut file, &mut repair);
    content::repair(&ground, &mut file, &mut repair);
    field::generic_columns::repair(&ground, &mut file, &mut repair);
    candidates::confirmation::examine(&ground, &mut repair);
    repair
}

#[cfg(test)]
mod tests;
