//! Rule files: reading, checking, compiling, evaluating, writing back. Flows in: TOML text and
//! pages. Flows out: list items, next pages and records with provenance.

mod check;
mod dates;
mod edit;
mod error;
mod evaluate;
mod file;
mod transform;

pub use check::{Rule, parse};
pub use dates::parse_date;
pub use edit::{rewrite, starter};
pub use error::{RuleError, RuleErrors};
pub use evaluate::{Extraction, ListItem, ListPage};
pub use file::{
    Alternative, Content, FieldRule, FieldType, ListRule, Login, Network, NextRule, Politeness,
    RecordRule, RuleFile, Schedule, SiteSection, TakeName, TransformStep,
};
