//! Duplicates: rules that cover the same pages or read them in the same way, and alternatives that
//! find nothing beyond another one. Input: checked rules and pages. Output: the duplicates,
//! and one rule merged from several. Changes nothing automatically.

mod merge;
mod normal_form;
mod redundant_alternatives;
mod same_pages;

pub use merge::{MergeError, Merged, merge};
pub use redundant_alternatives::{Redundant, redundant_as_written, redundant_on, without};
pub use same_pages::{Overlap, Reason, across};

#[cfg(test)]
mod tests;
