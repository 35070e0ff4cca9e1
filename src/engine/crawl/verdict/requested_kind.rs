//! The pass that uses the requested kind: a login, a list, a page, a document. Input: the
//! answer's own verdict and the rule's result. Output: the verdict on it as that kind.

use super::expected::{incomplete, lost_part, missing, other_sort};
use super::passes::Case;
use crate::crawl::fetch::login_redirect::asks_to_log_in;
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::{PageSort, RuleOutcome, SCRIPT_SHELL};
use bowerbird_logic::model::{Evidence, EvidencePlace, PageState, Verdict};

/// The signal of a further list page that repeats the first one.
pub(in crate::crawl) const FIRST_AGAIN: &str = "first-page-again";

/// The judge sees one answer; the run knows more: what a list without items means for this site,
/// and whether generic extraction replaced a rule that no longer matches.
pub(super) fn adjust_verdict(case: &Case<'_>, status: u16, verdict: Verdict) -> Verdict {
    if let Some(login) = sent_to_login(case) {
        return login;
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
    let shell = case.page.is_some_and(|page| page.is_shell);
    if status >= 400 || !(mild || bare && (shell || is_list_end(case, &verdict))) {
        return verdict;
    }
    if shell {
        return incomplete(SCRIPT_SHELL, EvidencePlace::Structure, case.title());
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
        let used_to_yield = case.history.used_to_yield(PageSort::List);
        if let Some(wanted) = instead_of_list(case).filter(|_| used_to_yield) {
            return wanted;
        }
        if task.request.depth > 0 {
            return match is_list_end(case, &verdict) {
                true => Verdict::by_signal(
                    PageState::Empty,
                    "list-without-items",
                    EvidencePlace::Rule,
                    &page.title,
                ),
                false => incomplete("list-without-items", EvidencePlace::Rule, &page.title),
            };
        }
        let firsts = &case.history.firsts;
        let own = firsts
            .of(case.history, task)
            .is_some_and(|first| first.has_items());
        let other = || {
            firsts
                .any()
                .is_some_and(|first| !first.is_past_end(case.body))
        };
        let state = match case.history.had_records {
            true if page.is_long => PageState::LayoutChanged,
            _ if states_emptiness(&verdict) => PageState::Empty,
            // This very list had items, or it is built differently from the others.
            _ if own || other() => PageState::Incomplete,
            _ => PageState::Empty,
        };
        let signal = match task.is_document() {
            true => missing(task),
            false => "list-without-items",
        };
        return Verdict::by_signal(state, signal, EvidencePlace::Rule, &page.title);
    }
    if !found.yields.records.is_empty() {
        return Verdict::ok();
    }
    if let Some(lost) = lost_part(task, found, &page.title) {
        return lost;
    }
    if verdict.state == PageState::Ok {
        return Verdict::by_signal(
            PageState::Empty,
            "no-record",
            EvidencePlace::Rule,
            &page.title,
        );
    }
    verdict
}

/// The page was redirected to the rule's login address: that is a login request, whatever the page
/// says.
fn sent_to_login(case: &Case<'_>) -> Option<Verdict> {
    let ended = case.response.answer.as_ref().ok()?.url()?;
    asks_to_log_in(&case.task.rule, &case.task.request.url, ended.as_str())
}

/// A form in place of the list: it shows who is kept out, and how.
fn instead_of_list(case: &Case<'_>) -> Option<Verdict> {
    let (state, asked) = case.page?.form.clone()?;
    let mut verdict = Verdict::by_signal(
        state,
        "list-without-items",
        EvidencePlace::Rule,
        case.title(),
    );
    verdict.evidence.insert(0, asked);
    Some(verdict)
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

/// Whether a further page without items is the end of its list: it says so, or is built like the
/// first page.
fn is_list_end(case: &Case<'_>, verdict: &Verdict) -> bool {
    let (task, found) = (case.task, &case.reading.found);
    if task.request.kind != RequestKind::List
        || task.request.depth == 0
        || found.outcome == RuleOutcome::Fits
    {
        return false;
    }
    // The previous page linked it if pages are not numbered: then words alone do not mark the end.
    let said = states_emptiness(verdict) && task.rule.counts_lists(&task.request.fields);
    let first = || case.history.firsts.of(case.history, task);
    said || first().is_some_and(|first| first.is_past_end(case.body))
}

/// Whether the page says in words that there are no items.
fn states_emptiness(verdict: &Verdict) -> bool {
    let in_words = |found: &Evidence| found.place == EvidencePlace::Body;
    verdict.state == PageState::Empty && verdict.evidence.iter().any(in_words)
}
