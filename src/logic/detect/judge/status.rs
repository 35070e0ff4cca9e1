//! The meaning of a status when nothing else explains it. Input: an answer. Output: a
//! verdict, or nothing for good statuses.

use std::time::Duration;

use super::own_request_rate::{LIMIT_WINDOW, asked_lately};
use super::{Answer, with};
use crate::model::{Evidence, EvidencePlace, PageState, Strength, Verdict};

/// Bodies below this say nothing but the status.
const SILENT_BYTES: usize = 200;

/// An error that took this long was delayed on purpose.
const HELD: Duration = Duration::from_secs(2);

/// Statuses with which a site keeps clients out; here a single phrase determines the cause.
pub(super) fn is_suspicious(status: u16) -> bool {
    matches!(
        status,
        401 | 403 | 405 | 406 | 412 | 418 | 421 | 429 | 444 | 451 | 456 | 503 | 512 | 520
            ..=530 | 999
    )
}

/// The state that `status` implies; `None` for good ones. `refuses`: whether the words of the answer
/// could be those of a refusal.
pub(super) fn judge(answer: &Answer<'_>, refuses: impl Fn() -> bool) -> Option<Verdict> {
    let status = answer.status;
    let state = match status {
        401 | 402 => PageState::LoginRequired,
        429 => PageState::RateLimited,
        // Chinese protections use 412 and 418, nginx uses 444 to close the connection, sites made
        // up 456 and 999 for unwanted clients, 451 is a legal refusal.
        403 | 406 | 412 | 418 | 444 | 451 | 456 | 999 => PageState::Blocked,
        404 | 410 => PageState::Empty,
        408 | 503 => return Some(of_error(answer, refuses)),
        500..=599 if was_held(answer) => return Some(of_error(answer, refuses)),
        // A fault of the site, whatever our rate: it is retried with increasing delays.
        400.. => PageState::Outage,
        204 => PageState::Empty,
        _ => return None,
    };
    Some(Verdict::because(state, evidence(status)))
}

/// Whether an error was delayed on purpose: some limiters delay clients, a server fault returns at
/// once.
fn was_held(answer: &Answer<'_>) -> bool {
    answer.took.is_some_and(|took| took >= HELD)
}

/// An unavailable site is down, unless our own rate caused it (decision rule 7); the engine finds
/// out whether the error ends at a lower rate.
fn of_error(answer: &Answer<'_>, refuses: impl Fn() -> bool) -> Verdict {
    let mut reasons = vec![evidence(answer.status)];
    let told_to_wait = answer
        .headers
        .iter()
        .any(|(name, _)| name.eq_ignore_ascii_case("retry-after"));
    let rate = asked_lately(answer, LIMIT_WINDOW);
    let state = if rate.is_some()
        || (told_to_wait
            && answer.status == 503
            && !in_maintenance(answer)
            && (is_silent(answer) || refuses()))
    {
        PageState::RateLimited
    } else {
        PageState::Outage
    };
    reasons.extend(rate);
    with(state, reasons)
}

/// Whether the answer says hardly anything.
fn is_silent(answer: &Answer<'_>) -> bool {
    answer.body.trim().len() < SILENT_BYTES
}

/// A maintenance page explains a 503 with `Retry-After` better than a rate limit does.
fn in_maintenance(answer: &Answer<'_>) -> bool {
    let body = crate::detect::visible_parts::head_of(answer.body).to_lowercase();
    body.contains("maintenance") || body.contains("维护") || body.contains("維護")
}

/// The status as evidence, with its standard phrase.
pub(super) fn evidence(status: u16) -> Evidence {
    let shown = format!("{status} {}", phrase(status));
    crate::detect::evidence::evidence("status", Strength::Strong, EvidencePlace::Status, &shown)
}

/// The reason phrase of a status (IANA registry; the last ones are unofficial).
fn phrase(status: u16) -> &'static str {
    match status {
        204 => "No Content",
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        407 => "Proxy Authentication Required",
        408 => "Request Timeout",
        410 => "Gone",
        412 => "Precondition Failed",
        414 => "URI Too Long",
        418 => "I'm a Teapot",
        421 => "Misdirected Request",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        444 => "No Response",
        451 => "Unavailable For Legal Reasons",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        511 => "Network Authentication Required",
        520 => "Unknown Error",
        521 => "Web Server Is Down",
        522 => "Connection Timed Out",
        523 => "Origin Is Unreachable",
        524 => "A Timeout Occurred",
        525 => "SSL Handshake Failed",
        526 => "Invalid SSL Certificate",
        _ => "",
    }
}
