//! Compares two readings of a record: which record a row is (`identity`, `same_record`), what
//! it is called (`record_name`), what counts
//! as a change and what is noise, such as markup, white space and relative times
//! (`reading_comparison`), which columns and fields differ (`record_comparison`, `field_comparison`),
//! and how texts differ word by word (`text_comparison`). Input: records. Output: their changes.

mod field_comparison;
mod identity;
mod joined_result;
mod reading_comparison;
mod record_comparison;
mod record_name;
mod same_record;
mod text_comparison;

pub use field_comparison::{
    ComparedField, ComparedSet, FieldDifference, compared_fields, number_difference,
};
pub use identity::{
    BY_PLACE, LINK, key_fragment, numbered_key, own_link, page_keys, record_key, shown_key,
    usual_key,
};
pub use joined_result::joined_result;
pub use reading_comparison::{ReadingComparison, counts_readers, number};
pub(crate) use reading_comparison::{Tolerance, compile as compile_ignored};
pub use record_comparison::{
    RecordChange, Renewal, confirms, in_short, is_shortened, record_changes, renewal, text_changes,
};
pub use record_name::record_name;
pub use same_record::{is_same_article, is_same_row};
pub use text_comparison::{ComparedLine, TextPart, TextSide, compared_text, compared_words};
