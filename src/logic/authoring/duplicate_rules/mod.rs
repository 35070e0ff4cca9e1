//! Duplicates: rules that cover the same pages or read them in the same way, and alternatives that
//! find nothing beyond another one. Input: checked rules and pages. Output: the duplicates,
//! and one rule merged from several. Changes nothing automatically.

mod across;
mod merge;
mod normal;
mod within;

pub use across::{Overlap, Reason, across};
pub use merge::{MergeError, Merged, merge};
pub use within::{Redundant, redundant_as_written, redundant_on, without};

#[cfg(test)]
mod tests;
