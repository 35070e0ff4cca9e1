//! Rules from clicks and examples: descriptions of picked elements, selectors that find them again,
//! and whole rules from picks on several pages. Input: pages, element numbers, picks. Output:
//! descriptions and ranked selectors, each run and found to match what it should.
//!
//! Below: `induce` learns from picks, `suggest` proposes lists without any, `overview` says what a
//! page is; `containers` finds and scores the boxes of records, `similar_elements` what is like a pick.

pub mod containers;
mod control;
mod element_description;
mod headlines;
mod induce;
mod json_entries;
mod overview;
mod page_interface;
mod similar_elements;
mod suggest;
mod value_forms;

pub use super::super::rules::paging::next_link_selector::selector as next_link;
pub use super::super::rules::paging::{Pagination, PaginationKind, next_page, pagination};
pub(crate) use super::super::select::generation::compound::{
    Compound, StepRelation, candidates, css_string, nth_of_type, to_css, xpath_string,
};
pub use control::control_label;
pub use element_description::{Picked, describe};
pub use induce::{
    LearnError, Learned, LearnedField, MAX_ALTERNATIVES, Pick, PickTarget, Ranked, generic_finds,
    learn, learn_containers, learn_each_inside, learn_fields, learn_inside, target, to_rule,
    write_content,
};
pub use json_entries::{embedded_entries, json_entries};
pub use overview::{FeedLink, Overview, OverviewKind, overview};
pub use page_interface::{InterfaceRequest, PageInterface, page_interface};
pub use similar_elements::css as alike;
pub(super) use suggest::is_named_beside;
pub use suggest::{Suggestion, rule_of, suggest};
