//! Compares versions of a rule or of a record: which sections, fields and alternatives differ, and
//! which lines. Input: the texts of two rule files. Output: changes and a line diff. Parses
//! TOML, not rules, so that a version rejected by today's checks can still be compared.

mod changes;
mod record_comparison;
mod same_record;
mod unified_diff;

pub use changes::{RuleChange, RuleChangeKind, changes};
pub use record_comparison::{
    RecordChange, Renewal, confirms, is_shortened, record_changes, renewal, text_changes,
};
pub use same_record::is_same_article;
pub use unified_diff::unified;
