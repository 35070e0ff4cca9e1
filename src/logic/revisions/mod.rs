//! Compares versions of a rule or of a record: which sections, fields and alternatives differ, and
//! which lines. Input: the texts of two rule files. Output: changes and a line diff. Parses
//! TOML, not rules, so that a version rejected by today's checks can still be compared.

mod changes;
mod likeness;
mod record;
mod unified;

pub use changes::{RuleChange, RuleChangeKind, changes};
pub use likeness::is_same_article;
pub use record::{
    RecordChange, Renewal, confirms, is_shortened, record_changes, renewal, text_changes,
};
pub use unified::unified;
