//! Applies the rule to one page, by its kind: a list, a content page, a page of a whole-site crawl.
//! Input: a task and its parsed page. Output: records, links and how well the rule matches;
//! nothing is judged here.

use serde::{Deserialize, Serialize};
use url::Url;

use super::ReadTask;
use super::listing::{TextDigest, crawled, from_list, listed, text_digest};
use super::required_fields::RequiredValues;
use crate::crawl::fetch::Response;
use crate::extract::{Extracted, extract_asked, note_list_sources};
use bowerbird_io::store::{NewRequest, PageYield, RequestKind};
use bowerbird_logic::detect::{Listed, PartialList, RuleOutcome, partial_list};
use bowerbird_logic::model::{DefaultColumn, FROM_LIST, Record};
use bowerbird_logic::page::{Page, without_fragment};
use bowerbird_logic::policy::defaults::max_list_pages;

/// The result of the rule on a page.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::crawl) struct RuleResult {
    /// Records, content pages, and the changes that the page shows.
    pub(in crate::crawl) yields: PageYield,
    /// Where the lists continue.
    pub(in crate::crawl) lists: NextLists,
    /// The items of the list, if they can be compared with an earlier visit.
    pub(in crate::crawl) listed: Vec<Listed>,
    /// How many alike entries the list page shows, if the rule takes a small part of them.
    pub(in crate::crawl) partial: Option<PartialList>,
    /// The content of a crawled page, as a hash.
    pub(in crate::crawl) said: Option<TextDigest>,
    /// Whether generic extraction replaced the rule.
    pub(in crate::crawl) stood_in: bool,
    /// Whether the rule found everything it requires.
    pub(in crate::crawl) complete: bool,
    /// The required fields.
    pub(in crate::crawl) required: RequiredValues,
    /// The next page of the same article.
    pub(in crate::crawl) next_part: Option<Url>,
    /// The whole article on one page.
    pub(in crate::crawl) single_page: Option<Url>,
    /// The outcome of the rule on the page.
    pub(in crate::crawl) outcome: RuleOutcome,
    /// Whether the rule exceeds the work limit on this page, so that results are incomplete.
    pub(in crate::crawl) cut: bool,
}

/// Where the list of a page continues.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::crawl) struct NextLists {
    /// The next list page.
    pub(in crate::crawl) next: Option<NewRequest>,
    /// Further documents of the same source.
    pub(in crate::crawl) further: Vec<NewRequest>,
    /// Whether there is a next list page beyond the limit of pages.
    pub(in crate::crawl) beyond_limit: bool,
    /// The newest key among the items of an API.
    pub(in crate::crawl) newest: Option<String>,
    /// Whether the list page has links, wanted or not, and which.
    pub(in crate::crawl) news: News,
}

/// The links of a list page, by their hashes.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::crawl) struct News {
    /// Those to content pages.
    pub(in crate::crawl) wanted: Vec<u64>,
    /// Those that the rule rejects.
    pub(in crate::crawl) refused: Vec<u64>,
}

/// Reads a page as the kind that was requested.
pub(in crate::crawl) fn find(task: &ReadTask, response: &Response, page: &Page) -> RuleResult {
    let asked = Url::parse(&task.request.url).unwrap_or_else(|_| page.url().clone());
    match task.request.kind {
        RequestKind::List => {
            let fields = &task.request.fields;
            let list = task
                .rule
                .list_page_for(page, &asked, fields, response.received_at);
            let listed = match task.is_compared(response) {
                true => listed(&list),
                false => Vec::new(),
            };
            let partial = match &task.rule.file().list {
                Some(rule) if !rule.partial => partial_list(page, &list.taken, &list.refused),
                _ => None,
            };
            let required = RequiredValues::of_list(&task.rule, &list);
            RuleResult {
                listed,
                partial,
                required,
                cut: list.cut,
                ..from_list(task, page, list, response)
            }
        }
        RequestKind::Content => {
            let listed = &task.request.fields;
            let extracted = extract_asked(&task.rule, page, &asked, listed, response.received_at);
            RuleResult {
                cut: extracted.cut,
                ..from_content(task, extracted)
            }
        }
        RequestKind::Page => {
            let extracted = match task.rule.is_record_page(page.url()) {
                true => extract_asked(&task.rule, page, &asked, &[], response.received_at),
                false => Extracted::default(),
            };
            RuleResult {
                cut: extracted.cut,
                ..from_page(task, page, extracted)
            }
        }
    }
}

/// Reads a page of a crawl: its links, and its records if it matches the rule. Other pages only
/// contribute links.
fn from_page(task: &ReadTask, page: &Page, extracted: Extracted) -> RuleResult {
    let fits = extracted.missing.is_empty() && !extracted.stood_in;
    let mut found = match fits {
        true => from_content(task, extracted),
        false => RuleResult::default(),
    };
    found.yields.requests.extend(crawled(task, page));
    found.said = Some(text_digest(page));
    found.outcome = RuleOutcome::Fits;
    found
}

/// Content pages found on lists have depth 1 (0 for start pages) and each further page of the same
/// content one more, so that the depth counts the pages of a thread.
fn from_content(task: &ReadTask, mut extracted: Extracted) -> RuleResult {
    let (file, request) = (task.rule.file(), &task.request);
    let checkable = file.record.is_some() || file.fields.iter().any(|field| field.required);
    let complete = extracted.missing.is_empty() && !extracted.stood_in;
    let lacks = !extracted.missing.is_empty() && !extracted.stood_in;
    // A further page of an article need not have its title and date.
    let required = match task.is_part() {
        true => RequiredValues::default(),
        false => RequiredValues {
            checked: usize::from(checkable),
            lacking: extracted.missing.clone(),
        },
    };
    if lacks && file.record.is_none() && !task.is_part() {
        // A page without a required value does not match the rule; without a rule any page with
        // readable content may match.
        let reads = |record: &Record| {
            let text = record.provenance.get(DefaultColumn::Text.token());
            text.is_some_and(|source| *source < FROM_LIST) && !record.text.trim().is_empty()
        };
        let generic = task.rule.generic_method().is_some();
        extracted.records.retain(|record| generic && reads(record));
        extracted.stood_in = !extracted.records.is_empty();
    }
    note_list_sources(&mut extracted.records, &request.sources);
    let outcome = if !checkable || task.is_part() {
        RuleOutcome::Unknown
    } else if complete && !extracted.records.is_empty() {
        RuleOutcome::Fits
    } else {
        RuleOutcome::Misses
    };
    let first_depth = u32::from(task.rule.has_list());
    let pages = request.depth.saturating_sub(first_depth).saturating_add(1);
    let next = file.record.as_ref().and_then(|record| record.next.as_ref());
    let most = max_list_pages(next.and_then(|next| next.max_pages));
    let contents = extracted
        .next
        .filter(|_| pages < most)
        .map(|url| NewRequest {
            url: without_fragment(&url).into(),
            depth: request.depth.saturating_add(1),
            ..request.clone()
        });
    RuleResult {
        yields: PageYield {
            records: extracted.records,
            requests: contents.into_iter().collect(),
            ..PageYield::default()
        },
        stood_in: extracted.stood_in,
        complete,
        required,
        next_part: extracted.next_part,
        single_page: extracted.single_page,
        outcome,
        ..RuleResult::default()
    }
}
