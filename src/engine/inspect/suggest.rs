//! What a page offers without a pick: repeated records, how the list goes on, and a rule made
//! of both. Flows in: a loaded page. Flows out: plain values. Asks nothing of any site.

use super::Loaded;
use crate::logic::learn::{self, Pagination, Suggestion};
use crate::logic::rules::RuleFile;

/// Repeated records of the page, best first.
pub fn suggest(loaded: &Loaded) -> Vec<Suggestion> {
    learn::suggest(&loaded.page)
}

/// How the page goes on, the surest way first.
pub fn pagination(loaded: &Loaded) -> Vec<Pagination> {
    learn::pagination(&loaded.page)
}

/// `base` with the suggestion in it: a list where the records link to pages, else records of the
/// page.
pub fn suggested_rule(suggestion: &Suggestion, base: &RuleFile) -> RuleFile {
    learn::rule_of(suggestion, base)
}
