//! The order of trust, from transport to history: faults below HTTP, proxy errors, headers, the
//! final address, then status and content, last the result of the rule. The first certain step
//! decides. Input: one answer. Output: a verdict with its evidence. Weak evidence alone never
//! decides.
//!
//! Below: what counts before the content, block pages, status, words, data and rulings as evidence, its location, and the reason as a message.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Signals;
use super::visible_parts::{VisibleParts, head_of, visible_parts};
use crate::model::{Evidence, PageState, Verdict};
use crate::page::Page;
use crate::policy::wait_headers::retry_after;
use before_content::{of_address, of_another_host, of_headers, of_proxy, of_transport};
use rule_outcome::{nothing_found, repeated_body};

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

fn of_content(signals: &Signals, answer: &Answer<'_>) -> Judgement {
    let seen = if is_data(answer) {
        VisibleParts::default()
    } else {
        visible_parts(answer.body)
    };
    let told = block_page::of_blocks(signals, answer, &seen)
        .or_else(|| of_data_status(signals, answer))
        .or_else(|| status::judge(answer, || block_page::refuses(signals, answer, &seen)))
        .or_else(|| of_data(signals, answer));
    if let Some(verdict) = told {
        return verdict.into();
    }
    Judgement {
        verdict: nothing_found::of_rule(signals, answer, &seen).unwrap_or_else(Verdict::ok),
        repeated: repeated_body::of_repeated_body(answer, &seen),
    }
}

/// An answer for programs with an error that does not say by itself that a client is refused.
fn of_data_status(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    let open = answer.status >= 400 && !matches!(answer.status, 401 | 402 | 403 | 429);
    (open && is_data(answer))
        .then(|| block_page::of_data_words(signals, answer))
        .flatten()
}

/// An error in JSON, or a refusal in XML, with a good status, where the rule did not find its required values.
fn of_data(signals: &Signals, answer: &Answer<'_>) -> Option<Verdict> {
    let says_so = answer.rule != RuleOutcome::Fits && is_data(answer);
    if !says_so {
        return None;
    }
    if is_xml_error(answer.body) {
        return block_page::of_data_words(signals, answer);
    }
    let error = json_errors::json_error(signals, answer.body)?;
    if error.state.is_block() {
        return Some(error);
    }
    block_page::of_data_words(signals, answer).or(Some(error))
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

/// Names of the outermost element of an answer that says what went wrong.
const ERROR_ROOTS: [&str; 6] = ["error", "errors", "fault", "response", "result", "status"];

/// Whether `body` is XML whose outermost element is that of an error: no feed, sitemap or listing.
fn is_xml_error(body: &str) -> bool {
    let mut rest = body.trim_start_matches('\u{feff}').trim_start();
    if !rest.starts_with('<') {
        return false;
    }
    while let Some(after) = rest.strip_prefix("<?").or_else(|| rest.strip_prefix("<!")) {
        rest = after
            .split_once('>')
            .map_or("", |(_, after)| after)
            .trim_start();
    }
    let name = rest.strip_prefix('<').unwrap_or("");
    let name = name.split(|c: char| !c.is_alphanumeric()).next();
    let name = name.unwrap_or("").to_ascii_lowercase();
    ERROR_ROOTS.contains(&name.as_str())
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

mod before_content;
pub(super) mod block_page;
pub(super) mod exceptions;
pub(super) mod json_errors;
mod own_request_rate;
pub(super) mod password_and_captcha;
pub(super) mod reason;
pub(super) mod refusal_words;
pub(super) mod refused_agent;
mod rule_outcome;
mod site_own_phrases;
pub(super) mod status;
#[cfg(test)]
mod tests;
mod weak_evidence;
