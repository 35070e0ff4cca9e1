//! The sign-in page of a network or proxy in place of the page that was asked for. Input: an answer
//! through a proxy. Output: a verdict, or nothing.

use crate::detect::Signals;
use crate::detect::evidence::matched;
use crate::detect::judge::rule_outcome::nothing_found;
use crate::detect::judge::{Answer, RuleOutcome, with};
use crate::detect::signals::SignalTarget;
use crate::detect::visible_parts::visible_parts;
use crate::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};

/// Portals are short: a form and its terms.
const PORTAL_CHARS: usize = 600;

/// A network's sign-in portal answers 200 to all requests through the proxy.
pub(super) fn of_portal(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    if answer.status >= 400 || answer.rule == RuleOutcome::Fits {
        return None;
    }
    let seen = visible_parts(answer.body);
    if seen.chars > PORTAL_CHARS {
        return None;
    }
    let words = format!("{}\n{}", seen.title, seen.text);
    let hits = signals.find(SignalTarget::Portal, &words);
    // Any small page may contain one phrase; a second one, or a failing rule, makes it certain.
    if hits.is_empty() || (hits.len() < 2 && answer.rule != RuleOutcome::Misses) {
        return None;
    }
    let mut reasons: Vec<Evidence> = hits
        .iter()
        .map(|signal| matched(signal, EvidencePlace::Proxy, &words))
        .collect();
    if answer.rule == RuleOutcome::Misses {
        reasons.push(nothing_found::rule_misses(Strength::Weak));
    }
    Some(with(PageState::ProxyFault, reasons))
}
