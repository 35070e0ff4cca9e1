//! Scores sessions as a whole: proxy, account, cookies and user agent together. Input: a site's
//! answers to a session, the sessions of a site, the time. Output: decaying weights, rests, and
//! the session to use.
//!
//! The score is that of proxies (see `score`), over all answers of the site to this session: a
//! proxy that is good elsewhere, with a user agent that this site refuses, is a poor session here.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use super::proxies::proxy_rest::growing;
use super::proxies::proxy_score::{note_track, success, track_score, weight};
use crate::model::{PageState, SessionParts, SiteSession};

/// The maximum number of sessions remembered for one site.
pub const MAX_SESSIONS: usize = 12;

/// Rest after a first refusal; triples with each further consecutive one.
const FIRST_REST: SignedDuration = SignedDuration::from_mins(10);
/// Longest rest.
const MAX_REST: SignedDuration = SignedDuration::from_hours(24);
/// The weight of a refusal relative to one good answer.
const REFUSAL: f64 = 3.0;
/// Success below which a session with enough uses is not reused while another can be created.
const POOR: f64 = 0.25;
/// The number of uses that is enough for that.
const KNOWN: f64 = 2.0;

/// The result of using a session.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SessionUse {
    /// This many good answers; the last one took this many milliseconds to begin.
    Good {
        /// How many.
        answers: u32,
        /// Milliseconds, if measured.
        latency_ms: Option<f64>,
    },
    /// The site refused it.
    Refused(PageState),
    /// No answer: the connection to the site failed.
    Fault,
}

/// Records the use of a session.
pub fn note_session_use(session: &mut SiteSession, met: SessionUse, at: Timestamp) {
    match met {
        SessionUse::Good {
            answers,
            latency_ms,
        } => {
            session.answers += u64::from(answers);
            session.in_row = 0;
            session.refused = None;
            session.rest_until = None;
            note_track(&mut session.track, at, (answers, 0.0), latency_ms);
        }
        SessionUse::Refused(state) => {
            session.refusals += 1;
            session.in_row = session.in_row.saturating_add(1);
            session.refused = Some(state);
            note_track(&mut session.track, at, (0, REFUSAL), None);
        }
        SessionUse::Fault => note_track(&mut session.track, at, (0, 1.0), None),
    }
}

/// Makes a session rest that is dropped because the site refuses it.
pub fn rest_session(session: &mut SiteSession, now: Timestamp) {
    let rest = growing(FIRST_REST, 3, session.in_row.max(1), MAX_REST);
    session.rest_until = now.checked_add(rest).ok();
}

/// The score of a session, 0 to 100.
pub fn session_score(session: &SiteSession, now: Timestamp) -> f64 {
    track_score(&session.track, now)
}

/// The session to continue with: through the proxy and with the account of `parts`, under one of
/// `agents`, not in `left`, neither resting nor known to be refused mostly. Prefers the one that
/// the site answered last, then the better score.
pub fn session_for<'a>(
    sessions: &'a [SiteSession],
    parts: &SessionParts,
    agents: &[String],
    left: &HashSet<u64>,
    now: Timestamp,
) -> Option<&'a SiteSession> {
    let kept = sessions
        .iter()
        .filter(|session| session.refused.is_none() && session.answers > 0)
        .map(|session| (session.used_at(), session.number))
        .max()
        .map(|(_, number)| number);
    sessions
        .iter()
        .filter(|session| {
            session.parts.proxy == parts.proxy
                && session.parts.account == parts.account
                && agents.contains(&session.parts.user_agent)
                && !left.contains(&session.number)
                && !session.rests(now)
                && !is_poor(session, now)
        })
        .max_by(|a, b| {
            let sticks = |session: &SiteSession| Some(session.number) == kept;
            sticks(a)
                .cmp(&sticks(b))
                .then_with(|| session_score(a, now).total_cmp(&session_score(b, now)))
                .then_with(|| b.number.cmp(&a.number))
        })
}

/// The user agent for a new session: the first of `agents` not refused recently with these parts,
/// else the one refused longest ago. `None` without agents.
pub fn agent_for<'a>(
    sessions: &[SiteSession],
    parts: &SessionParts,
    agents: &'a [String],
    left: &HashSet<u64>,
    now: Timestamp,
) -> Option<&'a String> {
    let refused_at = |agent: &String| {
        sessions
            .iter()
            .filter(|session| {
                session.parts.proxy == parts.proxy
                    && session.parts.account == parts.account
                    && session.parts.user_agent == *agent
                    && (session.rests(now)
                        || left.contains(&session.number)
                        || is_poor(session, now))
            })
            .map(SiteSession::used_at)
            .max()
    };
    agents.iter().min_by_key(|agent| refused_at(agent))
}

/// The numbers of the sessions to forget so that at most [`MAX_SESSIONS`] are kept: the least
/// recently used, never `current`.
pub fn sessions_to_forget(sessions: &[SiteSession], current: u64) -> Vec<u64> {
    let mut others: Vec<_> = sessions
        .iter()
        .filter(|session| session.number != current)
        .map(|session| (session.used_at(), session.number))
        .collect();
    others.sort_unstable();
    let too_many = (others.len() + 1).saturating_sub(MAX_SESSIONS);
    others
        .into_iter()
        .take(too_many)
        .map(|(_, number)| number)
        .collect()
}

fn is_poor(session: &SiteSession, now: Timestamp) -> bool {
    weight(&session.track, now) >= KNOWN && success(&session.track, now) < POOR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SiteId;

    const AGENTS: [&str; 2] = ["plain", "compatible"];

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn parts(proxy: Option<&str>, agent: &str) -> SessionParts {
        SessionParts {
            proxy: proxy.map(str::to_owned),
            account: None,
            user_agent: agent.to_owned(),
        }
    }

    fn session(number: u64, proxy: Option<&str>, agent: &str) -> SiteSession {
        SiteSession::new(SiteId(1), number, parts(proxy, agent), at(0))
    }

    fn record_success(session: &mut SiteSession, answers: u32, second: i64) {
        let met = SessionUse::Good {
            answers,
            latency_ms: Some(100.0),
        };
        note_session_use(session, met, at(second));
    }

    fn chosen(sessions: &[SiteSession], proxy: Option<&str>, second: i64) -> Option<u64> {
        let agents = AGENTS.map(str::to_owned);
        let found = session_for(
            sessions,
            &parts(proxy, ""),
            &agents,
            &HashSet::new(),
            at(second),
        );
        found.map(|session| session.number)
    }

    #[test]
    fn a_site_keeps_the_session_that_it_answered_last() {
        let mut all = [session(1, None, "plain"), session(2, None, "compatible")];
        record_success(&mut all[0], 40, 0);
        record_success(&mut all[1], 2, 60);
        assert_eq!(chosen(&all, None, 70), Some(2));
        assert!(session_score(&all[0], at(70)) > session_score(&all[1], at(70)));
        assert_eq!(chosen(&all, Some("p"), 70), None, "of another proxy");
    }

    #[test]
    fn a_refused_session_rests_longer_each_time_and_its_score_falls() {
        let mut all = [session(1, None, "plain"), session(2, None, "compatible")];
        record_success(&mut all[0], 40, 0);
        let before = session_score(&all[0], at(0));
        let mut last = SignedDuration::ZERO;
        for n in 0..9 {
            note_session_use(
                &mut all[0],
                SessionUse::Refused(PageState::Blocked),
                at(1 + n),
            );
            rest_session(&mut all[0], at(1 + n));
            let rest = all[0].rest_until.unwrap().duration_since(at(1 + n));
            assert!(rest >= last && rest <= MAX_REST);
            last = rest;
        }
        assert_eq!(last, MAX_REST);
        assert!(session_score(&all[0], at(9)) < before * 0.75);
        assert_eq!(chosen(&all, None, 10), Some(2));
        record_success(&mut all[0], 1, 20);
        assert!(!all[0].rests(at(21)));
        assert_eq!((all[0].refused, all[0].in_row), (None, 0));
    }

    #[test]
    fn a_new_session_has_a_user_agent_that_was_not_refused() {
        let agents = AGENTS.map(str::to_owned);
        let next = |sessions: &[SiteSession], left: &[u64]| {
            let left = left.iter().copied().collect();
            agent_for(sessions, &parts(None, ""), &agents, &left, at(9))
                .unwrap()
                .clone()
        };
        let mut all = vec![session(1, None, "plain")];
        assert_eq!(next(&[], &[]), "plain");
        assert_eq!(next(&all, &[]), "plain");
        assert_eq!(next(&all, &[1]), "compatible");
        note_session_use(&mut all[0], SessionUse::Refused(PageState::Blocked), at(1));
        rest_session(&mut all[0], at(1));
        all.push(session(2, None, "compatible"));
        note_session_use(&mut all[1], SessionUse::Refused(PageState::Blocked), at(5));
        rest_session(&mut all[1], at(5));
        assert_eq!(next(&all, &[]), "plain", "refused longest ago");
    }

    #[test]
    fn those_used_longest_ago_are_forgotten_first() {
        let mut all: Vec<_> = (1..=14).map(|n| session(n, None, "plain")).collect();
        for (n, one) in all.iter_mut().enumerate() {
            record_success(one, 1, i64::try_from(n).unwrap());
        }
        assert_eq!(sessions_to_forget(&all, 1), [2, 3]);
        assert!(sessions_to_forget(&all[..12], 1).is_empty());
    }
}
