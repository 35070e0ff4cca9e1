//! Whether a refusal is caused by the user agent. Input: a verdict and the user agent that was
//! sent. Output: the verdict, with the user agent as evidence if it contains a word that many
//! sites refuse. It never turns another verdict into a block.

use std::sync::LazyLock;

use crate::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};

/// The signal's id.
pub const SIGNAL: &str = "own-agent";

/// Adds the user agent `sent` to the evidence of a refusal if it may be the cause. The evidence
/// stays weak: only another user agent through the same exit would prove it.
#[must_use]
pub fn blame_agent(mut verdict: Verdict, sent: &str) -> Verdict {
    let by_client = verdict.state == PageState::Blocked
        && verdict
            .evidence
            .iter()
            .any(|e| matches!(e.place, EvidencePlace::Status | EvidencePlace::Transport));
    let lower = sent.to_lowercase();
    if by_client && WORDS.iter().any(|word| lower.contains(word)) {
        verdict.evidence.push(Evidence {
            signal: SIGNAL.to_owned(),
            strength: Strength::Weak,
            place: EvidencePlace::Header,
            matched: sent.chars().take(Evidence::MAX_QUOTE_CHARS).collect(),
        });
    }
    verdict
}

/// The words of `assets/signals/agents.txt`.
static WORDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    include_str!("../../../../assets/signals/agents.txt")
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::reason;
    use crate::messages::{Catalogue, Language};

    fn refused(place: EvidencePlace, state: PageState) -> Verdict {
        let found = Evidence {
            signal: "status".to_owned(),
            strength: Strength::Strong,
            place,
            matched: "403 Forbidden".to_owned(),
        };
        Verdict::because(state, found)
    }

    #[test]
    fn a_user_agent_that_sites_refuse_is_named() {
        for sent in ["python-requests/2.32", "My Crawler/1", "curl/8"] {
            let verdict = blame_agent(refused(EvidencePlace::Status, PageState::Blocked), sent);
            assert_eq!(verdict.evidence.len(), 2, "{sent}");
            for language in Language::ALL {
                let text = Catalogue::new(language).text(&reason(&verdict, "http://h/"));
                assert!(text.contains(sent) && text.contains("403"), "{text}");
            }
        }
    }

    #[test]
    fn an_honest_one_and_other_states_are_left_alone() {
        let own = "Bowerbird/1.0 (desktop content reader)";
        for (place, state, sent) in [
            (EvidencePlace::Status, PageState::Blocked, own),
            (EvidencePlace::Status, PageState::Blocked, ""),
            (EvidencePlace::Body, PageState::Blocked, "curl/8"),
            (EvidencePlace::Status, PageState::RateLimited, "curl/8"),
        ] {
            let verdict = refused(place, state);
            assert_eq!(blame_agent(verdict.clone(), sent), verdict);
        }
    }

    #[test]
    fn the_words_are_in_order_and_lower_case() {
        assert!(WORDS.len() > 20);
        assert!(WORDS.iter().all(|word| *word == word.to_lowercase()));
    }
}
