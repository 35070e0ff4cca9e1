//! The verdict on one answer, adjust_verdict with what the run knows beyond it. Flows in: the judge's
//! verdict and what the rule found. Flows out: the verdict that counts.

use url::Url;

use super::expected::{incomplete, lost_part, missing, other_sort};
use crate::crawl::read::found::Found;
use crate::crawl::read::reading::{Job, because};
use bowerbird_io::store::RequestKind;
use bowerbird_logic::detect::{PageSort, RuleOutcome, asks_for};
use bowerbird_logic::model::{Evidence, PageState, Place, Verdict};
use bowerbird_logic::page::{Page, visible_text};
use bowerbird_logic::rules::Rule;

/// Letters of text above which a list page without items has changed its layout rather than run
/// out of items.
const LONG_TEXT_LETTERS: usize = 400;
/// Letters for which a character of Chinese, Japanese or Korean counts: it says as much.
const LETTERS_OF_HAN: usize = 3;

/// The signal of a further list page that is the first one again.
pub(in crate::crawl) const FIRST_AGAIN: &str = "first-page-again";

/// The judge sees one answer; the run knows more: what a list without items means for this site,
/// and that generic extraction stood in for a rule that no longer fits.
pub(in crate::crawl) fn adjust_verdict(
    job: &Job,
    status: u16,
    verdict: Verdict,
    found: &Found,
    page: Option<&Page>,
    body: &str,
) -> Verdict {
    if let Some(login) = sent_to_login(job) {
        return login;
    }
    let mild = matches!(
        verdict.state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged
    );
    // Next to nothing to read is what an empty page past the end of a list shows too.
    let bare = verdict
        .evidence
        .first()
        .is_some_and(|e| e.signal == "bare-page");
    if status >= 400 || !(mild || bare && is_list_end(job, found, &verdict, body)) {
        return verdict;
    }
    if let Some(other) = other_sort(job, found, body) {
        return other;
    }
    let is_document = job.request.kind == RequestKind::List && job.rule.reads_documents();
    let Some(page) = page else {
        if is_document {
            return incomplete(missing(job), Place::Rule, "");
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
            return first_again(job, found, page).unwrap_or_else(Verdict::ok);
        }
        let used_to_yield = job.had_records || job.remembered.used_to_yield(PageSort::List);
        if let Some(wanted) = instead_of_list(job, page).filter(|_| used_to_yield) {
            return wanted;
        }
        if job.request.depth > 0 {
            return match is_list_end(job, found, &verdict, body) {
                true => because(
                    PageState::Empty,
                    "list-without-items",
                    Place::Rule,
                    &page.title(),
                ),
                false => incomplete("list-without-items", Place::Rule, &page.title()),
            };
        }
        let long = is_long(&visible_text(page));
        let own = job.firsts.of(job).is_some_and(|first| first.has_items());
        let other = || {
            job.firsts
                .any()
                .is_some_and(|first| !first.is_past_end(body))
        };
        let state = match job.had_records {
            true if long => PageState::LayoutChanged,
            _ if says_nothing(&verdict) => PageState::Empty,
            // This very list had items, or it is made otherwise than the others.
            _ if own || other() => PageState::Incomplete,
            _ => PageState::Empty,
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
    if let Some(lost) = lost_part(job, found, &page.title()) {
        return lost;
    }
    if verdict.state == PageState::Ok {
        return because(PageState::Empty, "no-record", Place::Rule, &page.title());
    }
    verdict
}

fn is_long(text: &str) -> bool {
    let letters = |c: char| match c {
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => {
            LETTERS_OF_HAN
        }
        _ => 1,
    };
    text.chars().map(letters).sum::<usize>() > LONG_TEXT_LETTERS
}

/// The page came from the address where the rule logs in, though another one was asked for: that is
/// said by the rule, whatever words stand there.
fn sent_to_login(job: &Job) -> Option<Verdict> {
    let ended = job.answer.as_ref().ok()?.url()?;
    asks_to_log_in(&job.rule, &job.request.url, ended.as_str())
}

/// The same for a request of `asked` that was sent on to `ended`.
pub(in crate::crawl) fn asks_to_log_in(rule: &Rule, asked: &str, ended: &str) -> Option<Verdict> {
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

/// A further page of a list that is its first page again.
fn first_again(job: &Job, found: &Found, page: &Page) -> Option<Verdict> {
    if job.request.depth == 0 || found.news.wanted.is_empty() {
        return None;
    }
    let first = job.firsts.of(job)?;
    first.is_again(&found.news.wanted).then(|| {
        let title = page.title();
        incomplete(FIRST_AGAIN, Place::History, &title)
    })
}

/// Whether a further page without items is the end of its list: it says that there is nothing, or is
/// made like the first page.
fn is_list_end(job: &Job, found: &Found, verdict: &Verdict, body: &str) -> bool {
    if job.request.kind != RequestKind::List
        || job.request.depth == 0
        || found.outcome == RuleOutcome::Fits
    {
        return false;
    }
    // The page before named it where pages are not counted: words alone are no end then.
    let said = says_nothing(verdict) && job.rule.counts_lists(&job.request.fields);
    said || job
        .firsts
        .of(job)
        .is_some_and(|first| first.is_past_end(body))
}

/// Whether the page says in words that there is nothing.
fn says_nothing(verdict: &Verdict) -> bool {
    let in_words = |found: &Evidence| found.place == Place::Body;
    verdict.state == PageState::Empty && verdict.evidence.iter().any(in_words)
}
