//! The verdict for a body that another address also returned: the site answers with one page for many.

use url::Url;

use crate::detect::evidence::evidence;
use crate::detect::judge::{Answer, RuleOutcome};
use crate::detect::visible_parts::VisibleParts;
use crate::model::{EvidencePlace, PageState, Strength, Verdict};

/// The verdict for a body that another address also returned.
pub(in crate::detect::judge) fn of_repeated_body(
    answer: &Answer<'_>,
    seen: &VisibleParts,
) -> Option<Verdict> {
    let tried = answer.rule != RuleOutcome::Unknown && !(300..400).contains(&answer.status);
    if !tried || answer.body.trim().is_empty() || is_its_own_canonical(answer, seen) {
        return None;
    }
    let (signal, place) = ("body-repeats", EvidencePlace::History);
    let found = evidence(signal, Strength::Strong, place, &seen.title);
    Some(Verdict::because(PageState::SoftBlock, found))
}

/// Whether the page declares the requested address as its canonical address.
fn is_its_own_canonical(answer: &Answer<'_>, seen: &VisibleParts) -> bool {
    if seen.canonical.is_empty() {
        return false;
    }
    let Ok(ended) = Url::parse(answer.final_url) else {
        return false;
    };
    ended
        .join(&seen.canonical)
        .is_ok_and(|named| named.path() == ended.path())
}
