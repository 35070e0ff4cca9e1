//! The verdict when nothing blocks access and the rule found nothing on the page: an empty page, a way
//! back to the front page, a login form, or a changed layout.

use url::Url;

use crate::detect::Signals;
use crate::detect::evidence::{evidence, matched};
use crate::detect::judge::block_page::SMALL_CHARS;
use crate::detect::judge::{self, Answer, RuleOutcome};
use crate::detect::signals::SignalTarget;
use crate::detect::visible_parts::VisibleParts;
use crate::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};

/// A page with fewer readable characters counts as empty.
const EMPTY_PAGE_CHARS: usize = 50;

/// The verdict when nothing blocks access: what the rule found on the page.
pub(in crate::detect::judge) fn of_rule(
    signals: &Signals,
    answer: &Answer<'_>,
    seen: &VisibleParts,
) -> Option<Verdict> {
    if (300..400).contains(&answer.status) {
        return None;
    }
    if answer.body.trim().is_empty() {
        let nothing = evidence("no-body", Strength::Strong, EvidencePlace::Structure, "");
        return Some(Verdict::because(PageState::Empty, nothing));
    }
    if answer.rule != RuleOutcome::Misses {
        return None;
    }
    let with_rule =
        |state, found: Evidence| Some(judge::with(state, vec![found, rule_misses(Strength::Weak)]));
    if sent_home(answer) {
        let found = evidence(
            "sent-home",
            Strength::Weak,
            EvidencePlace::Url,
            answer.final_url,
        );
        return with_rule(PageState::SoftBlock, found);
    }
    if judge::is_data(answer) {
        return Some(Verdict::because(
            PageState::LayoutChanged,
            rule_misses(Strength::Strong),
        ));
    }
    if seen.chars < EMPTY_PAGE_CHARS {
        let found = evidence(
            "bare-page",
            Strength::Weak,
            EvidencePlace::Structure,
            &seen.text,
        );
        return with_rule(PageState::SoftBlock, found);
    }
    if seen.password && seen.chars <= SMALL_CHARS {
        let found = evidence(
            "password-field",
            Strength::Weak,
            EvidencePlace::Structure,
            &seen.title,
        );
        return with_rule(PageState::LoginRequired, found);
    }
    let nothing = signals
        .find(SignalTarget::Text, &seen.text)
        .into_iter()
        .find(|s| s.state == PageState::Empty);
    if let Some(signal) = nothing {
        return with_rule(
            PageState::Empty,
            matched(signal, EvidencePlace::Body, &seen.text),
        );
    }
    Some(Verdict::because(
        PageState::LayoutChanged,
        rule_misses(Strength::Strong),
    ))
}

/// The evidence that the rule found nothing.
pub(in crate::detect::judge) fn rule_misses(strength: Strength) -> Evidence {
    evidence("rule-misses", strength, EvidencePlace::Rule, "")
}

/// Whether the request for an inner page was redirected to the front page.
fn sent_home(answer: &Answer<'_>) -> bool {
    let (Ok(asked), Ok(ended)) = (
        Url::parse(answer.requested_url),
        Url::parse(answer.final_url),
    ) else {
        return false;
    };
    let is_home = |url: &Url| {
        let path = url.path().trim_end_matches('/');
        url.query().is_none() && (path.is_empty() || path.starts_with("/index."))
    };
    !is_home(&asked) && is_home(&ended)
}
