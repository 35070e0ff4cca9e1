//! Rule files: reading, checking, compiling, evaluating, writing back. Flows in: TOML text and
//! pages. Flows out: list items, next pages and records with provenance. A rule that was not
//! checked is never evaluated, and every fault of a file is found at once.

mod check;
mod check_parts;
mod check_sections;
mod check_select;
mod compiled;
mod dates;
mod edit;
mod error;
mod evaluate;
mod field;
mod file;
mod languages;
mod reader;
mod starter;
mod transform;
mod values;

pub use check::{Rule, parse};
pub use dates::{parse_date, parse_date_in};
pub use edit::rewrite;
pub use error::{RuleError, RuleErrors};
pub use evaluate::{Extraction, ListItem, ListPage};
pub use file::{
    Alternative, Content, FieldRule, FieldType, ListRule, Login, Network, NextRule, Politeness,
    RecordRule, RuleFile, Schedule, SiteSection, TakeName, TransformStep,
};
pub use starter::starter;
pub use values::parse_duration;

#[cfg(test)]
mod tests;
