//! The status of a site in words: state, reason, what happens next.

use jiff::Timestamp;

use bowerbird_logic::detect::{self, PoolOutlook, Remedy, StateAction, state_actions};
use bowerbird_logic::messages::{Message, span};
use bowerbird_logic::model::{Evidence, EvidencePlace, PageState, SiteStatus, Verdict};

/// The next step, or the advice for the user.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Nothing is needed.
    Nothing,
    /// The run continues by itself: waiting, another proxy, a login.
    GoesOn(Message),
    /// The run has ended; the default advice for the state.
    Advice,
    /// The same for an answer through a proxy of the pool: another proxy did not help.
    AdviceThroughPool,
    /// The same for an answer, or its absence, through the proxy of this name, the only egress.
    AdviceThrough(String),
    /// The run has ended; other advice.
    Do(Message),
}

/// The status of a site after `verdict` on `url`.
pub fn describe(verdict: &Verdict, url: &str, next: Next, now: Timestamp) -> SiteStatus {
    let token = verdict.state.token().replace('_', "-");
    let told = match &next {
        // The wait is mentioned once.
        Next::GoesOn(_) | Next::Advice | Next::AdviceThroughPool | Next::AdviceThrough(_) => {
            &Verdict {
                retry_after: None,
                ..verdict.clone()
            }
        }
        Next::Nothing | Next::Do(_) => verdict,
    };
    let reason = detect::reason(told, url);
    let next = match next {
        Next::Nothing => None,
        Next::GoesOn(message) | Next::Do(message) => Some(message),
        _ if verdict.state == PageState::Ok => None,
        Next::Advice => advice(verdict, &token, false),
        Next::AdviceThrough(proxy) if is_silence(verdict) => {
            Some(Message::new("engine-next-silent-proxy").with("proxy", proxy))
        }
        Next::AdviceThroughPool | Next::AdviceThrough(_) => advice(verdict, &token, true),
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

/// What would help; `None` if nothing is known to. Against refusals, what helped others.
fn advice(verdict: &Verdict, token: &str, through_pool: bool) -> Option<Message> {
    let has = |signal: &str| verdict.evidence.iter().any(|found| found.signal == signal);
    if let Some(wait) = verdict.retry_after.filter(|wait| !wait.is_zero()) {
        return Some(Message::new("engine-next-asked-to-wait").with("wait", span(wait)));
    }
    Some(match verdict.state {
        PageState::Blocked if has(detect::ROBOTS) => Message::new("engine-next-robots-page"),
        PageState::Blocked if has(detect::OWN_AGENT) => Message::new("engine-next-blocked-agent"),
        PageState::NeedsBrowser => Message::new("engine-next-script-shell"),
        PageState::RateLimited | PageState::Blocked | PageState::Challenge => {
            return what_helped(verdict, through_pool);
        }
        _ => Message::new(format!("engine-next-{token}")),
    })
}

/// The two remedies that helped most. Another address is not suggested where one was tried in
/// vain, nor where it would be asked the same question.
fn what_helped(verdict: &Verdict, through_pool: bool) -> Option<Message> {
    let in_vain = through_pool || asks_for_a_check(&verdict.evidence);
    let pool = match through_pool {
        true => PoolOutlook::UsedUp,
        false => PoolOutlook::Untried,
    };
    let by_hand = state_actions(verdict.state, pool);
    let by_hand = by_hand.first() == Some(&StateAction::AnswerCheck);
    let by_hand = by_hand.then(|| Message::new("remedy-answer-check"));
    let others = detect::remedies(verdict)
        .into_iter()
        .filter(|one| !(in_vain && one.remedy == Remedy::OtherAddress))
        .filter_map(|one| one.remedy.advice());
    let mut best = by_hand.into_iter().chain(others);
    let first = best.next()?;
    Some(match best.next() {
        None => first,
        Some(second) => Message::new("engine-next-remedies")
            .with("first", first)
            .with("second", second),
    })
}

/// Whether there was no response at all: behind a proxy, it may be the proxy's fault as well as the
/// site's.
fn is_silence(verdict: &Verdict) -> bool {
    let mut evidence = verdict.evidence.iter();
    verdict.state == PageState::Outage
        && evidence.any(|found| found.place == EvidencePlace::Transport)
}

/// Whether the evidence of a verdict includes a captcha or a proof of work.
pub fn asks_for_a_check(evidence: &[Evidence]) -> bool {
    let known = evidence
        .iter()
        .filter_map(|found| detect::known_signal(&found.signal));
    known
        .into_iter()
        .any(|signal| signal.state == PageState::Challenge)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::messages::{Catalogue, Language};
    use bowerbird_logic::model::Strength;

    #[test]
    fn nobody_is_sent_for_a_proxy_where_a_check_is_asked() {
        let found = |signal: &str| Evidence {
            signal: signal.to_owned(),
            strength: Strength::Weak,
            place: EvidencePlace::Body,
            matched: "proof of work".to_owned(),
        };
        let refused = |evidence| Verdict {
            state: PageState::Blocked,
            evidence,
            retry_after: None,
        };
        let next = |verdict: &Verdict, next: Next| {
            let now = Timestamp::UNIX_EPOCH;
            let next = describe(verdict, "http://h/", next, now).next;
            next.map(|next| Catalogue::new(Language::English).text(&next))
        };
        let another = Catalogue::new(Language::English).get("remedy-other-address");
        let banned = refused(vec![found("en-banned")]);
        let plain = next(&banned, Next::Advice).expect("some advice");
        assert!(plain.contains(&another), "{plain}");
        let tried = next(&banned, Next::AdviceThroughPool).expect("some advice");
        assert!(!tried.contains(&another), "{tried}");
        let asked = next(&refused(vec![found("proof-of-work")]), Next::Advice);
        assert!(!asked.unwrap_or_default().contains(&another));
    }

    #[test]
    fn nothing_is_said_where_nothing_is_known_to_help() {
        let verdict = Verdict {
            state: PageState::SoftBlock,
            evidence: Vec::new(),
            retry_after: None,
        };
        let status = describe(&verdict, "http://h/", Next::Advice, Timestamp::UNIX_EPOCH);
        let next = Catalogue::new(Language::English).text(&status.next.expect("a look"));
        assert!(!next.contains("proxy"), "{next}");
    }

    #[test]
    fn a_silent_proxy_is_named_where_it_is_the_only_way() {
        let silent = |place| Verdict {
            state: PageState::Outage,
            evidence: vec![Evidence {
                signal: "timeout".to_owned(),
                strength: Strength::Strong,
                place,
                matched: "30 s".to_owned(),
            }],
            retry_after: None,
        };
        let next = |verdict: &Verdict| {
            let through = Next::AdviceThrough("exit one".to_owned());
            let next = describe(verdict, "http://h/", through, Timestamp::UNIX_EPOCH).next;
            Catalogue::new(Language::English).text(&next.expect("some advice"))
        };
        assert!(next(&silent(EvidencePlace::Transport)).contains("exit one"));
        assert!(!next(&silent(EvidencePlace::Status)).contains("exit one"));
    }

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
                let pool = describe(&verdict, "http://h/", Next::AdviceThroughPool, now);
                if let Some(next) = pool.next {
                    let next = catalogue.text(&next);
                    assert!(!next.starts_with('['), "{next}");
                }
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
