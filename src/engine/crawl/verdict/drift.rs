//! Whether a list page still reads like the one stored from an earlier visit. Input: the current
//! page and the rule's result. Output: differences that news cannot explain. The stored page is
//! read again with the current rule, and only if it was read with the same rule then: an edit by a
//! person is not a redesign.

use jiff::Timestamp;
use url::Url;

use super::RunHistory;
use super::verdict_steps::Case;
use crate::crawl::read::ReadTask;
use crate::crawl::read::listing::listed;
use bowerbird_logic::detect::{Drift, Listed, drift};
use bowerbird_logic::page::decode;
use bowerbird_logic::rules::{ListRule, RuleFile, SearchRule, file_of};

/// How a list page reads differently than before.
pub(super) fn drifted(case: &Case<'_>) -> Option<Drift> {
    let now = &case.reading.found.listed;
    if now.is_empty() || !case.task.is_compared(case.response) {
        return None;
    }
    let before = before(case.history, case.task)?;
    let links = &case.page?.links;
    drift(&before, now, |url| links.contains(url))
}

/// The rule's result on the stored page. Unreadable pages are ignored.
fn before(history: &RunHistory, task: &ReadTask) -> Option<Vec<Listed>> {
    let store = &history.store;
    let kept = store.snapshot(history.site, &task.request.url).ok()??;
    if kept.meta.evidence || !same_rule(history, task, kept.meta.fetched_at) {
        return None;
    }
    let header = kept
        .meta
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let decoded = decode(&kept.body, header.map(|(_, value)| value.as_str()));
    let url = Url::parse(kept.meta.url_chain.last()?).ok()?;
    let asked = Url::parse(&task.request.url).ok()?;
    let page = task.rule.page(&decoded.text, &url);
    let fields = &task.request.fields;
    let list = task
        .rule
        .list_page_for(&page, &asked, fields, kept.meta.fetched_at);
    Some(listed(&list))
}

/// Whether the list was read at `then` as it is now.
fn same_rule(history: &RunHistory, task: &ReadTask, then: Timestamp) -> bool {
    let Ok(versions) = history.store.rule_versions(history.site) else {
        return false;
    };
    let version = versions.iter().find(|version| version.saved_at <= then);
    let file = version.and_then(|version| file_of(&version.rule_toml).ok());
    file.is_some_and(|file| reads(&file) == reads(task.rule.file()))
}

/// The part of a rule that defines what is read from a list, without how far it is followed.
fn reads(file: &RuleFile) -> (Option<ListRule>, Option<SearchRule>) {
    let list = file
        .list
        .clone()
        .map(|list| ListRule { next: None, ..list });
    (list, file.search.clone())
}
