//! Rate limits that an API announces in its headers: how many requests are left and when the limit
//! resets. Input: headers and the current time. Output: how long to pause.

use std::time::Duration;

/// Header names for the number of requests left.
const LEFT: [&str; 5] = [
    "ratelimit-remaining",
    "x-ratelimit-remaining",
    "x-rate-limit-remaining",
    "x-ratelimit-remaining-requests",
    "x-app-rate-limit-remaining",
];
/// Header names for the reset: in seconds, or as seconds since 1970.
const RESET: [&str; 5] = [
    "ratelimit-reset",
    "x-ratelimit-reset",
    "x-rate-limit-reset",
    "x-ratelimit-reset-requests",
    "x-ratelimit-reset-after",
];
/// Larger numbers are times, not durations.
const A_TIME: f64 = 1_000_000_000.0;
/// Times in milliseconds begin here.
const IN_THOUSANDTHS: f64 = 100_000_000_000.0;
/// Longest pause in seconds: after it, requests resume even if a longer one was asked for.
const LONGEST: f64 = 3_600.0;

/// How long to pause when the headers say that no request is left. `now_s` is the current time in
/// seconds since 1970.
pub fn pause_asked(headers: &[(String, String)], now_s: i64) -> Option<Duration> {
    let (left, reset) = structured(headers).or_else(|| {
        let number = |names: &[&str]| {
            let value = names.iter().find_map(|name| header(headers, name))?;
            value.split([',', ';']).next()?.trim().parse::<f64>().ok()
        };
        Some((number(&LEFT)?, number(&RESET)?))
    })?;
    if left >= 1.0 || !reset.is_finite() {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "seconds of this century")]
    let now = now_s as f64;
    let seconds = match reset {
        reset if reset >= IN_THOUSANDTHS => reset / 1000.0 - now,
        reset if reset >= A_TIME => reset - now,
        reset => reset,
    };
    let pause = Duration::try_from_secs_f64(seconds.clamp(0.0, LONGEST)).ok()?;
    (!pause.is_zero()).then_some(pause)
}

/// `RateLimit: "default";r=0;t=30`, the form of the newer drafts.
fn structured(headers: &[(String, String)]) -> Option<(f64, f64)> {
    let value = header(headers, "ratelimit")?;
    let part = |name: &str| {
        let mut parts = value
            .split([';', ','])
            .filter_map(|part| part.split_once('='));
        let found = parts.find(|(key, _)| key.trim().eq_ignore_ascii_case(name))?;
        found.1.trim().parse::<f64>().ok()
    };
    let left = part("r").or_else(|| part("remaining"))?;
    Some((left, part("t").or_else(|| part("reset"))?))
}

fn header<'h>(headers: &'h [(String, String)], name: &str) -> Option<&'h str> {
    let mut all = headers.iter();
    all.find(|(n, _)| n.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_read_in_every_form() {
        let now = 1_767_608_400;
        let check = |headers: &[(&str, &str)], expected: Option<u64>| {
            let owned = headers
                .iter()
                .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
            let owned: Vec<_> = owned.collect();
            let pause = pause_asked(&owned, now).map(|pause| pause.as_secs());
            assert_eq!(pause, expected, "{headers:?}");
        };
        check(
            &[
                ("x-ratelimit-remaining", "0"),
                ("x-ratelimit-reset", "1767608430"),
            ],
            Some(30),
        );
        check(
            &[
                ("x-rate-limit-remaining", "0"),
                ("x-rate-limit-reset", "12"),
            ],
            Some(12),
        );
        check(
            &[
                ("ratelimit-remaining", "0"),
                ("ratelimit-reset", "1767608405000"),
            ],
            Some(5),
        );
        check(&[("ratelimit", "\"default\";r=0;t=9")], Some(9));
        check(&[("ratelimit", "limit=10, remaining=0, reset=7")], Some(7));
        check(
            &[("x-ratelimit-remaining", "5"), ("x-ratelimit-reset", "12")],
            None,
        );
        check(&[("x-ratelimit-remaining", "0")], None);
        check(
            &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1")],
            Some(1),
        );
        check(
            &[
                ("x-ratelimit-remaining", "0"),
                ("x-ratelimit-reset", "99999999"),
            ],
            Some(3600),
        );
        check(
            &[("x-ratelimit-remaining", "x"), ("x-ratelimit-reset", "NaN")],
            None,
        );
    }
}
