//! Evidence of a verdict: the name of a signal, its strength, where it was found, and the text that
//! matched.

use super::signals::Signal;
use crate::model::{Evidence, EvidencePlace, Strength};

/// One piece of evidence with its text truncated.
pub(super) fn evidence(
    signal: &str,
    strength: Strength,
    place: EvidencePlace,
    matched: &str,
) -> Evidence {
    Evidence {
        signal: signal.to_owned(),
        strength,
        place,
        matched: matched
            .trim()
            .chars()
            .take(Evidence::MAX_QUOTE_CHARS)
            .collect(),
    }
}

/// Evidence of `signal` with the given text.
pub(super) fn from_signal(signal: &Signal, place: EvidencePlace, text: &str) -> Evidence {
    evidence(&signal.id, signal.strength, place, text)
}

/// Evidence of `signal` with its first match in `text`.
pub(super) fn matched(signal: &Signal, place: EvidencePlace, text: &str) -> Evidence {
    from_signal(signal, place, signal.first_match(text))
}
