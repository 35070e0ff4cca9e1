//! Whether an answer is of the sort that was asked for: a page, a list, a document of the rule's kind.
//! Flows in: an answer and what the rule found on it. Flows out: a verdict on what is none, which is
//! no end of a list and no record; or nothing. Answers with an error status are judged elsewhere.

use super::first_pages::is_bare;
use crate::crawl::read::found::{Found, is_further};
use crate::crawl::read::reading::{Job, because};
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::{RuleOutcome, is_json, says};
use bowerbird_logic::model::{FROM_GENERIC, PageState, Place, Verdict};
use bowerbird_logic::rules::ListRule;

/// Bytes of JSON above which it is a file of data behind a link, and no answer gone wrong.
const DATA_BYTES: usize = 16 * 1024;
/// Characters of plain text below which it is a message, and no article.
const MESSAGE_CHARS: usize = 500;

/// The verdict on an answer of another sort; `None` when it may be what was asked for.
pub(in crate::crawl) fn other_sort(job: &Job, found: &Found, body: &str) -> Option<Verdict> {
    if body.trim().is_empty() {
        return Some(incomplete("no-body", Place::Structure, ""));
    }
    match job.request.kind {
        RequestKind::List if job.rule.reads_documents() => of_document(job, found, body),
        // A page on the way may be of any sort.
        RequestKind::Page if found.records.is_empty() => None,
        RequestKind::Page if has_own_values(found) => None,
        RequestKind::List | RequestKind::Content if read_by_rule(found) => None,
        _ => of_page(job, body),
    }
}

/// Whether the rule found what it must, or something of its own.
fn read_by_rule(found: &Found) -> bool {
    found.outcome == RuleOutcome::Fits || has_own_values(found)
}

fn has_own_values(found: &Found) -> bool {
    let by_rule = |source: &u32| *source < FROM_GENERIC;
    let mut records = found.records.iter();
    records.any(|record| record.provenance.values().any(by_rule))
}

/// What an error in JSON says. That there is no such thing is no end of a list whose page before
/// named it.
fn said_by_error(job: &Job, body: &str) -> Option<Verdict> {
    let verdict = says(&job.signals, body)?;
    let list = job.request.kind == RequestKind::List;
    let counted = job.request.depth > 0 && job.rule.counts_lists(&job.request.fields);
    Some(match verdict.state {
        PageState::Empty if list && !counted => Verdict {
            state: PageState::Incomplete,
            ..verdict
        },
        _ => verdict,
    })
}

/// A document without items may be an error instead of them.
fn of_document(job: &Job, found: &Found, body: &str) -> Option<Verdict> {
    let has_items = !found.records.is_empty()
        || !found.contents.is_empty()
        || !found.further.is_empty()
        || found.next_list.is_some()
        || !found.news.refused.is_empty();
    if has_items {
        return None;
    }
    if let Some(verdict) = said_by_error(job, body) {
        return Some(verdict);
    }
    let is_none = found.outcome != RuleOutcome::Fits || is_bare(body);
    is_none.then(|| incomplete(missing(job), Place::Rule, &beginning(body)))
}

/// JSON or a line of text where a page was asked for.
fn of_page(job: &Job, body: &str) -> Option<Verdict> {
    if is_json(body) {
        let verdict = said_by_error(job, body);
        let wrong = match job.request.kind {
            // Some lists come in JSON.
            RequestKind::List => is_bare(body) || !comes_in_json(job),
            _ => body.len() <= DATA_BYTES,
        };
        let other = wrong.then(|| incomplete("not-markup", Place::Header, &kind_of(job)));
        return verdict.or(other);
    }
    let plain = kind_of(job).starts_with("text/plain");
    let message = plain && body.trim().chars().nth(MESSAGE_CHARS).is_none();
    message.then(|| incomplete("not-markup", Place::Header, &kind_of(job)))
}

/// Whether the lists of the rule come in JSON: as its selectors say, or as the first page came.
fn comes_in_json(job: &Job) -> bool {
    let file = job.rule.file();
    let in_json = |list: &ListRule| {
        let item = list.item.as_ref().and_then(|item| item.jsonpath.as_ref());
        item.is_some() || list.link.jsonpath.is_some()
    };
    let engines = file.search.iter().flat_map(|search| &search.engines);
    let mut own = engines.filter_map(|engine| engine.list.as_ref());
    file.list.as_ref().is_some_and(in_json)
        || own.any(in_json)
        || job.firsts.of(job).is_some_and(|first| first.is_json())
}

/// A further page of a thread without posts: no end where the page before named it.
pub(in crate::crawl) fn lost_part(job: &Job, found: &Found, title: &str) -> Option<Verdict> {
    if job.part || !is_further(job) || !found.records.is_empty() {
        return None;
    }
    Some(match job.rule.counts_parts() {
        true => because(PageState::Empty, "no-record", Place::Rule, title),
        false => incomplete("no-record", Place::Rule, title),
    })
}

/// The verdict that an answer is not, or not wholly, what was asked for.
pub(in crate::crawl) fn incomplete(signal: &str, place: Place, matched: &str) -> Verdict {
    because(PageState::Incomplete, signal, place, matched)
}

/// What an answer lacks that was asked for as a document.
pub(in crate::crawl) fn missing(job: &Job) -> &'static str {
    job.rule.missing_document().unwrap_or_default()
}

/// The content type of the answer.
fn kind_of(job: &Job) -> String {
    let fetched = job.answer.as_ref().ok();
    let kind = fetched.and_then(|fetched| fetched.header("content-type"));
    kind.unwrap_or("no content-type").to_ascii_lowercase()
}

fn beginning(body: &str) -> String {
    body.trim().chars().take(80).collect()
}
