//! Whether an answer is of the sort that was asked for: a page, a list, a document of the rule's kind.
//! Flows in: an answer and what the rule found on it. Flows out: a verdict on what is none, which is
//! no end of a list and no record; or nothing. Answers with an error status are judged elsewhere.

use super::first_pages::is_bare;
use super::passes::Case;
use crate::crawl::read::ReadTask;
use crate::crawl::read::found::RuleResult;
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::{RuleOutcome, is_json, json_error};
use bowerbird_logic::model::{EvidencePlace, FROM_GENERIC, PageState, Verdict};
use bowerbird_logic::rules::ListRule;

/// Bytes of JSON above which it is a file of data behind a link, and no answer gone wrong.
const DATA_BYTES: usize = 16 * 1024;
/// Characters of plain text below which it is a message, and no article.
const MESSAGE_CHARS: usize = 500;

/// The verdict on an answer of another sort; `None` when it may be what was asked for.
pub(super) fn other_sort(case: &Case<'_>) -> Option<Verdict> {
    let (task, found) = (case.task, &case.reading.found);
    if case.body.trim().is_empty() {
        return Some(incomplete("no-body", EvidencePlace::Structure, ""));
    }
    match task.request.kind {
        RequestKind::List if task.rule.reads_documents() => of_document(case),
        // A page on the way may be of any sort.
        RequestKind::Page if found.yields.records.is_empty() => None,
        RequestKind::Page if has_own_values(found) => None,
        RequestKind::List | RequestKind::Content if read_by_rule(found) => None,
        _ => of_page(case),
    }
}

/// Whether the rule found what it must, or something of its own.
fn read_by_rule(found: &RuleResult) -> bool {
    found.outcome == RuleOutcome::Fits || has_own_values(found)
}

fn has_own_values(found: &RuleResult) -> bool {
    let by_rule = |source: &u32| *source < FROM_GENERIC;
    let mut records = found.yields.records.iter();
    records.any(|record| record.provenance.values().any(by_rule))
}

/// What an error in JSON says. That there is no such thing is no end of a list whose page before
/// named it.
fn json_error_verdict(case: &Case<'_>) -> Option<Verdict> {
    let task = case.task;
    let verdict = json_error(&task.signals, case.body)?;
    let list = task.request.kind == RequestKind::List;
    let counted = task.request.depth > 0 && task.rule.counts_lists(&task.request.fields);
    Some(match verdict.state {
        PageState::Empty if list && !counted => Verdict {
            state: PageState::Incomplete,
            ..verdict
        },
        _ => verdict,
    })
}

/// A document without items may be an error instead of them.
fn of_document(case: &Case<'_>) -> Option<Verdict> {
    let found = &case.reading.found;
    let (yields, lists) = (&found.yields, &found.lists);
    let has_items = !yields.records.is_empty()
        || !yields.requests.is_empty()
        || !lists.further.is_empty()
        || lists.next.is_some()
        || !lists.news.refused.is_empty();
    if has_items {
        return None;
    }
    if let Some(verdict) = json_error_verdict(case) {
        return Some(verdict);
    }
    let is_none = found.outcome != RuleOutcome::Fits || is_bare(case.body);
    is_none.then(|| {
        incomplete(
            missing(case.task),
            EvidencePlace::Rule,
            &beginning(case.body),
        )
    })
}

/// JSON or a line of text where a page was asked for.
fn of_page(case: &Case<'_>) -> Option<Verdict> {
    let (task, body) = (case.task, case.body);
    if is_json(body) {
        let verdict = json_error_verdict(case);
        let wrong = match task.request.kind {
            // Some lists come in JSON.
            RequestKind::List => is_bare(case.body) || !comes_in_json(case),
            _ => body.len() <= DATA_BYTES,
        };
        let other = wrong.then(|| incomplete("not-markup", EvidencePlace::Header, &kind_of(case)));
        return verdict.or(other);
    }
    let plain = kind_of(case).starts_with("text/plain");
    let message = plain && body.trim().chars().nth(MESSAGE_CHARS).is_none();
    message.then(|| incomplete("not-markup", EvidencePlace::Header, &kind_of(case)))
}

/// Whether the lists of the rule come in JSON: as its selectors say, or as the first page came.
fn comes_in_json(case: &Case<'_>) -> bool {
    let file = case.task.rule.file();
    let in_json = |list: &ListRule| {
        let item = list.item.as_ref().and_then(|item| item.jsonpath.as_ref());
        item.is_some() || list.link.jsonpath.is_some()
    };
    let engines = file.search.iter().flat_map(|search| &search.engines);
    let mut own = engines.filter_map(|engine| engine.list.as_ref());
    file.list.as_ref().is_some_and(in_json)
        || own.any(in_json)
        || case
            .history
            .firsts
            .of(case.history, case.task)
            .is_some_and(|first| first.is_json())
}

/// A further page of a thread without posts: no end where the page before named it.
pub(super) fn lost_part(task: &ReadTask, found: &RuleResult, title: &str) -> Option<Verdict> {
    if task.is_part() || !task.is_further() || !found.yields.records.is_empty() {
        return None;
    }
    Some(match task.rule.counts_parts() {
        true => Verdict::by_signal(PageState::Empty, "no-record", EvidencePlace::Rule, title),
        false => incomplete("no-record", EvidencePlace::Rule, title),
    })
}

/// The verdict that an answer is not, or not wholly, what was asked for.
pub(super) fn incomplete(signal: &str, place: EvidencePlace, matched: &str) -> Verdict {
    Verdict::by_signal(PageState::Incomplete, signal, place, matched)
}

/// What an answer lacks that was asked for as a document.
pub(super) fn missing(task: &ReadTask) -> &'static str {
    task.rule.missing_document().unwrap_or_default()
}

/// The content type of the answer.
fn kind_of(case: &Case<'_>) -> String {
    let kind = case.response.header("content-type");
    kind.unwrap_or("no content-type").to_ascii_lowercase()
}

fn beginning(body: &str) -> String {
    body.trim().chars().take(80).collect()
}
