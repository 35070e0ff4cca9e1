//! Conditional requests and freshness (RFC 9110 §8.8 and §13, RFC 9111 §4.2), the part that a
//! private cache of one visitor needs. Input: the headers of an answer. Output: its
//! validators, and until when it is fresh. Pure; never guesses a freshness that the site does not
//! state.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use url::Url;

/// The longest freshness accepted. Lists are visited for new entries; a site that says "a year"
/// means its pictures.
const MAX_FRESH_S: i64 = 3600;

/// A conditional request: asks whether the previous answer still holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestCondition {
    /// The address that answered, without fragment; used for no other address.
    pub url: String,
    /// Its `ETag`.
    pub etag: Option<String>,
    /// Its `Last-Modified`.
    pub last_modified: Option<String>,
}

impl RequestCondition {
    /// Whether it applies to `url`.
    pub fn is_about(&self, url: &Url) -> bool {
        let (address, _) = self.url.split_once('#').unwrap_or((&self.url, ""));
        url[..url::Position::AfterQuery] == *address
    }
}

/// What an answer states about caching.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CachingHeaders {
    /// `ETag`.
    pub etag: Option<String>,
    /// `Last-Modified`.
    pub last_modified: Option<String>,
    /// Until when it is fresh.
    pub fresh_until: Option<Timestamp>,
}

/// The caching data in `headers` (names in lower case) of an answer received at `now`. `None` when
/// it must not be stored (`no-store`), may differ for every visitor (`Vary: *`), or has no
/// validators.
pub fn caching_headers(headers: &[(String, String)], now: Timestamp) -> Option<CachingHeaders> {
    let control = Control::of(headers);
    if control.no_store || all(headers, "vary").any(|value| value.trim() == "*") {
        return None;
    }
    let known = CachingHeaders {
        etag: one(headers, "etag").filter(|etag| etag.ends_with('"')),
        last_modified: one(headers, "last-modified").filter(|text| http_date(text).is_some()),
        fresh_until: fresh_until(headers, &control, now),
    };
    (known != CachingHeaders::default()).then_some(known)
}

/// Whether an answer checked at `checked_at` is fresh at `now`. After a clock jump it counts as
/// stale rather than fresh forever.
pub fn is_fresh(fresh_until: Option<Timestamp>, checked_at: Timestamp, now: Timestamp) -> bool {
    let latest = now.saturating_add(SignedDuration::from_secs(MAX_FRESH_S));
    let latest = latest.unwrap_or(now);
    fresh_until.is_some_and(|until| checked_at <= now && now < until && until <= latest)
}

/// RFC 9111 §4.2.1 and §4.2.3, without heuristics.
fn fresh_until(
    headers: &[(String, String)],
    control: &Control,
    now: Timestamp,
) -> Option<Timestamp> {
    if control.no_cache {
        return None;
    }
    let date = one(headers, "date").and_then(|text| http_date(&text));
    let lifetime = match control.max_age {
        Some(seconds) => seconds,
        None => {
            let expires = http_date(&one(headers, "expires")?)?;
            expires
                .as_second()
                .saturating_sub(date.unwrap_or(now).as_second())
        }
    };
    let age = one(headers, "age").and_then(|text| text.trim().parse::<i64>().ok());
    let apparent = date.map_or(0, |date| now.as_second().saturating_sub(date.as_second()));
    // The clocks of the site and of this machine may differ by seconds; a difference of minutes
    // means an old answer.
    let apparent = if apparent < 60 { 0 } else { apparent };
    let left = lifetime.saturating_sub(age.unwrap_or(0).max(apparent));
    let left = left.min(MAX_FRESH_S);
    if left <= 0 {
        return None;
    }
    now.checked_add(SignedDuration::from_secs(left)).ok()
}

/// How long a file may be cached by its `Cache-Control`; `None` if unspecified. `no-cache` and
/// `no-store` mean zero.
pub fn lifetime_s(headers: &[(String, String)]) -> Option<i64> {
    let control = Control::of(headers);
    if control.no_store || control.no_cache {
        return Some(0);
    }
    control.max_age
}

#[derive(Default)]
struct Control {
    no_store: bool,
    no_cache: bool,
    max_age: Option<i64>,
}

impl Control {
    fn of(headers: &[(String, String)]) -> Self {
        let mut control = Self::default();
        let mut said = false;
        for value in all(headers, "cache-control") {
            said = true;
            for part in value.split(',') {
                let (name, argument) = part.split_once('=').unwrap_or((part, ""));
                match name.trim().to_ascii_lowercase().as_str() {
                    "no-store" => control.no_store = true,
                    "no-cache" => control.no_cache = true,
                    "max-age" => {
                        let seconds = argument.trim().trim_matches('"').parse::<i64>();
                        // Unparsable values count as stale (RFC 9111 §4.2.1); of two values the
                        // shorter one counts.
                        let seconds = seconds.unwrap_or(0).max(0);
                        let known = control.max_age.unwrap_or(i64::MAX);
                        control.max_age = Some(known.min(seconds));
                    }
                    _ => {}
                }
            }
        }
        if !said {
            control.no_cache = all(headers, "pragma").any(|v| v.contains("no-cache"));
        }
        control
    }
}

fn all<'h>(headers: &'h [(String, String)], name: &'h str) -> impl Iterator<Item = &'h str> {
    let named = headers
        .iter()
        .filter(move |(n, _)| n.eq_ignore_ascii_case(name));
    named.map(|(_, value)| value.as_str())
}

fn one(headers: &[(String, String)], name: &str) -> Option<String> {
    let value = all(headers, name).next()?.trim();
    let visible = !value.is_empty() && value.bytes().all(|b| (0x20..0x7f).contains(&b));
    visible.then(|| value.to_owned())
}

/// Parses an HTTP date (RFC 9110 §5.6.7, the preferred format).
fn http_date(text: &str) -> Option<Timestamp> {
    let parser = jiff::fmt::rfc2822::DateTimeParser::new();
    parser.parse_timestamp(text.trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-03-01T12:00:00Z";

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn of(headers: &[(&str, &str)]) -> Option<CachingHeaders> {
        let headers: Vec<_> = headers
            .iter()
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect();
        caching_headers(&headers, at(NOW))
    }

    fn fresh_s(headers: &[(&str, &str)]) -> Option<i64> {
        let until = of(headers)?.fresh_until?;
        Some(until.as_second() - at(NOW).as_second())
    }

    #[test]
    fn validators_are_taken_as_they_are() {
        let known = of(&[
            ("etag", "W/\"a1\""),
            ("last-modified", "Sun, 01 Mar 2026 11:00:00 GMT"),
        ]);
        let expected = CachingHeaders {
            etag: Some("W/\"a1\"".to_owned()),
            last_modified: Some("Sun, 01 Mar 2026 11:00:00 GMT".to_owned()),
            fresh_until: None,
        };
        assert_eq!(known, Some(expected));
        assert_eq!(of(&[("etag", ""), ("last-modified", "yesterday")]), None);
        assert_eq!(of(&[("content-type", "text/html")]), None);
    }

    #[test]
    fn what_must_not_be_kept_is_not() {
        assert_eq!(
            of(&[("etag", "\"a\""), ("cache-control", "private, No-Store")]),
            None
        );
        assert_eq!(of(&[("etag", "\"a\""), ("vary", "*")]), None);
        assert!(of(&[("etag", "\"a\""), ("vary", "accept-encoding")]).is_some());
    }

    #[test]
    fn freshness_is_what_the_site_states_and_never_long() {
        assert_eq!(fresh_s(&[("cache-control", "max-age=600")]), Some(600));
        assert_eq!(
            fresh_s(&[("cache-control", "max-age=\"90\", public")]),
            Some(90)
        );
        assert_eq!(
            fresh_s(&[("cache-control", "max-age=600"), ("age", "500")]),
            Some(100)
        );
        assert_eq!(
            fresh_s(&[("cache-control", "max-age=600"), ("age", "700")]),
            None
        );
        assert_eq!(
            fresh_s(&[("cache-control", "max-age=31536000")]),
            Some(3600)
        );
        assert_eq!(fresh_s(&[("cache-control", "max-age=600, no-cache")]), None);
        assert_eq!(fresh_s(&[("cache-control", "max-age=lots")]), None);
        let date = ("date", "Sun, 01 Mar 2026 12:00:00 GMT");
        let expires = ("expires", "Sun, 01 Mar 2026 12:10:00 GMT");
        assert_eq!(fresh_s(&[date, expires]), Some(600));
        assert_eq!(fresh_s(&[date, expires, ("pragma", "no-cache")]), None);
        assert_eq!(fresh_s(&[date, ("expires", "0")]), None);
        assert_eq!(
            fresh_s(&[date, expires, ("cache-control", "max-age=5")]),
            Some(5)
        );
    }

    #[test]
    fn a_clock_that_jumped_makes_stale() {
        let minutes = |n: i64| at(NOW) + SignedDuration::from_mins(n);
        assert!(is_fresh(Some(minutes(5)), at(NOW), minutes(1)));
        assert!(!is_fresh(Some(minutes(5)), at(NOW), minutes(6)));
        assert!(!is_fresh(Some(minutes(5)), at(NOW), minutes(-1)));
        assert!(!is_fresh(Some(minutes(500)), minutes(-2), at(NOW)));
        assert!(!is_fresh(None, at(NOW), minutes(1)));
    }

    #[test]
    fn a_condition_is_about_one_address() {
        let condition = RequestCondition {
            url: "http://a.example/x?q".to_owned(),
            etag: None,
            last_modified: None,
        };
        assert!(condition.is_about(&Url::parse("http://a.example/x?q#part").unwrap()));
        assert!(!condition.is_about(&Url::parse("http://a.example/x").unwrap()));
    }
}
