//! One page → records: the site's rule, and generic extraction where it has none or fails.

use jiff::Timestamp;

use crate::logic::generic::Method;
use crate::logic::model::{Record, Value};
use crate::logic::page::Page;
use crate::logic::rules::Rule;

/// What a page yielded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extracted {
    /// Records, in page order; empty when required fields are missing and generic extraction
    /// finds nothing.
    pub records: Vec<Record>,
    /// Required fields that the rule missed.
    pub missing: Vec<String>,
    /// Next page of the same content.
    pub next: Option<url::Url>,
}

/// Extracts with `rule`, then generically what the rule leaves open (its `[content] generic`).
pub fn extract_with_rule(
    _rule: &Rule,
    _page: &Page,
    _list_fields: &[(String, Value)],
    _now: Timestamp,
) -> Extracted {
    todo!()
}

/// Extracts without a rule.
pub fn extract_generic(_page: &Page, _method: Method) -> Record {
    todo!()
}
