//! The order of trust, from transport to history.

use std::time::Duration;

use super::Signals;
use crate::logic::model::Verdict;
use crate::logic::page::Page;

/// Why there was no answer at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The proxy's: unreachable, refused us, wants another password, answered garbage.
    Proxy(String),
    /// The site's name does not resolve, its port is closed.
    Unreachable(String),
    /// The connection was closed or reset before an answer.
    Dropped(String),
    /// Silence until the time limit.
    Timeout(String),
    /// TLS failed, too many redirects, too large and the like: `outage` with the reason.
    Other(String),
}

/// What the rule made of the page.
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

/// One answer, as the judge sees it.
pub struct Answer<'a> {
    /// Why there was none.
    pub fault: Option<&'a Fault>,
    /// Address that was asked for.
    pub requested_url: &'a str,
    /// Address where the redirects ended.
    pub final_url: &'a str,
    /// Status; 0 when unknown (body only).
    pub status: u16,
    /// Headers, names lower case.
    pub headers: &'a [(String, String)],
    /// Whether a proxy was used, so that its own error pages can be told apart.
    pub through_proxy: bool,
    /// The decoded body.
    pub body: &'a str,
    /// The parsed body, when it is HTML.
    pub page: Option<&'a Page>,
    /// What the rule made of it.
    pub rule: RuleOutcome,
    /// Whether the body is the same as that of other addresses of the site (hash seen before).
    pub body_repeats: bool,
    /// How long ago the previous request to this host began.
    pub since_last_request: Option<Duration>,
    /// Now, for `Retry-After` dates, seconds since 1970.
    pub now_s: i64,
}

/// Judges one answer.
pub fn judge(_signals: &Signals, _answer: &Answer<'_>) -> Verdict {
    todo!()
}
