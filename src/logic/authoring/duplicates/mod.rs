//! Patterns that say the same twice: rules that cover the same pages or read them the same way,
//! and alternatives that never find anything another one does not. Flows in: checked rules and
//! pages. Flows out: what is double, and one rule merged from several. Changes nothing by itself.

mod across;
mod merge;
mod normal;
mod within;

pub use across::{Overlap, Reason, across};
pub use merge::{MergeError, Merged, merge};
pub use within::{Redundant, redundant_as_written, redundant_on, without};

#[cfg(test)]
mod tests;
