//! How much a changed rule finds on its page, and whether patterns of an earlier guess must go.

use jiff::Timestamp;

use super::Work;
use crate::protocol::authoring::PageRole;
use bowerbird_logic::authoring::learn::Ranked;
use bowerbird_logic::messages::Message;
use bowerbird_logic::page::Page;
use bowerbird_logic::rules::{LinkFilter, RuleFile, parse};

/// Removes the rule's patterns that reject a pick: they come from an earlier guess.
pub(super) fn settle_patterns(
    file: &mut RuleFile,
    work: &Work<'_>,
    page: &Page,
    notes: &mut Vec<Message>,
) {
    let has_patterns = |file: &RuleFile| {
        let list = file.list.as_ref();
        list.is_some_and(|list| list.filter != LinkFilter::default())
    };
    if work.role != PageRole::List || !has_patterns(file) {
        return;
    }
    let with = count(file, work.role, page, work.now);
    let mut open = file.clone();
    if let Some(list) = &mut open.list {
        list.filter = LinkFilter::default();
    }
    let without = count(&open, work.role, page, work.now);
    if without > with {
        *file = open;
        notes.push(Message::new("engine-bench-patterns-gone").with("count", without - with));
    }
}

/// How many items or records the rule finds. A person waits for it, so values are read later.
pub(super) fn count(file: &RuleFile, role: PageRole, page: &Page, now: Timestamp) -> usize {
    let Ok(rule) = parse(&bowerbird_logic::rules::write(file)) else {
        return 0;
    };
    let prepared = rule.page_of(page);
    let page = prepared.as_ref().unwrap_or(page);
    match role {
        PageRole::List => rule.count_items(page, now),
        PageRole::Article | PageRole::Records => rule.locate_records(page, now).rows.len(),
    }
}

/// The number of pages on which an alternative finds something.
pub(super) fn pages_with(ranked: &Ranked) -> usize {
    ranked
        .values
        .iter()
        .filter(|values| !values.is_empty())
        .count()
}
