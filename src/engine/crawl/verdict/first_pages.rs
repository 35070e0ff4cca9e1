//! The good first pages of lists, also from an earlier process, with which further pages are
//! compared. Input: first pages as they are read, and those stored in the project. Output:
//! whether a further page repeats the first one, or is an empty one past the end.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use url::Url;

use super::RunHistory;
use crate::crawl::read::ReadTask;
use crate::crawl::read::listing::hash_of;
use crate::crawl::start_pages::start_number;
use bowerbird_io::store::{Snapshot, StoreReader};
use bowerbird_logic::detect::{Shape, is_json};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::page::decode;
use bowerbird_logic::rules::Rule;

/// The maximum number of first pages remembered at once.
const MOST: usize = 1_000;
/// The maximum number of start pages whose bodies are loaded from an earlier run.
const MAX_LOADED: usize = 20;
/// The minimum number of items to compare: two lists may well share one.
const MIN_ITEMS: usize = 2;
/// The percentage of the first page's items that a page must have to be a repeat of it.
const SAME_PERCENT: usize = 80;

/// The first page of a list.
pub(super) struct First {
    shape: Shape,
    /// Whether it was JSON.
    json: bool,
    /// Its items' addresses, as hashes.
    items: HashSet<u64>,
}

impl First {
    /// Of a page with `items`.
    pub(super) fn of(body: &str, items: &[u64]) -> Self {
        Self {
            shape: Shape::of(body),
            json: is_json(body),
            items: items.iter().copied().collect(),
        }
    }

    /// Whether a page with these items repeats the first page.
    pub(super) fn is_again(&self, items: &[u64]) -> bool {
        let items: HashSet<u64> = items.iter().copied().collect();
        items.len() >= MIN_ITEMS
            && items.is_subset(&self.items)
            && items.len() * 100 >= self.items.len() * SAME_PERCENT
    }

    /// Whether `body` may be an empty page past the end of the list.
    pub(super) fn is_past_end(&self, body: &str) -> bool {
        match self.json {
            true => is_json(body) && !is_bare(body),
            false => Shape::of(body).is_emptied(&self.shape),
        }
    }

    /// Whether the list is JSON.
    pub(super) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether the list had items.
    pub(super) fn has_items(&self) -> bool {
        !self.items.is_empty()
    }
}

/// Whether JSON is empty, without even an empty list.
pub(super) fn is_bare(body: &str) -> bool {
    body.trim().trim_matches(['{', '}']).trim().is_empty()
}

/// The first pages by the numbers of their start addresses; `None` if unknown.
#[derive(Default)]
pub(super) struct FirstPages(Mutex<HashMap<u32, Option<Arc<First>>>>);

impl FirstPages {
    /// Records the first page read for `task`.
    pub(super) fn note(&self, task: &ReadTask, first: First) {
        let number = start_number(&task.rule, task.request.position.page);
        let mut known = self.lock();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(number, Some(Arc::new(first)));
    }

    /// The good first page of the list that the page of `task` belongs to.
    pub(super) fn of(&self, history: &RunHistory, task: &ReadTask) -> Option<Arc<First>> {
        let number = start_number(&task.rule, task.request.position.page);
        if let Some(known) = self.lock().get(&number) {
            return known.clone();
        }
        let kept = kept(history, &task.rule, number).map(Arc::new);
        self.lock().insert(number, kept.clone());
        kept
    }

    /// The first page with items of any list of the rule: they are built alike.
    pub(super) fn any(&self) -> Option<Arc<First>> {
        let known = self.lock();
        let mut known = known.values().flatten();
        known.find(|first| first.has_items()).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, Option<Arc<First>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first page as stored by an earlier run.
fn kept(history: &RunHistory, rule: &Rule, number: u32) -> Option<First> {
    let start = rule.starts().nth(usize::try_from(number).ok()?)?;
    let asked = rule.list_address(&start.url);
    let kept = stored_good_page(&history.store, history.site, asked.as_str())?;
    let text = text_of(&kept);
    let url = Url::parse(kept.meta.url_chain.last()?).ok()?;
    let page = rule.page(&text, &url);
    let list = rule.list_page_for(&page, &asked, &start.fields, kept.meta.fetched_at);
    let items: Vec<u64> = list.items.iter().map(|item| hash_of(&item.url)).collect();
    Some(First::of(&text, &items))
}

/// The stored good page of an address. Unreadable ones are ignored.
fn stored_good_page(store: &StoreReader, site: SiteId, url: &str) -> Option<Snapshot> {
    store.newest_good(site, url).ok().flatten()
}

fn text_of(kept: &Snapshot) -> String {
    let mut headers = kept.meta.headers.iter();
    let kind = headers.find(|(name, _)| name.eq_ignore_ascii_case("content-type"));
    decode(&kept.body, kind.map(|(_, value)| value.as_str())).text
}

impl RunHistory {
    /// Loads the bodies of the first pages from an earlier run, so that one of them is recognised
    /// at once when it is sent for an article.
    pub(in crate::crawl) fn load_first_pages(&self, rule: &Rule) {
        if !rule.has_list() || rule.reads_documents() {
            return;
        }
        for start in rule.starts().take(MAX_LOADED) {
            let asked = rule.list_address(&start.url);
            if let Some(kept) = stored_good_page(&self.store, self.site, asked.as_str()) {
                self.bodies.repeats(&text_of(&kept), asked.as_str(), true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_again_has_its_items_and_no_others() {
        let first = First::of("", &[1, 2, 3, 4, 5]);
        assert!(first.is_again(&[5, 4, 3, 2, 1]));
        assert!(first.is_again(&[1, 2, 3, 4]));
        // Pinned items are on every page.
        assert!(!first.is_again(&[1, 2]));
        assert!(!first.is_again(&[1, 2, 3, 4, 6]));
        assert!(!First::of("", &[1]).is_again(&[1]));
        assert!(!first.is_again(&[]));
    }
}
