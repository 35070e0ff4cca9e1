//! What a person puts right in records: the forms for values, for finding and replacing, for merging
//! and for moving to another site. Input: the records shown or ticked. Output: commands.

pub mod arranging;
pub(in crate::views::results) mod editing;
pub mod replacing;
