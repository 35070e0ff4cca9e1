//! The verdict on one answer, pass by pass. Input: a reading with the verdict of the answer
//! alone. Output: the reading with the final verdict, the stored part of the answer, and no
//! contents if it is not ok. Each pass sees the result of the previous one:
//!
//! 1. the answer alone, or as one whose body another address has had ([`judgement`]);
//! 2. the requested kind: a login, a list, a page, a document ([`request_kind_check`](super::request_kind_check));
//! 3. our own user agent, if it may be the reason of a refusal;
//! 4. a list in place of a page;
//! 5. what the site's answers usually look like ([`site_history`](super::site_history));
//! 6. a person's ruling on such pages, which overrides the rest;
//! 7. whether a list reads as at the last visit ([`drift`](super::drift)).
//!
//! Checks through another egress ([`recheck`](crate::crawl::pipeline)) and as another visitor
//! come after these.
//!
//! [`judgement`]: bowerbird_logic::detect::judgement

use super::RunHistory;
use super::body_hashes::Repeats;
use super::drift::drifted;
use super::first_pages::First;
use super::request_kind_check::{adjust_verdict, is_reading_of_value};
use super::site_history::{JudgedAnswer, trace};
use super::snapshots::{picture_of, snapshot};
use crate::crawl::fetch::Response;
use crate::crawl::read::apply_rule::RuleResult;
use crate::crawl::read::{PageFacts, ReadTask, Reading, VerdictInput};
use bowerbird_io::fetch::{FetchError, Fetched};
use bowerbird_io::store::{RequestKind, Snapshot};
use bowerbird_logic::detect::{
    Drift, Judgement, PageSort, RuleOutcome, Trace, blame_agent, is_doubtful, page_fingerprint,
};
use bowerbird_logic::model::{EvidencePlace, PageState, Ruling, Verdict};

/// A reading in the passes.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) history: &'a RunHistory,
    pub(super) task: &'a ReadTask,
    pub(super) response: &'a Response,
    pub(super) reading: &'a Reading,
    pub(super) body: &'a str,
    pub(super) page: Option<&'a PageFacts>,
    /// The verdict if the request was redirected to the rule's login page.
    pub(super) sent_to_login: Option<&'a Verdict>,
}

impl Case<'_> {
    /// Title of the page.
    pub(super) fn title(&self) -> &str {
        self.page.map_or("", |page| page.title.as_str())
    }
}

/// Settles the verdict on `reading`, the reading of `response`.
pub(in crate::crawl) fn settle(
    history: &RunHistory,
    task: &ReadTask,
    response: &Response,
    mut reading: Reading,
) -> Reading {
    let agent = task.rule.file().network.user_agent.clone();
    let agent = agent.unwrap_or_default();
    let (Some(unsettled), Ok(fetched)) = (reading.unsettled.take(), &response.answer) else {
        // A file that is not a page stays one; of half an answer the received part is stored.
        if reading.fault.is_some() {
            let verdict = reading.answer.verdict;
            reading.answer.verdict = blame_agent(verdict, &agent);
            reading.answer.snapshots = received(response, &reading.answer.verdict);
        }
        return reading;
    };
    let VerdictInput {
        text,
        unpacked,
        page,
        sent_to_login,
        judgement,
    } = *unsettled;
    let case = Case {
        history,
        task,
        response,
        reading: &reading,
        body: &text,
        page: page.as_ref(),
        sent_to_login: sent_to_login.as_ref(),
    };
    let settled = pass_all(&case, fetched, judgement, &agent);
    let ok = settled.verdict.state == PageState::Ok && settled.status < 400;
    let body = unpacked.as_deref().unwrap_or(&fetched.body);
    // A page that reads differently must not replace the last good one: that is what the next one
    // is compared with, and the basis of a repair.
    let is_page = ok && settled.drift.is_none() && !is_worse(&case);
    let kept = snapshot(response, fetched, body, &settled.verdict, is_page);
    reading.answer.snapshots = kept.into_iter().collect();
    reading.answer.picture = picture_of((task, response), fetched, ok);
    reading.answer.confirmed = response.confirmed.filter(|_| ok);
    reading.answer.heard.status = settled.status;
    reading.answer.verdict = settled.verdict;
    reading.drift = settled.drift;
    reading.repeated_list = ok && settled.repeats_list;
    reading.look = settled.is_doubtful.then(|| page_fingerprint(&text));
    let page = page.unwrap_or_default();
    reading.signed = page.signed;
    reading.claimed = page.claimed.filter(|_| ok);
    if !ok {
        reading.found = RuleResult {
            outcome: reading.found.outcome,
            required: std::mem::take(&mut reading.found.required),
            ..RuleResult::default()
        };
    }
    reading
}

/// Whether a required field is missing from a page of which an earlier version is stored.
fn is_worse(case: &Case<'_>) -> bool {
    let (store, site) = (&case.history.store, case.history.site);
    let lacks = !case.reading.found.required.lacking.is_empty();
    // An unreadable earlier version is none.
    lacks && matches!(store.kept_since(site, &case.task.request.url), Ok(Some(_)))
}

/// The result of the passes.
struct PassesResult {
    verdict: Verdict,
    /// The effective status: the user's ruling makes a page good even with an error status.
    status: u16,
    drift: Option<Drift>,
    /// Whether another list page has had the same body.
    repeats_list: bool,
    /// Whether another egress may yield more.
    is_doubtful: bool,
}

/// All passes, in order.
fn pass_all(case: &Case<'_>, fetched: &Fetched, judgement: Judgement, agent: &str) -> PassesResult {
    let Case { history, task, .. } = *case;
    let (request, found) = (&task.request, &case.reading.found);
    let is_list = request.kind == RequestKind::List;
    // 1. A list page is remembered too: the front page sent for every article is one.
    let repeats = history.bodies.repeats(case.body, &request.url, is_list);
    // An empty frame for scripts is the same for each address by nature.
    let is_shell = case.page.is_some_and(|page| page.shell.is_some());
    // So is what a search shows that finds nothing.
    let is_vain = is_reading_of_value(task) && found.yields.records.is_empty();
    let is_content = request.kind == RequestKind::Content && !task.is_further();
    let counts = is_content && !is_shell && !is_vain;
    let judged = judged_of(case, fetched);
    let verdict = judgement.verdict_of(counts && repeats != Repeats::Nothing);
    // 2, 3.
    let verdict = adjust_verdict(case, fetched.status, verdict);
    let mut verdict = blame_agent(verdict, agent);
    // 4. Two addresses may share one page, but no article is the list that links to it, whatever a
    //    rule without its own fields extracts from it.
    let good = verdict.state == PageState::Ok && fetched.status < 400;
    if counts && repeats == Repeats::List && good {
        let title = case.title();
        verdict = Verdict::by_signal(
            PageState::SoftBlock,
            "body-repeats",
            EvidencePlace::History,
            title,
        );
    }
    // 5.
    let verdict = history.of_site.adjust_verdict(verdict, &judged);
    // 6.
    let word = history.of_site.overruled(&verdict, &judged, is_list);
    let exempt = matches!(word, Some((Ruling::NotABlock, _)));
    let mut verdict = match word {
        Some((Ruling::NotABlock, said)) => adjust_verdict(case, 200, said),
        Some((Ruling::IsABlock, said)) => said,
        None => verdict,
    };
    let status = if exempt { 200 } else { fetched.status };
    let is_good = |verdict: &Verdict| verdict.state == PageState::Ok && status < 400;
    if !task.is_beside() {
        history.of_site.note(&verdict, &judged);
    }
    // 7.
    let drift = is_good(&verdict).then(|| drifted(case)).flatten();
    if drift.as_ref().is_some_and(|drift| drift.lost) {
        let title = case.title();
        verdict = Verdict::by_signal(
            PageState::LayoutChanged,
            "list-drift",
            EvidencePlace::Rule,
            title,
        );
    }
    if is_good(&verdict) && is_list && request.depth == 0 && !task.is_beside() {
        let first = First::of(case.body, &found.lists.news.wanted);
        history.firsts.note(task, first);
    }
    let sort = judged.trace.as_ref().map(|(sort, _)| *sort);
    let unsure = |sort| is_doubtful(&verdict, sort, found.outcome);
    PassesResult {
        is_doubtful: task.is_beside() || sort.is_some_and(unsure),
        repeats_list: is_list && request.depth > 0 && repeats == Repeats::List,
        verdict,
        status,
        drift,
    }
}

/// A few figures of the answer, if it is compared with earlier ones.
fn judged_of<'a>(case: &Case<'a>, fetched: &Fetched) -> JudgedAnswer<'a> {
    let (request, found) = (&case.task.request, &case.reading.found);
    let is_list = request.kind == RequestKind::List;
    let yields = is_list && found.outcome == RuleOutcome::Fits || !found.yields.records.is_empty();
    JudgedAnswer {
        url: &request.url,
        status: fetched.status,
        body: case.body,
        rule: found.outcome,
        trace: sort_of(case, fetched.status).map(|sort| {
            let may_repeat = sort == PageSort::Page && case.history.bodies.of_one_form(case.body);
            let trace = Trace {
                may_repeat,
                ..trace(&request.url, case.body, fetched.elapsed, yields)
            };
            (sort, trace)
        }),
    }
}

/// The kind as which an answer is compared with earlier ones; `None` for answers that are not
/// comparable: errors, stored answers, documents for programs, further pages.
fn sort_of(case: &Case<'_>, status: u16) -> Option<PageSort> {
    let task = case.task;
    let is_kept = case.response.confirmed.is_some();
    if status >= 400 || case.page.is_none() || is_kept || task.is_further() {
        return None;
    }
    match task.request.kind {
        RequestKind::List if task.rule.reads_documents() => None,
        RequestKind::List => Some(PageSort::List),
        RequestKind::Content => Some(PageSort::Content),
        RequestKind::Page => Some(PageSort::Page),
    }
}

/// The received part of half an answer, as evidence.
fn received(response: &Response, verdict: &Verdict) -> Vec<Snapshot> {
    let Err(FetchError::Incomplete {
        received: Some(part),
        ..
    }) = &response.answer
    else {
        return Vec::new();
    };
    let body = response.session.masked_part(&part.body);
    let kept = snapshot(response, part, &body, verdict, false);
    kept.into_iter().collect()
}
