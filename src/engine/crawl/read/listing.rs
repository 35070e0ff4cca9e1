//! Turns a list into requests: content pages, records of its own, the next page, further documents
//! of the same source; also for a page of a whole-site crawl. Input: the rule's result.
//! Output: requests in the list's order, each with the list's values for it.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};
use url::Url;

use super::ReadTask;
use super::apply_rule::{News, NextLists, RuleResult};
use super::nested_sitemaps::further_lists;
use crate::crawl::fetch::Response;
use bowerbird_io::store::{NewRequest, PageYield, RequestKind, Revisited};
use bowerbird_logic::authoring::learn::overview;
use bowerbird_logic::detect::{Listed, RuleOutcome};
use bowerbird_logic::model::{ListPosition, Value};
use bowerbird_logic::page::{Page, visible_text, without_fragment};
use bowerbird_logic::policy::defaults::max_list_pages;
use bowerbird_logic::rules::{ListItem, ListPage};
use bowerbird_logic::sources::next_link;

/// The maximum number of elements of a page that is searched for feeds.
const MAX_ELEMENTS: usize = 50_000;

/// The requests from a list page.
pub(in crate::crawl) fn from_list(
    task: &ReadTask,
    page: &Page,
    mut list: ListPage,
    response: &Response,
) -> RuleResult {
    let request = &task.request;
    if list.next.is_none() && follows_headers(task) {
        let headers = response.answer.as_ref().map(|fetched| &fetched.headers);
        let next = headers.ok().and_then(|headers| next_link(headers));
        list.next = next.and_then(|next| page.join(&next));
    }
    let fits = !list.items.is_empty() || !list.further.is_empty() || list.is_document;
    let mut further = further_lists(request, &list.further);
    if !fits && task.rule.reads_documents() {
        further = discovered(task, page);
    }
    let outcome = match fits || !further.is_empty() {
        true => RuleOutcome::Fits,
        false => RuleOutcome::Misses,
    };
    let news = News {
        wanted: list.items.iter().map(|item| hash_of(&item.url)).collect(),
        refused: list.refused.iter().map(hash_of).collect(),
    };
    let newest = list.newest().map(str::to_owned);
    let stamps = list.items.iter().filter(|item| !item.alone);
    let stamps = stamps
        .filter_map(|item| Some((task.rule.address(&item.url).into(), item.stamp.clone()?)))
        .collect();
    let next_list = list.next.take();
    let next_list = next_list.map(|url| {
        let address = task.rule.list_address(&url);
        next_of(
            request,
            task.rule.next_with_values(&address, &request.fields),
        )
    });
    let most = max_list_pages(task.rule.most_lists(&request.fields));
    let mut searched = request.fields.clone();
    task.rule
        .join_results(&mut searched, request.depth, &mut list.items);
    let (alone, linked): (Vec<(u32, ListItem)>, Vec<_>) =
        (0_u32..).zip(list.items).partition(|(_, item)| item.alone);
    let records = alone.into_iter().map(|(_, mut item)| {
        item.fields = inherited(item.fields, &searched);
        item.into_record()
    });
    let contents = linked
        .into_iter()
        .map(|(number, item)| content_of(task, number, item, &searched));
    RuleResult {
        yields: PageYield {
            records: records.collect(),
            requests: contents.collect(),
            revisited: Revisited::stamped(stamps),
        },
        lists: NextLists {
            beyond_limit: next_list.as_ref().is_some_and(|next| next.depth >= most),
            next: next_list.filter(|next| next.depth < most),
            further,
            newest,
            news,
        },
        outcome,
        ..RuleResult::default()
    }
}

/// The values on a list page, item by item.
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

/// Whether a header may name the next page: if the rule leaves it to the program.
fn follows_headers(task: &ReadTask) -> bool {
    let api = task.rule.file().api.as_ref();
    api.and_then(|api| api.next.as_ref())
        .is_some_and(|next| next.auto)
}

fn content_of(
    task: &ReadTask,
    number: u32,
    item: ListItem,
    searched: &[(String, Value)],
) -> NewRequest {
    let request = &task.request;
    NewRequest {
        url: task.rule.address(&item.url).into(),
        kind: RequestKind::Content,
        position: ListPosition {
            page: request.position.page,
            item: number,
        },
        depth: 1,
        fields: inherited(item.fields, searched),
        sources: item.provenance,
    }
}

/// The fields of an item, with those of its list request, such as the keyword of a search.
fn inherited(mut own: Vec<(String, Value)>, listed: &[(String, Value)]) -> Vec<(String, Value)> {
    for (name, value) in listed {
        if !own.iter().any(|(known, _)| known == name) {
            own.push((name.clone(), value.clone()));
        }
    }
    own
}

pub(super) fn next_of(request: &NewRequest, url: Url) -> NewRequest {
    NewRequest {
        url: url.into(),
        kind: RequestKind::List,
        position: ListPosition {
            page: request.position.page.saturating_add(1),
            item: 0,
        },
        depth: request.depth.saturating_add(1),
        fields: request.fields.clone(),
        sources: BTreeMap::new(),
    }
}

/// The feed or sitemaps named by a page that was sent instead of a document.
fn discovered(task: &ReadTask, page: &Page) -> Vec<NewRequest> {
    let request = &task.request;
    // A page found this way is not followed further.
    if request.depth > 0 || page.elements().count() > MAX_ELEMENTS {
        return Vec::new();
    }
    let seen = overview(page);
    let here = without_fragment(page.url());
    let feeds = seen.feeds.into_iter().filter(|feed| feed.declared);
    let feeds = feeds.map(|feed| feed.url).collect();
    task.rule
        .named_documents(feeds, seen.sitemaps)
        .into_iter()
        .filter(|url| without_fragment(url) != here)
        .map(|url| next_of(request, without_fragment(&url)))
        .collect()
}

/// The links of a crawled page.
pub(in crate::crawl) fn crawled(task: &ReadTask, page: &Page) -> Vec<NewRequest> {
    let request = &task.request;
    let links = task.rule.crawl_links(page, request.depth);
    links
        .into_iter()
        .zip(0_u32..)
        .map(|(url, number)| NewRequest {
            url: url.into(),
            kind: RequestKind::Page,
            position: ListPosition {
                page: request.depth.saturating_add(1),
                item: request
                    .position
                    .item
                    .saturating_mul(64)
                    .saturating_add(number),
            },
            depth: request.depth.saturating_add(1),
            // The value that its start page was read with.
            fields: request.fields.clone(),
            sources: BTreeMap::new(),
        })
        .collect()
}

/// The content of a page, as hashes that detect pages with the same content.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::crawl) struct TextDigest {
    /// A hash of all its words without numbers: pages of a trap differ only in those.
    pub(in crate::crawl) text: u64,
    /// Hashes of its words, each once; only for addresses with parameters.
    pub(in crate::crawl) words: Vec<u32>,
}

/// The content hashes of a page.
pub(in crate::crawl) fn text_digest(page: &Page) -> TextDigest {
    let mut hasher = DefaultHasher::new();
    let text = visible_text(page);
    let words = text.split(|c: char| c.is_whitespace() || c.is_ascii_digit());
    for word in words.filter(|word| !word.is_empty()) {
        word.hash(&mut hasher);
    }
    TextDigest {
        text: hasher.finish(),
        words: match page.url().query() {
            Some(_) => word_hashes(&text),
            None => Vec::new(),
        },
    }
}

/// Words between white space and digits; text without spaces is split into pairs of characters.
fn word_hashes(text: &str) -> Vec<u32> {
    let hash = |word: &str| {
        let mut hasher = DefaultHasher::new();
        word.hash(&mut hasher);
        u32::try_from(hasher.finish() >> 32).unwrap_or(0)
    };
    let mut found = Vec::new();
    for word in text
        .split(|c: char| !c.is_alphabetic())
        .filter(|w| !w.is_empty())
    {
        if word.is_ascii() || !word.chars().any(|c| c >= '\u{2E80}') {
            found.push(hash(word));
            continue;
        }
        let mut before: Option<usize> = None;
        for (at, c) in word.char_indices() {
            let end = at + c.len_utf8();
            if let Some(pair) = before.and_then(|before| word.get(before..end)) {
                found.push(hash(pair));
            }
            before = Some(at);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// An address as the hash by which list links are remembered.
pub(in crate::crawl) fn hash_of(url: &Url) -> u64 {
    let mut hasher = DefaultHasher::new();
    url.as_str().hash(&mut hasher);
    hasher.finish()
}
