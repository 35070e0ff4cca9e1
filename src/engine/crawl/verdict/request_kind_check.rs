//! The pass that uses the requested kind: a login, a list, a page, a document. Input: the
//! answer's own verdict and the rule's result. Output: the verdict on it as that kind. What a list
//! without items means is in `empty_list`.

use super::empty_list::{is_list_end, verdict_on_empty_list};
use super::unexpected_answers::{incomplete, lost_part, missing, other_sort};
use super::verdict_steps::Case;
use crate::crawl::read::ReadTask;
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::RuleOutcome;
use bowerbird_logic::model::{EvidencePlace, PageState, Verdict};
use bowerbird_logic::rules::step_values;
use url::Url;

/// The signal of a further list page that repeats the first one.
pub(in crate::crawl) const FIRST_AGAIN: &str = "first-page-again";

/// The judge sees one answer; the run knows more: what a list without items means for this site,
/// and whether generic extraction replaced a rule that no longer matches.
pub(super) fn adjust_verdict(case: &Case<'_>, status: u16, verdict: Verdict) -> Verdict {
    if let Some(login) = case.sent_to_login {
        return login.clone();
    }
    let (task, found) = (case.task, &case.reading.found);
    let mild = matches!(
        verdict.state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged
    );
    // An empty page past the end of a list has almost no text either.
    let bare = verdict
        .evidence
        .first()
        .is_some_and(|e| e.signal == "bare-page");
    let shell = case.page.and_then(|page| page.shell.as_ref());
    // What is searched for may not be there; all steps were done.
    let of_value = bare && is_reading_of_value(task);
    let is_bare_end = bare && (shell.is_some() || is_list_end(case, &verdict));
    if status >= 400 || !(mild || is_bare_end || of_value) {
        return verdict;
    }
    if let Some(shell) = shell {
        return shell.clone();
    }
    if let Some(other) = other_sort(case) {
        return other;
    }
    let Some(page) = case.page else {
        if task.is_document() {
            return incomplete(missing(task), EvidencePlace::Rule, "");
        }
        let kind = case.response.header("content-type");
        let matched = kind.unwrap_or("no content-type");
        return Verdict::by_signal(
            PageState::Empty,
            "not-markup",
            EvidencePlace::Header,
            matched,
        );
    };
    if task.request.kind == RequestKind::Page {
        return Verdict::ok();
    }
    if task.request.kind == RequestKind::List {
        if found.outcome == RuleOutcome::Fits {
            return first_again(case).unwrap_or_else(Verdict::ok);
        }
        return verdict_on_empty_list(case, page, &verdict);
    }
    if !found.yields.records.is_empty() {
        return Verdict::ok();
    }
    if let Some(lost) = lost_part(task, found, &page.title) {
        return lost;
    }
    if verdict.state == PageState::Ok || of_value {
        return Verdict::by_signal(
            PageState::Empty,
            "no-record",
            EvidencePlace::Rule,
            &page.title,
        );
    }
    verdict
}

/// Whether it is the reading of a page with one value of a step.
pub(super) fn is_reading_of_value(task: &ReadTask) -> bool {
    let url = Url::parse(&task.request.url);
    url.is_ok_and(|url| !step_values(&url).1.is_empty())
}

/// A further page of a list that repeats its first page.
fn first_again(case: &Case<'_>) -> Option<Verdict> {
    let wanted = &case.reading.found.lists.news.wanted;
    if case.task.request.depth == 0 || wanted.is_empty() {
        return None;
    }
    let first = case.history.firsts.of(case.history, case.task)?;
    let again = first.is_again(wanted);
    again.then(|| incomplete(FIRST_AGAIN, EvidencePlace::History, case.title()))
}
