//! The verdict on one answer, weighed with what the run knows beyond it. Flows in: the judge's
//! verdict and what the rule found. Flows out: the verdict that counts.

use url::Url;

use super::found::Found;
use super::read::{Job, because};
use crate::io::store::RequestKind;
use crate::logic::detect::{PageSort, RuleOutcome, asks_for};
use crate::logic::model::{PageState, Place, Verdict};
use crate::logic::page::{Page, visible_text};
use crate::logic::rules::Rule;

/// Characters of text above which a list page without items has changed its layout rather than
/// run out of items.
const LONG_TEXT_CHARS: usize = 400;

/// The judge sees one answer; the run knows more: what a list without items means for this site,
/// and that generic extraction stood in for a rule that no longer fits.
pub(super) fn weighed(
    job: &Job,
    status: u16,
    verdict: Verdict,
    found: &Found,
    page: Option<&Page>,
) -> Verdict {
    if let Some(login) = sent_to_login(job) {
        return login;
    }
    let mild = matches!(
        verdict.state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged
    );
    if !mild || status >= 400 {
        return verdict;
    }
    let is_document = job.request.kind == RequestKind::List && job.rule.reads_documents();
    let Some(page) = page else {
        if is_document {
            return because(PageState::Empty, missing(job), Place::Rule, "");
        }
        let answer = job.answer.as_ref().ok();
        let kind = answer.and_then(|fetched| fetched.header("content-type"));
        let matched = kind.unwrap_or("no content-type");
        return because(PageState::Empty, "not-markup", Place::Header, matched);
    };
    if job.request.kind == RequestKind::Page {
        return Verdict::ok();
    }
    if job.request.kind == RequestKind::List {
        if found.outcome == RuleOutcome::Fits {
            return Verdict::ok();
        }
        let used_to_yield = job.had_records || job.remembered.used_to_yield(PageSort::List);
        if let Some(wanted) = instead_of_list(job, page).filter(|_| used_to_yield) {
            return wanted;
        }
        let long = visible_text(page).chars().nth(LONG_TEXT_CHARS).is_some();
        let changed = job.had_records && long && job.request.depth == 0;
        let state = if changed {
            PageState::LayoutChanged
        } else {
            PageState::Empty
        };
        let signal = match is_document {
            true => missing(job),
            false => "list-without-items",
        };
        return because(state, signal, Place::Rule, &page.title());
    }
    if !found.records.is_empty() {
        return Verdict::ok();
    }
    if verdict.state == PageState::Ok {
        return because(PageState::Empty, "no-record", Place::Rule, &page.title());
    }
    verdict
}

/// The page came from the address where the rule logs in, though another one was asked for: that is
/// said by the rule, whatever words stand there.
fn sent_to_login(job: &Job) -> Option<Verdict> {
    let ended = job.answer.as_ref().ok()?.url()?;
    asks_to_log_in(&job.rule, &job.request.url, ended.as_str())
}

/// The same for a request of `asked` that was sent on to `ended`.
pub(super) fn asks_to_log_in(rule: &Rule, asked: &str, ended: &str) -> Option<Verdict> {
    let login = rule.login_page()?;
    let same = |a: &Url, b: &Url| a.origin() == b.origin() && a.path() == b.path();
    let (asked, at) = (Url::parse(asked).ok()?, Url::parse(ended).ok()?);
    (same(&at, &login) && !same(&asked, &login))
        .then(|| because(PageState::LoginRequired, "url-login", Place::Url, ended))
}

/// A form that stands where the list was: it says who is kept out, and how.
fn instead_of_list(job: &Job, page: &Page) -> Option<Verdict> {
    if job.rule.reads_documents() {
        return None;
    }
    let (state, asked) = asks_for(&job.signals, page.source())?;
    let mut verdict = because(state, "list-without-items", Place::Rule, &page.title());
    verdict.evidence.insert(0, asked);
    Some(verdict)
}

/// What an answer lacks that was asked for as a document.
fn missing(job: &Job) -> &'static str {
    match job.rule.file().site.kind.as_str() {
        "feed" => "no-feed",
        "sitemap" => "no-sitemap",
        _ => "no-json",
    }
}
