//! What a list without items means: the end of the list, a list that is really empty, a page in its
//! place, or a rule that no longer matches ("layout changed"). Input: the answer's own verdict and
//! what the run knows of the site's lists. Output: the verdict on it.

use super::unexpected_answers::{incomplete, missing};
use super::verdict_steps::Case;
use crate::crawl::read::PageFacts;
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::{PageSort, RuleOutcome};
use bowerbird_logic::model::{Evidence, EvidencePlace, PageState, Verdict};

/// The verdict on a list of which the rule takes no item.
pub(super) fn verdict_on_empty_list(
    case: &Case<'_>,
    page: &PageFacts,
    verdict: &Verdict,
) -> Verdict {
    let task = case.task;
    let used_to_yield = case.history.used_to_yield(PageSort::List);
    if let Some(wanted) = instead_of_list(case).filter(|_| used_to_yield) {
        return wanted;
    }
    if task.request.depth > 0 {
        return match is_list_end(case, verdict) {
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
        _ if states_emptiness(verdict) => PageState::Empty,
        // This very list had items, or it is built differently from the others.
        _ if own || other() => PageState::Incomplete,
        _ => PageState::Empty,
    };
    let signal = match task.is_document() {
        true => missing(task),
        false => "list-without-items",
    };
    Verdict::by_signal(state, signal, EvidencePlace::Rule, &page.title)
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

/// Whether a further page without items is the end of its list: it says so, or is built like the
/// first page.
pub(super) fn is_list_end(case: &Case<'_>, verdict: &Verdict) -> bool {
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
