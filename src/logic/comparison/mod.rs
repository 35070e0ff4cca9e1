//! Compares two versions of a rule file (`rule_changes`: key by key; `unified_diff`: line by line)
//! or of a record (`records`). Input: the texts of two rule files, or records. Output: what differs.
//! Parses TOML, not rules, so that a version rejected by today's checks can still be compared.

mod records;
mod rule_changes;
mod unified_diff;

pub use records::{
    BY_PLACE, ComparedField, ComparedLine, ComparedSet, FieldDifference, LINK, ReadingComparison,
    RecordChange, Renewal, TextPart, TextSide, compared_fields, compared_text, compared_words,
    confirms, counts_readers, in_short, is_same_article, is_same_row, is_shortened, joined_result,
    key_fragment, number, number_difference, numbered_key, own_link, page_keys, record_changes,
    record_key, record_name, renewal, shown_key, text_changes, usual_key,
};
pub(crate) use records::{Tolerance, compile_ignored};
pub use rule_changes::{RuleChange, RuleChangeKind, changes};
pub use unified_diff::unified;
