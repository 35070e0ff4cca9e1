//! Applies a person's rulings on pages of a site to later pages that look the same. Input: a
//! verdict, the page's look, the site's exceptions. Output: the exception that decides, and its
//! verdict. A ruling never goes beyond its page: an ordinary page that is no block says nothing
//! about other signals or other templates.

use crate::detect::RuleOutcome;
use crate::detect::evidence::evidence;
use crate::detect::fingerprint::{same_template, same_text, within};
use crate::model::{
    EvidencePlace, ExceptionDraft, PageFingerprint, PageState, Ruling, SiteException, SiteId,
    Strength, TAUGHT_SIGNAL, Verdict,
};

/// The signal of a verdict that comes from the user's ruling.
pub const TAUGHT: &str = TAUGHT_SIGNAL;

/// The properties of a page that exceptions match.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Its look.
    pub look: &'a PageFingerprint,
    /// Its status; 0 when unknown.
    pub status: u16,
    /// The result of the rule on it.
    pub rule: RuleOutcome,
    /// Whether it was requested as a list.
    pub is_list: bool,
    /// The requested address.
    pub url: &'a str,
}

/// The first exception that overrules `verdict` on a page, if any.
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

/// The verdict of an exception.
pub fn ruled(exception: &SiteException, shown: Shown<'_>) -> Verdict {
    let word = &exception.draft;
    match word.ruling {
        Ruling::NotABlock => Verdict::ok(),
        Ruling::IsABlock => {
            let title = &shown.look.title;
            Verdict::because(
                word.state,
                evidence(TAUGHT, Strength::Strong, EvidencePlace::History, title),
            )
        }
    }
}

/// The exception to store for a page with the judge's `verdict`; `None` if there is nothing to
/// teach because a page that is no block was not classified as one.
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

/// Whether a person may rule that an answer with that verdict is a good page.
fn can_be_exempt(verdict: &Verdict) -> bool {
    let unread = verdict
        .evidence
        .iter()
        .any(|found| matches!(found.place, EvidencePlace::Transport | EvidencePlace::Proxy));
    let keeps_out = verdict.state.is_block()
        || matches!(verdict.state, PageState::LoginRequired | PageState::Outage);
    keeps_out && !unread
}

/// Whether the judge relied only on signals that a person has ruled out for such pages.
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

/// Whether a page that the judge accepts is one that a person ruled to be a block.
fn is_block(word: &ExceptionDraft, verdict: &Verdict, shown: Shown<'_>) -> bool {
    // A soft block is a guess; the person's ruling decides.
    let mild = matches!(
        verdict.state,
        PageState::Ok | PageState::Empty | PageState::LayoutChanged | PageState::SoftBlock
    );
    if !mild || !same_status(word.status, shown.status) {
        return false;
    }
    // A front page that is served for every article is still a valid list.
    if shown.is_list && shown.rule == RuleOutcome::Fits && shown.url != word.url {
        return false;
    }
    let alike = word.look.title == shown.look.title && same_template(&word.look, shown.look);
    // A page that changes daily, such as a front page, keeps its title and template; articles of
    // that template are confirmed by the rule.
    alike && (same_text(&word.look, shown.look) || shown.rule == RuleOutcome::Misses)
}

/// Good statuses are equal; any other status equals only itself.
fn same_status(a: u16, b: u16) -> bool {
    a == b || (a < 400 && b < 400)
}
