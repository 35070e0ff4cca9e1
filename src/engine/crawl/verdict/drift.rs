//! Whether a list page still reads as the one kept from an earlier visit. Flows in: the page of now
//! and what the rule made of it. Flows out: what cannot be explained by news. The kept page is read
//! anew by the rule of now, and only where that is the rule it was read by then: what a person
//! changed is no redesign.

use std::collections::HashSet;

use jiff::Timestamp;
use url::Url;

use crate::crawl::read::reading::Job;
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::{Drift, Listed, drift};
use bowerbird_logic::page::{Page, decode, without_fragment};
use bowerbird_logic::rules::{ListPage, ListRule, RuleFile, SearchRule, file_of};

/// Whether the answer is a page of a list that may be held against an earlier one: of the pages of
/// a list only the first shows the same place every time.
pub(in crate::crawl) fn comparable(job: &Job) -> bool {
    job.request.kind == RequestKind::List
        && job.request.depth == 0
        && job.kept.is_none()
        && !job.rule.reads_documents()
}

/// What a list page says, item by item.
pub(in crate::crawl) fn listed(list: &ListPage) -> Vec<Listed> {
    let items = list.items.iter().map(|item| Listed {
        url: match item.alone {
            true => String::new(),
            false => without_fragment(&item.url).into(),
        },
        values: item
            .fields
            .iter()
            .map(|(name, value)| (name.clone(), value.joined()))
            .collect(),
    });
    items.collect()
}

/// How `page`, of which the rule made `now`, reads otherwise than before.
pub(in crate::crawl) fn drifted(job: &Job, page: &Page, now: &[Listed]) -> Option<Drift> {
    if now.is_empty() || !comparable(job) {
        return None;
    }
    let before = before(job)?;
    let links: HashSet<String> = page
        .links()
        .iter()
        .map(|url| without_fragment(url).into())
        .collect();
    drift(&before, now, |url| links.contains(url))
}

/// What the rule makes of the page that was kept. What cannot be read from the store says nothing.
fn before(job: &Job) -> Option<Vec<Listed>> {
    let store = &job.context.store;
    let kept = store.snapshot(job.site, &job.request.url).ok()??;
    if kept.meta.evidence || !same_rule(job, kept.meta.fetched_at) {
        return None;
    }
    let header = kept
        .meta
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    let decoded = decode(&kept.body, header.map(|(_, value)| value.as_str()));
    let url = Url::parse(kept.meta.url_chain.last()?).ok()?;
    let asked = Url::parse(&job.request.url).ok()?;
    let page = job.rule.page(&decoded.text, &url);
    let fields = &job.request.fields;
    let list = job
        .rule
        .list_page_for(&page, &asked, fields, kept.meta.fetched_at);
    Some(listed(&list))
}

/// Whether the list was read at `then` as it is now.
fn same_rule(job: &Job, then: Timestamp) -> bool {
    let Ok(versions) = job.context.store.rule_versions(job.site) else {
        return false;
    };
    let version = versions.iter().find(|version| version.saved_at <= then);
    let file = version.and_then(|version| file_of(&version.rule_toml).ok());
    file.is_some_and(|file| reads(&file) == reads(job.rule.file()))
}

/// The part of a rule that says what is read off a list; how far it is followed is left out.
fn reads(file: &RuleFile) -> (Option<ListRule>, Option<SearchRule>) {
    let list = file
        .list
        .clone()
        .map(|list| ListRule { next: None, ..list });
    (list, file.search.clone())
}
