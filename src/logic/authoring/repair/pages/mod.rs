//! Relates the pages: lists and content, and which new page shows the same as an old one. Input:
//! the rule and all pages. Output: the ground on which every part is repaired.
//!
//! Below: one page parsed once for many queries, and what links to content look like.

pub(super) mod index;
mod links;
mod page_pairs;

pub(super) use links::Links;
pub(super) use page_pairs::{New, RepairData, run_hash, runs, values, words};
