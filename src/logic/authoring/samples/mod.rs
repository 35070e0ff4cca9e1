//! Sample pages of a rule: what a saved page is expected to yield, and how its current result
//! differs. Input: the JSON beside a saved page, and rows of values. Output: counts and
//! differences per field. Never reads files and never runs a rule.

mod align;
mod compare;
mod excerpt;
mod sample;

pub use align::align;
pub use compare::{ChangeCounts, Comparison, Difference, Keys, ValueChange, compare, compare_rows};
pub use excerpt::excerpts;
pub use sample::{
    Observed, PageKind, Sample, SampleError, SampleRow, item_row, record_row, value_text,
};
