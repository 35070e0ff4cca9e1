//! Repeated records: elements with a common class, or a common tag under one parent, and a similar
//! structure. Input: the tree. Output: scored groups, best first. Similarity is measured by
//! the tag paths that most members have, as in mining data records by tree similarity.

mod column_headings;
mod first_post;
mod group_refinement;
mod group_search;
mod nested_lists;
mod outside_records;
mod records_of_siblings;
mod single_records;

pub(super) use group_search::finds;
pub use group_search::{Group, GroupSelector, companion, groups, paths, roots, score, to_f64};

use group_search::score_with;
