//! The workbench without its window: what a page is to a rule, what picks teach, what a rule
//! finds and where it stands on the page, samples, repairs. Flows in: rule texts, picks and parsed
//! pages. Flows out: rule texts and plain values with element numbers. It tells no events, starts
//! no threads and asks nothing of any site; the controller decides when and where it runs.

mod agreement;
mod alternatives;
mod author;
mod care_types;
mod container;
mod documents;
mod examples;
mod find;
#[cfg(test)]
mod large_tests;
mod leave_out;
mod mending;
mod offers;
mod reading;
mod samples;
mod site_name;
mod source;
mod tree;
mod types;
mod understand;
mod write;

pub(crate) use agreement::Agreement;
pub(crate) use alternatives::alternatives;
pub(crate) use author::{Example, Work, accept_next, accept_offer, author};
pub use care_types::{FieldAgreement, OldPageInfo, RepairOffer, SampleInfo, SampleResult};
pub(crate) use find::find;
pub(crate) use mending::{Before, accept_repair, propose};
pub use offers::LIKELY_NEXT;
pub(crate) use offers::proposed_next;
pub(crate) use reading::{read_page, read_with};
pub(crate) use samples::{Sampled, accepted, run_sample, sample_of};
pub use site_name::site_name;
pub(crate) use source::source_of;
pub(crate) use tree::tree_of;
pub use types::{
    Authored, BenchPart, BenchPick, BenchTarget, CellSource, NextOffer, Offer, PageReading,
    PageRole, PageSource, PartMarks, ReadCell, ReadRow, TreeLine, Understood,
};
pub(crate) use understand::{Grasp, grasp};
