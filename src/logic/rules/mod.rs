//! Rule files: reading, checking, compiling, evaluating, writing back. Flows in: TOML text and
//! pages. Flows out: list items, next pages and records with provenance. A rule that was not
//! checked is never evaluated, and every fault of a file is found at once.

mod budget;
mod check;
mod check_fields;
mod check_next;
mod check_parts;
mod check_search;
mod check_sections;
mod check_select;
mod check_sources;
mod compiled;
mod context;
mod dates;
mod edit;
mod error;
mod evaluate;
mod field;
mod file;
mod file_select;
mod file_sources;
mod find;
mod languages;
mod limits;
mod located;
mod login;
mod numbers;
mod pages;
mod pictures;
mod prepare;
mod preview_steps;
mod reader;
mod record_addresses;
mod revisit;
mod signals;
mod source_items;
mod source_ways;
mod sources;
mod starter;
mod starts;
mod supervise;
mod trace;
mod transform;
mod urls;
mod validity;
mod values;
mod write;
mod yes_no;

pub use check::{Rule, file_of, parse};
pub use dates::{parse_date, parse_date_in};
pub use edit::rewrite;
pub use error::{RuleError, RuleErrors};
pub use evaluate::{Extraction, ListItem, ListPage};
pub use file::{
    Content, FieldRule, FieldType, ListRule, Network, PageSection, Politeness, RecordRule,
    RuleFile, Schedule, SiteSection, TransformStep,
};
pub use file_select::{Alternative, GroupName, Labels, NextRule, TakeName};
pub use file_sources::{
    ApiRule, CrawlRule, EngineRule, FeedRule, PagesChoice, PagesRule, SearchRule, SitemapRule,
};
pub use limits::Limits;
pub use located::{Cell, CellFault, Located, LocatedPage};
pub use login::{Login, LoginKind};
pub(crate) use pictures::shown_picture;
pub use prepare::Prepared;
pub use revisit::{Adaptive, Revisit};
pub use source_items::later_key;
pub use source_ways::Details;
pub use sources::{Sending, Start};
pub use starter::{source_starter, starter};
pub use supervise::SuperviseRule;
pub use trace::{FieldSteps, PartMatches};
pub use transform::STEPS as TRANSFORM_STEPS;
pub use urls::UrlsRule;
pub use values::{parse_duration, parse_size};
pub use write::write;

#[cfg(test)]
mod tests;
