//! The workbench without its window: what a page is to a rule, what picks teach, what a rule
//! finds and where it stands on the page, samples, repairs. Flows in: rule texts, picks and parsed
//! pages. Flows out: rule texts and plain values with element numbers. It tells no events, starts
//! no threads and asks nothing of any site; the controller decides when and where it runs.

mod alternatives;
mod author;
mod container;
mod examples;
mod find;
mod offers;
mod reading;
mod source;
mod tree;
mod types;
mod understand;
mod write;

pub(crate) use alternatives::alternatives;
pub(crate) use author::{Example, Work, accept_next, accept_offer, author};
pub(crate) use find::find_text;
pub(crate) use reading::read_page;
pub(crate) use source::source_of;
pub(crate) use tree::tree_of;
pub use types::{
    Authored, BenchPart, BenchPick, BenchTarget, CellSource, NextOffer, Offer, PageReading,
    PageRole, PageSource, PartMarks, ReadCell, ReadRow, TreeLine, Understood,
};
pub(crate) use understand::{Grasp, grasp};
