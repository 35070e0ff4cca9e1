//! Rule files: parsing, checking, compiling, evaluating, rewriting. Input: TOML text and pages.
//! Output: list items, next pages and records with provenance. An unchecked rule is never
//! evaluated, and all faults of a file are found in one pass.

mod check;
mod error;
mod evaluate;
mod file;
mod notations;
mod page_step_values;
mod page_steps;
pub(crate) mod paging;
mod reading_cost;
mod sections_and_defaults;
mod shipped;
mod sources;
mod value_steps;

pub use check::fault_paths::fault_paths;
pub use check::select::PAGE_FACTS;
pub use check::warnings::{RuleWarning, warnings};
pub use check::{Rule, file_of, parse};
pub use error::{RuleError, RuleErrors};
pub use evaluate::pages::next_address;
pub use evaluate::prepare::Prepared;
pub use evaluate::trace::{FieldSteps, PartMatches};
pub use evaluate::values_with_places::{CellFault, Located, LocatedPage, LocatedValue};
pub use evaluate::{Extraction, ListItem, ListPage};
pub use file::alternative_kind::AlternativeKind;
pub use file::edit::rewrite;
pub use file::file_select::{Alternative, GroupName, Labels, NextRule, TakeName};
pub use file::file_sources::{
    ApiRule, CrawlRule, EngineRule, FeedRule, FilterResult, LinkFilter, PagesChoice, PagesRule,
    SearchRule, SitemapRule,
};
pub use file::new_rule_text::write;
pub use file::starter::{source_starter, starter};
pub use file::{
    Content, FieldRule, FieldType, ListRule, PageSection, RecordRule, RuleFile, TransformStep,
};
pub use notations::{parse_duration, parse_size, typed_duration};
pub use page_step_values::{step_values, steps_with, with_step_values};
pub use page_steps::{ENTER_KEY, PagePlace, PageStep, STEP_KEYS, StepKind, StepPages};
pub use reading_cost::{
    ReadingCost, RestlessField, SiteReadings, cost_message, cron_of_interval, reading_cost,
    runs_per_day,
};
pub use sections_and_defaults::identity::{GoneRule, GoneWord, IdentityRule, leaving_out};
pub use sections_and_defaults::keep::KeepRule;
pub use sections_and_defaults::limits::Limits;
pub use sections_and_defaults::login::{Login, LoginKind};
pub use sections_and_defaults::network::headers::is_secret_header;
pub use sections_and_defaults::network::{FetchMode, Network};
pub use sections_and_defaults::politeness::Politeness;
pub use sections_and_defaults::read_again::{ReadAgain, watching, watching_page};
pub use sections_and_defaults::revisit::{Adaptive, Revisit};
pub use sections_and_defaults::schedule::Schedule;
pub use sections_and_defaults::site::SiteSection;
pub use sections_and_defaults::supervise::SuperviseRule;
pub use sections_and_defaults::urls::UrlsRule;
pub use shipped::ShippedRule;
pub use sources::compiled_source::Details;
pub use sources::items::later_key;
pub use sources::{Sending, StartPoint};
pub use value_steps::STEPS as TRANSFORM_STEPS;

#[cfg(test)]
mod tests;
