//! The order of trust, from transport to history: faults below HTTP, proxy errors, headers, the
//! final address, then status and content, last the result of the rule. The first certain step
//! decides. Input: one answer. Output: a verdict with its evidence. Weak evidence alone never
//! decides.
//!
//! Below: status, words, data and rulings as evidence, its location, and the reason as a message.

use std::time::Duration;

use url::Url;

use super::Signals;
use super::signals::SignalTarget;
use super::visible_parts::{VisibleParts, head_of, visible_parts};
use crate::detect::evidence::{evidence, from_signal, matched};
use crate::model::{Evidence, EvidencePlace, PageState, Strength, UNREACHABLE, Verdict};
use crate::page::Page;
use crate::policy::wait_headers::retry_after;
use captive_portal::of_portal;
use own_request_rate::{OWN_RATE, asked_lately};
use reason::SENT_ON;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransportFault {
    /// A proxy fault: unreachable, refuses us, rejects the password, returns garbage.
    Proxy(String),
    /// The site's name does not resolve, or its port is closed.
    Unreachable(String),
    /// The connection was closed or reset before an answer.
    Dropped(String),
    /// The answer is truncated: half a body, or a partial response that was not requested.
    Incomplete(String),
    /// No answer before the time limit.
    Timeout(String),
    /// This program rejects the answer or does not request the address; the word names the limit
    /// that applies.
    NotTaken(&'static str),
    /// TLS failures, too many redirects and the like: `outage` with the reason.
    Other(String),
}

/// The signal of a rejected answer or address; what matched is the word of the limit.
pub(super) const NOT_ACCEPTED: &str = "not-taken";

/// The result of the rule on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleOutcome {
    /// Not tried (no rule, no page).
    #[default]
    Unknown,
    /// Required fields were found, or the list had items.
    Fits,
    /// Nothing matched.
    Misses,
}

/// One answer as input to the judge.
#[derive(Clone, Copy, Default)]
pub struct Answer<'a> {
    /// Why there is none.
    pub fault: Option<&'a TransportFault>,
    /// The requested address.
    pub requested_url: &'a str,
    /// The address after redirects.
    pub final_url: &'a str,
    /// Status; 0 when unknown (body only).
    pub status: u16,
    /// Headers with lower-case names.
    pub headers: &'a [(String, String)],
    /// Whether a proxy was used, so that its own error pages can be recognised.
    pub through_proxy: bool,
    /// The decoded body.
    pub body: &'a str,
    /// The parsed body, if it is HTML.
    pub page: Option<&'a Page>,
    /// The result of the rule.
    pub rule: RuleOutcome,
    /// Time since the previous request to this host started.
    pub since_last_request: Option<Duration>,
    /// The response time, if known.
    pub took: Option<Duration>,
    /// The current time, for `Retry-After` dates, seconds since 1970.
    pub now_s: i64,
}

/// The judgement on a single answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict if another address of the site had the same body: that counts against a page on
    /// which a rule was tried, unless it is its own canonical address. For content pages only: two
    /// addresses of one list are no sign of a block. `None` if it changes nothing.
    pub repeated: Option<Verdict>,
}

impl Judgement {
    /// The verdict for a body that another address also returned, or not.
    pub fn verdict_of(self, repeats: bool) -> Verdict {
        match self.repeated {
            Some(repeated) if repeats => repeated,
            _ => self.verdict,
        }
    }
}

impl From<Verdict> for Judgement {
    fn from(verdict: Verdict) -> Self {
        Self {
            verdict,
            repeated: None,
        }
    }
}

/// Judges one answer. Costs less than a millisecond beyond the parse: it reads at most the first
/// 200 kB and stops early on long pages.
pub fn judge(signals: &Signals, answer: &Answer<'_>) -> Verdict {
    judgement(signals, answer).verdict
}

/// As [`judge`], with the verdict for a body that another address also returned.
pub fn judgement(signals: &Signals, answer: &Answer<'_>) -> Judgement {
    let told = of_transport(answer)
        .or_else(|| of_proxy(signals, answer))
        .or_else(|| of_headers(signals, answer))
        .or_else(|| of_address(signals, answer));
    let mut found = match told {
        Some(verdict) => verdict.into(),
        None => of_content(signals, answer),
    };
    for verdict in [Some(&mut found.verdict), found.repeated.as_mut()] {
        let Some(verdict) = verdict.filter(|verdict| verdict.state != PageState::Ok) else {
            continue;
        };
        verdict.retry_after = retry_after(answer.headers, answer.now_s);
        verdict.evidence.extend(of_another_host(verdict, answer));
    }
    found
}

/// Evidence that the request was redirected to another host, which returned this verdict.
fn of_another_host(verdict: &Verdict, answer: &Answer<'_>) -> Option<Evidence> {
    let of_host = matches!(
        verdict.state,
        PageState::RateLimited | PageState::Challenge | PageState::Blocked | PageState::Outage
    );
    let host = |url: &str| Url::parse(url).ok()?.host_str().map(str::to_owned);
    let (asked, ended) = (host(answer.requested_url)?, host(answer.final_url)?);
    (of_host && asked != ended).then(|| {
        evidence(
            SENT_ON,
            Strength::Weak,
            EvidencePlace::Url,
            answer.final_url,
        )
    })
}

fn of_transport(answer: &Answer<'_>) -> Option<Verdict> {
    let found =
        |id, reason: &str, strength| evidence(id, strength, EvidencePlace::Transport, reason);
    Some(match answer.fault? {
        TransportFault::Proxy(reason) => Verdict::because(
            PageState::ProxyFault,
            found("proxy-failed", reason, Strength::Strong),
        ),
        TransportFault::Unreachable(reason) => Verdict::because(
            PageState::Outage,
            found(UNREACHABLE, reason, Strength::Strong),
        ),
        TransportFault::Incomplete(reason) => Verdict::because(
            PageState::Incomplete,
            found("cut-off", reason, Strength::Strong),
        ),
        TransportFault::NotTaken(bound) => Verdict::because(
            PageState::Outage,
            found(NOT_ACCEPTED, bound, Strength::Strong),
        ),
        TransportFault::Other(reason) => Verdict::because(
            PageState::Outage,
            found("no-answer", reason, Strength::Strong),
        ),
        TransportFault::Dropped(reason) => match asked_lately(answer, OWN_RATE) {
            Some(rate) => with(
                PageState::RateLimited,
                vec![found("dropped", reason, Strength::Weak), rate],
            ),
            // The name resolves and the port is open, yet the site hangs up: that is a choice.
            None => Verdict::because(
                PageState::Blocked,
                found("dropped", reason, Strength::Strong),
            ),
        },
        TransportFault::Timeout(reason) => match asked_lately(answer, OWN_RATE) {
            Some(rate) => with(
                PageState::RateLimited,
                vec![found("timeout", reason, Strength::Weak), rate],
            ),
            None => Verdict::because(
                PageState::Outage,
                found("timeout", reason, Strength::Strong),
            ),
        },
    })
}

/// An error written by a proxy must never count against the site.
fn of_proxy(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    if matches!(answer.status, 407 | 511) {
        return Some(Verdict::because(
            PageState::ProxyFault,
            status::evidence(answer.status),
        ));
    }
    let found = signals
        .find_headers(SignalTarget::ProxyHeader, answer.headers)
        .into_iter()
        .find(|(signal, _)| signal.fits_status(answer.status));
    // Without a proxy of ours the answer comes from the site's own front cache, or from a filter of
    // the network on the way, which says that it refuses.
    let state = || {
        if answer.through_proxy {
            PageState::ProxyFault
        } else if matches!(answer.status, 403 | 451)
            || content::refuses(signals, answer, &visible_parts(answer.body))
        {
            PageState::Blocked
        } else {
            PageState::Outage
        }
    };
    if let Some((signal, value)) = found {
        let mut reasons = vec![from_signal(signal, EvidencePlace::Proxy, value)];
        if answer.status >= 400 {
            reasons.push(status::evidence(answer.status));
        }
        return Some(with(state(), reasons));
    }
    let failed = answer.status >= 400 || answer.status == 0;
    if failed
        && let Some(signal) = signals
            .find(SignalTarget::ProxyBody, head_of(answer.body))
            .first()
    {
        return Some(Verdict::because(
            state(),
            matched(signal, EvidencePlace::Proxy, head_of(answer.body)),
        ));
    }
    if answer.through_proxy {
        return of_gateway(answer).or_else(|| of_portal(signals, answer));
    }
    None
}

/// A gateway error without text: a site's own error page has some.
fn of_gateway(answer: &Answer<'_>) -> Option<Verdict> {
    let silent = matches!(answer.status, 502 | 504) && answer.body.trim().is_empty();
    silent.then(|| {
        with(
            PageState::ProxyFault,
            vec![
                status::evidence(answer.status),
                evidence(
                    "empty-gateway-error",
                    Strength::Weak,
                    EvidencePlace::Proxy,
                    "",
                ),
            ],
        )
    })
}

fn of_headers(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    let (signal, value) = signals
        .find_headers(SignalTarget::Header, answer.headers)
        .into_iter()
        .find(|(s, _)| s.strength == Strength::Strong && s.fits_status(answer.status))?;
    let shown = format!("{}: {value}", signal.header);
    Some(Verdict::because(
        signal.state,
        from_signal(signal, EvidencePlace::Header, &shown),
    ))
}

/// The final address after a redirect: only evidence that the requested address does not already
/// contain counts.
fn of_address(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    if answer.requested_url.is_empty() {
        return None;
    }
    let ended = ended_at(answer);
    if ended == answer.requested_url {
        return None;
    }
    let signal = signals
        .find(SignalTarget::Url, &ended)
        .into_iter()
        .find(|signal| !signal.is_match(answer.requested_url))?;
    Some(Verdict::because(
        signal.state,
        from_signal(signal, EvidencePlace::Url, &ended),
    ))
}

/// The final address, or the target of an unfollowed redirect.
fn ended_at(answer: &Answer<'_>) -> String {
    if !(300..400).contains(&answer.status) {
        return answer.final_url.to_owned();
    }
    let location = answer
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("location"));
    let base = Url::parse(answer.final_url).or_else(|_| Url::parse(answer.requested_url));
    match (location, base) {
        (Some((_, to)), Ok(base)) => base
            .join(to)
            .map_or_else(|_| answer.final_url.to_owned(), String::from),
        _ => answer.final_url.to_owned(),
    }
}

fn of_content(signals: &Signals, answer: &Answer<'_>) -> Judgement {
    let seen = if is_data(answer) {
        VisibleParts::default()
    } else {
        visible_parts(answer.body)
    };
    let told = content::of_blocks(signals, answer, &seen)
        .or_else(|| of_data_status(signals, answer))
        .or_else(|| status::judge(answer, || content::refuses(signals, answer, &seen)))
        .or_else(|| of_data(signals, answer));
    if let Some(verdict) = told {
        return verdict.into();
    }
    Judgement {
        verdict: content::of_rule(signals, answer, &seen).unwrap_or_else(Verdict::ok),
        repeated: content::of_repeated_body(answer, &seen),
    }
}

/// An answer for programs with an error that does not say by itself that a client is refused.
fn of_data_status(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    let open = answer.status >= 400 && !matches!(answer.status, 401 | 402 | 403 | 429);
    (open && is_data(answer))
        .then(|| content::of_data_words(signals, answer))
        .flatten()
}

/// A JSON error with a good status, where the rule did not find its required values.
fn of_data(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    let says_so = answer.rule != RuleOutcome::Fits && is_data(answer);
    if !says_so {
        return None;
    }
    let error = json_errors::json_error(signals, answer.body)?;
    if error.state.is_block() {
        return Some(error);
    }
    content::of_data_words(signals, answer).or(Some(error))
}

/// Whether the body is meant for programs: a 200 with JSON or a feed is taken at face value.
pub(super) fn is_data(answer: &Answer<'_>) -> bool {
    let declared = answer
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("content-type"))
        .is_some_and(|(_, value)| {
            let value = value.to_ascii_lowercase();
            value.contains("json") || (value.contains("xml") && !value.contains("html"))
        });
    declared || begins_as_json(answer.body) || {
        let start = answer
            .body
            .trim_start_matches(['\u{feff}', ' ', '\r', '\n']);
        start.starts_with("<?xml") && !head_of(start).contains("<html")
    }
}

/// Whether `body` begins as JSON does. A page with the braces of a template before its markup does
/// not.
fn begins_as_json(body: &str) -> bool {
    let body = body.trim_start_matches('\u{feff}').trim_start();
    let after = |open: char| body.strip_prefix(open).map(str::trim_start);
    after('{').is_some_and(|rest| rest.starts_with(['"', '}']))
        || after('[').is_some_and(|rest| {
            rest.starts_with(['{', '[', ']', '"', '-', 't', 'f', 'n'])
                || rest.starts_with(|c: char| c.is_ascii_digit())
        })
}

/// A verdict with several pieces of evidence.
pub(super) fn with(state: PageState, evidence: Vec<Evidence>) -> Verdict {
    Verdict {
        state,
        evidence,
        retry_after: None,
    }
}

mod captive_portal;
pub(super) mod content;
pub(super) mod exceptions;
pub(super) mod json_errors;
pub(super) mod locate_evidence;
mod own_request_rate;
pub(super) mod password_and_captcha;
pub(super) mod reason;
pub(super) mod refusal_words;
pub(super) mod refused_agent;
mod site_own_phrases;
pub(super) mod status;
#[cfg(test)]
mod tests;
mod weights;
