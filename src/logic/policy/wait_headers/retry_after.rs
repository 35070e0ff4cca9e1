//! The wait that a site asks for with the header `Retry-After`. Input: headers, the clock as a
//! value. Output: the wait, with a ceiling. How long of it a run waits is `longest_wait` of the
//! supervision plan.

use std::time::Duration;

use jiff::fmt::rfc2822;

/// The longest wait taken from a header; a longer one would amount to never.
const MAX_ASKED: Duration = Duration::from_secs(30 * 86_400);

/// Parses `Retry-After` as seconds or a date (RFC 9110 section 10.2.3), up to a
/// ceiling.
pub fn retry_after(headers: &[(String, String)], now_s: i64) -> Option<Duration> {
    let (_, value) = headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case("retry-after"))?;
    let value = value.trim();
    let wait_s = match value.parse::<u64>() {
        Ok(seconds) => seconds,
        Err(_) => {
            let at = rfc2822::DateTimeParser::new().parse_timestamp(value).ok()?;
            u64::try_from(at.as_second().saturating_sub(now_s)).unwrap_or(0)
        }
    };
    Some(Duration::from_secs(wait_s).min(MAX_ASKED))
}
