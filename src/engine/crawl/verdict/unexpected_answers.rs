//! Whether an answer is of the requested type: a page, a list, a document of the rule's kind.
//! Input: an answer and the rule's result. Output: a verdict on an unexpected one, which is neither
//! the end of a list nor a record; or nothing. Answers with an error status are judged elsewhere.

use super::first_pages::is_bare;
use super::verdict_steps::Case;
use crate::crawl::read::ReadTask;
use crate::crawl::read::apply_rule::RuleResult;
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::{RuleOutcome, is_json, json_error};
use bowerbird_logic::model::{EvidencePlace, FROM_GENERIC, PageState, Verdict};
use bowerbird_logic::rules::ListRule;

/// Bytes of JSON above which it is a data file behind a link rather than an error answer.
const DATA_BYTES: usize = 16 * 1024;
/// Characters of plain text below which it is a message rather than an article.
const MESSAGE_CHARS: usize = 500;

/// The verdict on an answer of another type; `None` if it may be the requested one.
pub(super) fn other_sort(case: &Case<'_>) -> Option<Verdict> {
    let (task, found) = (case.task, &case.reading.found);
    if case.body.trim().is_empty() {
        return Some(incomplete("no-body", EvidencePlace::Structure, ""));
    }
    match task.request.kind {
        RequestKind::List if task.rule.reads_documents() => of_document(case),
        // An intermediate page may be of any type.
        RequestKind::Page if found.yields.records.is_empty() => None,
        RequestKind::Page if has_own_values(found) => None,
        RequestKind::List | RequestKind::Content if read_by_rule(found) => None,
        _ => of_page(case),
    }
}

/// Whether the rule found what it requires, or something of its own.
fn read_by_rule(found: &RuleResult) -> bool {
    found.outcome == RuleOutcome::Fits || has_own_values(found)
}

fn has_own_values(found: &RuleResult) -> bool {
    let by_rule = |source: &u32| *source < FROM_GENERIC;
    let mut records = found.yields.records.iter();
    records.any(|record| record.provenance.values().any(by_rule))
}

/// The verdict on an error in JSON. "Not found" does not mark the end of a list whose previous page
/// linked it.
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
            // Some lists are served as JSON.
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

/// Whether the lists of the rule are JSON: by its selectors, or by the first page.
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

/// A further page of a thread without posts: not its end if the previous page linked it.
pub(super) fn lost_part(task: &ReadTask, found: &RuleResult, title: &str) -> Option<Verdict> {
    if task.is_part() || !task.is_further() || !found.yields.records.is_empty() {
        return None;
    }
    Some(match task.rule.counts_parts() {
        true => Verdict::by_signal(PageState::Empty, "no-record", EvidencePlace::Rule, title),
        false => incomplete("no-record", EvidencePlace::Rule, title),
    })
}

/// The verdict that an answer is not, or not completely, the requested one.
pub(super) fn incomplete(signal: &str, place: EvidencePlace, matched: &str) -> Verdict {
    Verdict::by_signal(PageState::Incomplete, signal, place, matched)
}

/// What a document answer lacks.
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
