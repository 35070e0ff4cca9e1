//! What a person said of pages of a site, applied to the next: the word stands for every page that
//! looks the same. Flows in: a verdict, what the page looks like, the site's exceptions. Flows out:
//! the exception that decides, and the verdict by it. A word about a page is never more than that:
//! an ordinary page that is no block says nothing of other signals, nor of other templates.

use crate::detect::fingerprint::{same_template, same_text, within};
use crate::detect::{RuleOutcome, judge};
use crate::model::{
    EvidencePlace, ExceptionDraft, PageFingerprint, PageState, Ruling, SiteException, SiteId,
    Strength, TAUGHT_SIGNAL, Verdict,
};

/// The signal of a verdict that the user's ruling led to.
pub const TAUGHT: &str = TAUGHT_SIGNAL;

/// A page as exceptions see it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// What it looks like.
    pub look: &'a PageFingerprint,
    /// Its status; 0 when unknown.
    pub status: u16,
    /// What the rule made of it.
    pub rule: RuleOutcome,
    /// Whether it was asked for as a list.
    pub is_list: bool,
    /// The address that was asked for.
    pub url: &'a str,
}

/// The exception that overrules `verdict` on a page, if any; of several the first.
pub fn overruling<'e>(
    exceptions: &'e [SiteException],
    verdict: &Verdict,
    shown: Shown<'_>,
) -> Option<&'e SiteException> {
    exceptions.iter().find(|exception| {
        let word = &exception.draft;
        match word.ruling {
            Ruling::NotABlock => is_exempt(word, verdict, shown),
            Ruling::IsABlock => is_block(word, verdict, shown),
        }
    })
}

/// The verdict that an exception leads to.
pub fn ruled(exception: &SiteException, shown: Shown<'_>) -> Verdict {
    let word = &exception.draft;
    match word.ruling {
        Ruling::NotABlock => Verdict::ok(),
        Ruling::IsABlock => {
            let title = &shown.look.title;
            Verdict::because(
                word.state,
                judge::evidence(TAUGHT, Strength::Strong, EvidencePlace::History, title),
            )
        }
    }
}

/// What to teach of a page on which the judge's word was `verdict`; `None` where there is nothing
/// to teach: a page that is no block was not taken for one.
pub fn lesson(
    site: SiteId,
    ruling: Ruling,
    state: Option<PageState>,
    verdict: &Verdict,
    shown: Shown<'_>,
) -> Option<ExceptionDraft> {
    let draft = |state, signals| ExceptionDraft {
        site,
        ruling,
        state,
        signals,
        look: shown.look.clone(),
        status: shown.status,
        url: shown.url.to_owned(),
    };
    match ruling {
        Ruling::NotABlock if !can_be_exempt(verdict) => None,
        Ruling::NotABlock => {
            let mut signals: Vec<String> = Vec::new();
            for found in &verdict.evidence {
                if !signals.contains(&found.signal) {
                    signals.push(found.signal.clone());
                }
            }
            Some(draft(verdict.state, signals))
        }
        Ruling::IsABlock => {
            let by_status = match shown.status {
                429 => PageState::RateLimited,
                401 => PageState::LoginRequired,
                400.. => PageState::Blocked,
                _ => PageState::SoftBlock,
            };
            Some(draft(state.unwrap_or(by_status), Vec::new()))
        }
    }
}

/// Whether a person may say that an answer with that verdict is a good page.
fn can_be_exempt(verdict: &Verdict) -> bool {
    let unread = verdict
        .evidence
        .iter()
        .any(|found| matches!(found.place, EvidencePlace::Transport | EvidencePlace::Proxy));
    let keeps_out = verdict.state.is_block()
        || matches!(verdict.state, PageState::LoginRequired | PageState::Outage);
    keeps_out && !unread
}

/// Whether the judge went by nothing but what a person said does not count on such pages.
fn is_exempt(word: &ExceptionDraft, verdict: &Verdict, shown: Shown<'_>) -> bool {
    let known = |signal: &String| word.signals.contains(signal);
    let strong = || {
        verdict
            .evidence
            .iter()
            .filter(|found| found.strength == Strength::Strong)
    };
    let all_known = match strong().next() {
        Some(_) => strong().all(|found| known(&found.signal)),
        None => verdict.evidence.iter().all(|found| known(&found.signal)),
    };
    can_be_exempt(verdict)
        && all_known
        && same_status(word.status, shown.status)
        && same_template(&word.look, shown.look)
        && within(word.look.bytes, shown.look.bytes, 8)
}

/// Whether a page that the judge lets pass is one of those that a person calls a block.
fn is_block(word: &ExceptionDraft, verdict: &Verdict, shown: Shown<'_>) -> bool {
    // A soft block is what is guessed; the person says what it is.
    let mild = matches!(
        verdict.state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged | PageState::SoftBlock
    );
    if !mild || !same_status(word.status, shown.status) {
        return false;
    }
    // The front page that comes for every article is still the list that it is.
    if shown.is_list && shown.rule == RuleOutcome::Fits && shown.url != word.url {
        return false;
    }
    let alike = word.look.title == shown.look.title && same_template(&word.look, shown.look);
    // What changes daily, as a front page does, keeps its title and template; articles of that
    // template are vouched for by the rule.
    alike && (same_text(&word.look, shown.look) || shown.rule == RuleOutcome::Misses)
}

/// Good statuses are one; of others each is its own.
fn same_status(a: u16, b: u16) -> bool {
    a == b || (a < 400 && b < 400)
}
