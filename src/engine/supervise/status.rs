//! How a site fares in words: state, reason, what happens next.

use jiff::Timestamp;

use crate::logic::detect;
use crate::logic::messages::Message;
use crate::logic::model::{PageState, SiteStatus, Verdict};

/// What happens next, or what the person should do.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Nothing is needed.
    Nothing,
    /// The run goes on by itself: waiting, another proxy, a login.
    GoesOn(Message),
    /// The run has ended; the advice that fits the state.
    Advice,
    /// The run has ended; another advice.
    Do(Message),
}

/// The status of a site after `verdict` on `url`.
pub fn describe(verdict: &Verdict, url: &str, next: Next, now: Timestamp) -> SiteStatus {
    let token = verdict.state.token().replace('_', "-");
    let reason = detect::reason(verdict, url);
    let next = match next {
        Next::Nothing => None,
        Next::GoesOn(message) | Next::Do(message) => Some(message),
        Next::Advice if verdict.state == PageState::Ok => None,
        Next::Advice => Some(advice(verdict, &token)),
    };
    SiteStatus {
        state: verdict.state,
        since: now,
        reason,
        next,
        evidence: verdict.evidence.clone(),
        url: url.to_owned(),
    }
}

fn advice(verdict: &Verdict, token: &str) -> Message {
    match verdict.retry_after {
        Some(wait) if verdict.state == PageState::RateLimited => {
            Message::new("engine-next-rate-limited-until")
                .with("minutes", wait.as_secs().div_ceil(60))
        }
        _ => Message::new(format!("engine-next-{token}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::messages::{Catalogue, Language};

    #[test]
    fn every_state_has_its_words_in_both_languages() {
        for language in Language::ALL {
            let catalogue = Catalogue::new(language);
            for state in PageState::ALL {
                let verdict = Verdict {
                    state,
                    evidence: Vec::new(),
                    retry_after: None,
                };
                let now = Timestamp::UNIX_EPOCH;
                let status = describe(&verdict, "http://h/", Next::Advice, now);
                let reason = catalogue.text(&status.reason);
                assert!(!reason.starts_with('['), "{reason}");
                assert_eq!(status.next.is_none(), state == PageState::Ok);
                if let Some(next) = status.next {
                    let next = catalogue.text(&next);
                    assert!(!next.starts_with('['), "{next}");
                }
            }
        }
    }
}
