//! What the rule finds on one page, by what the page was asked for: a list, a content page, a page
//! of a whole-site crawl. Flows in: a job and its parsed page. Flows out: records, links and how
//! far the rule fits; nothing is judged here.

use url::Url;

use super::listing::{Said, crawled, from_list, said};
use super::reading::{Job, News};
use crate::crawl::verdict::drift::{comparable, listed};
use crate::extract::{Extracted, extract_asked, note_list_sources};
use bowerbird_io::store::{NewRequest, RequestKind};
use bowerbird_logic::detect::{Listed, RuleOutcome};
use bowerbird_logic::model::{DefaultColumn, FROM_LIST, Record};
use bowerbird_logic::page::{Page, without_fragment};

/// A further page of what has been read in part: repeating what came before is how it ends, and
/// no sign of a block.
pub(in crate::crawl) fn is_further(job: &Job) -> bool {
    let first_depth = u32::from(job.rule.has_list());
    job.part || (job.rule.file().record.is_some() && job.request.depth > first_depth)
}

/// What the rule found on a page.
#[derive(Default)]
pub(in crate::crawl) struct Found {
    pub(in crate::crawl) records: Vec<Record>,
    pub(in crate::crawl) contents: Vec<NewRequest>,
    pub(in crate::crawl) next_list: Option<NewRequest>,
    pub(in crate::crawl) further: Vec<NewRequest>,
    pub(in crate::crawl) newest: Option<String>,
    pub(in crate::crawl) said: Option<Said>,
    pub(in crate::crawl) stamps: Vec<(String, String)>,
    pub(in crate::crawl) stood_in: bool,
    pub(in crate::crawl) complete: bool,
    pub(in crate::crawl) next_part: Option<Url>,
    pub(in crate::crawl) single_page: Option<Url>,
    pub(in crate::crawl) news: News,
    /// What the list says, where that can be held against an earlier visit.
    pub(in crate::crawl) listed: Vec<Listed>,
    pub(in crate::crawl) outcome: RuleOutcome,
    /// Whether the rule would cause too much work on this page, so that something is left out.
    pub(in crate::crawl) cut: bool,
}

/// Reads a page as what it was asked for.
pub(in crate::crawl) fn find(job: &Job, page: &Page, headers: &[(String, String)]) -> Found {
    let asked = Url::parse(&job.request.url).unwrap_or_else(|_| page.url().clone());
    match job.request.kind {
        RequestKind::List => {
            let fields = &job.request.fields;
            let list = job.rule.list_page_for(page, &asked, fields, job.now);
            let listed = match comparable(job) {
                true => listed(&list),
                false => Vec::new(),
            };
            Found {
                listed,
                cut: list.cut,
                ..from_list(job, page, list, headers)
            }
        }
        RequestKind::Content => {
            let listed = &job.request.fields;
            let extracted = extract_asked(&job.rule, page, &asked, listed, job.now);
            Found {
                cut: extracted.cut,
                ..from_content(job, extracted)
            }
        }
        RequestKind::Page => {
            let extracted = match job.rule.is_record_page(page.url()) {
                true => extract_asked(&job.rule, page, &asked, &[], job.now),
                false => Extracted::default(),
            };
            Found {
                cut: extracted.cut,
                ..from_page(job, page, extracted)
            }
        }
    }
}

/// A page of a crawl: its links, and its records where it fits the rule. What does not fit is a
/// page on the way.
fn from_page(job: &Job, page: &Page, extracted: Extracted) -> Found {
    let fits = extracted.missing.is_empty() && !extracted.stood_in;
    let mut found = match fits {
        true => from_content(job, extracted),
        false => Found::default(),
    };
    found.contents.extend(crawled(job, page));
    found.said = Some(said(page));
    found.outcome = RuleOutcome::Fits;
    found
}

/// Content pages found on lists have depth 1 (0 where they are start pages) and each further page
/// of the same content one more, so that the depth counts the pages of a thread.
fn from_content(job: &Job, mut extracted: Extracted) -> Found {
    let (file, request) = (job.rule.file(), &job.request);
    let checkable = file.record.is_some() || file.fields.iter().any(|field| field.required);
    let complete = extracted.missing.is_empty() && !extracted.stood_in;
    let lacks = !extracted.missing.is_empty() && !extracted.stood_in;
    if lacks && file.record.is_none() && !job.part {
        // What a page must have and has not makes it no page of the rule; without the rule it may be
        // one, where something on the page is to be read.
        let reads = |record: &Record| {
            let text = record.provenance.get(DefaultColumn::Text.token());
            text.is_some_and(|source| *source < FROM_LIST) && !record.text.trim().is_empty()
        };
        let generic = job.rule.generic_method().is_some();
        extracted.records.retain(|record| generic && reads(record));
        extracted.stood_in = !extracted.records.is_empty();
    }
    note_list_sources(&mut extracted.records, &request.sources);
    // A further page of an article need not have its title and date.
    let outcome = if !checkable || job.part {
        RuleOutcome::Unknown
    } else if complete && !extracted.records.is_empty() {
        RuleOutcome::Fits
    } else {
        RuleOutcome::Misses
    };
    let first_depth = u32::from(job.rule.has_list());
    let pages = request.depth.saturating_sub(first_depth).saturating_add(1);
    let most = file
        .record
        .as_ref()
        .and_then(|record| record.next.as_ref())
        .and_then(|next| next.max_pages)
        .unwrap_or(u32::MAX);
    let contents = extracted
        .next
        .filter(|_| pages < most)
        .map(|url| NewRequest {
            url: without_fragment(&url).into(),
            depth: request.depth.saturating_add(1),
            ..request.clone()
        });
    Found {
        records: extracted.records,
        contents: contents.into_iter().collect(),
        stood_in: extracted.stood_in,
        complete,
        next_part: extracted.next_part,
        single_page: extracted.single_page,
        outcome,
        ..Found::default()
    }
}
