//! Compares versions of a rule or of a record: which sections, fields and alternatives differ, and
//! which lines; which record it is, and whether what differs says anything. Input: the texts of two
//! rule files, or records. Output: changes and a line diff. Parses TOML, not rules, so that a version rejected by today's checks can still be compared.

mod changes;
mod comparison;
mod field_comparison;
mod identity;
mod record_comparison;
mod same_record;
mod text_comparison;
mod unified_diff;

pub use changes::{RuleChange, RuleChangeKind, changes};
pub use comparison::{ReadingComparison, counts_readers, number};
pub(crate) use comparison::{Tolerance, compile as compile_ignored};
pub use field_comparison::{
    ComparedField, ComparedSet, FieldDifference, compared_fields, number_difference,
};
pub use identity::{
    BY_PLACE, LINK, key_fragment, numbered_key, page_keys, record_key, shown_key, usual_key,
};
pub use record_comparison::{
    RecordChange, Renewal, confirms, in_short, is_shortened, record_changes, renewal, text_changes,
};
pub use same_record::is_same_article;
pub use text_comparison::{ComparedLine, TextPart, TextSide, compared_text, compared_words};
pub use unified_diff::unified;
