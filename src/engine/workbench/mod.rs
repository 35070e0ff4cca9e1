//! The workbench without its window: a page's role for a rule, learning from picks, a rule's
//! results and their places on the page, samples, repairs. Input: rule texts, picks and parsed
//! pages. Output: rule texts and plain values with element numbers. It reports no events, starts
//! no threads and sends no requests; the controller decides when and where it runs.

mod address_preview;
mod author;
mod data_choices;
mod field_place;
mod first_titles;
#[cfg(test)]
mod large_tests;
mod list_samples;
mod maintenance;
mod page_analysis;
mod preview_doubts;
mod reading;
mod site_name;
mod unused_name;
mod views;

pub use super::protocol::authoring::{
    AnalysedPage, Authored, CellSource, NextOffer, Offer, PageReading, PageRole, PageSource,
    PartMarks, ReadCell, ReadRow, TreeLine, WorkbenchPart, WorkbenchPick, WorkbenchTarget,
};
pub use super::protocol::rule_maintenance::{
    FieldAgreement, OldPageInfo, RepairOffer, SampleInfo, SampleResult,
};
pub(crate) use address_preview::{
    PreviewAnswer, feed_choice, is_by_links, look_at, ready_rule, unreached, with_feeds,
    with_sitemap,
};
pub use author::accept_suggestions::LIKELY_NEXT;
pub(crate) use author::accept_suggestions::proposed_next;
pub(crate) use author::alternatives::alternatives;
pub(crate) use author::{ExamplePage, Work, accept_next, accept_offer, author};
pub(crate) use data_choices::{entries_without_markup, interface_choice, with_interface};
pub(crate) use field_place::field_place;
pub(crate) use list_samples::{sample_pages, with_box, with_boxes, with_posts};
pub(crate) use maintenance::rule_against_generic::Agreement;
pub(crate) use maintenance::rule_repair::{Before, accept_repair, propose};
pub(crate) use maintenance::samples::{Sampled, accepted, run_sample, sample_of};
pub(crate) use page_analysis::{PageAnalysis, entries_by, grasp};
pub(crate) use reading::{read_page, read_table, read_with};
pub use site_name::site_name;
pub(crate) use unused_name::unused;
pub use unused_name::unused_name;
pub(crate) use views::find_in_page::find;
pub(crate) use views::source::source_of;
pub(crate) use views::tree::tree_of;
