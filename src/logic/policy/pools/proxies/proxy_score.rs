//! Scores proxies by their uses. Input: the current track, uses, the time. Output: weights, and a
//! score from 0 to 100. What else a use changes is in `proxy_use`, how long a proxy rests in `proxy_rest`.
//!
//! Good and failed uses have weights that halve every [`HALF_LIFE`] and whose sum is at most
//! [`MEMORY`], so that recent uses dominate. The expected success is the mean of a Beta
//! distribution (Laplace's rule of succession): `(good + a·p) / (good + bad + a)`, with `a` = 2
//! imagined uses that succeeded with probability `p`: one half for an unknown proxy, and the
//! proxy's overall success for a site where it was not used yet. The score is that success times
//! `1 / (1 + latency / 4 s)`.

use jiff::{SignedDuration, Timestamp};

use crate::model::{Proxy, ProxyAtSite, Track};

/// The time after which a use counts half.
const HALF_LIFE: SignedDuration = SignedDuration::from_hours(12);
/// The maximum total weight of uses.
const MEMORY: f64 = 50.0;
/// Imagined uses, so that a single fault is not decisive.
const IMAGINED: f64 = 2.0;
/// The latency that halves a score, milliseconds.
const SLOW_MS: f64 = 4_000.0;
/// The assumed latency of a proxy without a measurement, milliseconds.
const USUAL_MS: f64 = 1_000.0;
/// The weight of the next measurement in the average.
const LATENCY_SHARE: f64 = 0.3;

/// The expected success of the next use, 0 to 1.
pub fn success(track: &Track, now: Timestamp) -> f64 {
    expected(&decayed(track, now), 0.5)
}

/// The score overall, 0 to 100.
pub fn score(proxy: &Proxy, now: Timestamp) -> f64 {
    track_score(&proxy.track, now)
}

/// The score for a track, 0 to 100.
pub(in crate::policy::pools) fn track_score(track: &Track, now: Timestamp) -> f64 {
    100.0 * success(track, now) * speed(track.latency_ms)
}

/// The score at a site, 0 to 100: from its uses there, with the overall success as prior.
pub fn score_at(proxy: &Proxy, at: Option<&ProxyAtSite>, now: Timestamp) -> f64 {
    let overall = success(&proxy.track, now);
    let (chance, latency_ms) = match at {
        Some(at) => (
            expected(&decayed(&at.track, now), overall),
            match at.track.latency_ms > 0.0 {
                true => at.track.latency_ms,
                false => proxy.track.latency_ms,
            },
        ),
        None => (overall, proxy.track.latency_ms),
    };
    100.0 * chance * speed(latency_ms)
}

/// The weight of the uses behind a success rate at `now`.
pub(in crate::policy::pools) fn weight(track: &Track, now: Timestamp) -> f64 {
    let track = decayed(track, now);
    track.good + track.bad
}

/// The calendar month of a time in UTC: year × 100 + month.
pub fn month_of(at: Timestamp) -> i64 {
    let date = at.to_zoned(jiff::tz::TimeZone::UTC).date();
    i64::from(date.year()) * 100 + i64::from(date.month())
}

/// A probability or a score as whole percent.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to 0 to 100 before"
)]
pub fn percent(of_hundred: f64) -> u32 {
    of_hundred.round().clamp(0.0, 100.0) as u32
}

/// Records uses, this many good and bad ones of such a weight, and how long an answer took to
/// begin, milliseconds.
pub(in crate::policy::pools) fn note_track(
    track: &mut Track,
    at: Timestamp,
    (good, bad): (u32, f64),
    latency_ms: Option<f64>,
) {
    *track = decayed(track, at);
    track.seen_at = track.seen_at.max(Some(at));
    track.good += f64::from(good);
    track.bad += bad;
    let sum = track.good + track.bad;
    if sum > MEMORY {
        track.good *= MEMORY / sum;
        track.bad *= MEMORY / sum;
    }
    if let Some(latency_ms) = latency_ms {
        track.latency_ms = if track.latency_ms > 0.0 {
            track.latency_ms + LATENCY_SHARE * (latency_ms - track.latency_ms)
        } else {
            latency_ms
        };
    }
}

/// The weights as of `now`; a clock set back changes nothing.
fn decayed(track: &Track, now: Timestamp) -> Track {
    let Some(seen) = track.seen_at.filter(|seen| *seen < now) else {
        return *track;
    };
    let age = now.duration_since(seen).as_secs_f64();
    let share = 0.5_f64.powf(age / HALF_LIFE.as_secs_f64());
    Track {
        good: track.good * share,
        bad: track.bad * share,
        latency_ms: track.latency_ms,
        seen_at: Some(now),
    }
}

fn expected(track: &Track, chance: f64) -> f64 {
    (track.good + IMAGINED * chance) / (track.good + track.bad + IMAGINED)
}

fn speed(latency_ms: f64) -> f64 {
    let latency_ms = if latency_ms > 0.0 {
        latency_ms
    } else {
        USUAL_MS
    };
    1.0 / (1.0 + latency_ms / SLOW_MS)
}

#[cfg(test)]
mod tests {
    use super::super::proxy_choice::tests::{at, proxy};
    use super::super::proxy_use::note_use;
    use super::super::proxy_use::tests::used;
    use super::*;

    #[test]
    fn lately_counts_more_than_long_ago() {
        let mut known = proxy(1);
        assert!(
            (success(&known.track, at(0)) - 0.5).abs() < 1e-9,
            "nobody knows it"
        );
        note_use(&mut known, &used(1_000, false, at(0)));
        assert!(success(&known.track, at(0)) > 0.97);
        for n in 0..10 {
            note_use(&mut known, &used(0, true, at(n)));
        }
        assert!(
            success(&known.track, at(10)) < 0.85,
            "ten faults in a row tell"
        );
        let later = success(&known.track, at(14 * 24 * 3600));
        assert!(
            (later - 0.5).abs() < 0.01,
            "after two weeks nobody knows: {later}"
        );
    }

    #[test]
    fn a_slow_proxy_scores_lower() {
        let (mut quick, mut slow) = (proxy(1), proxy(2));
        for (proxy, latency_ms) in [(&mut quick, 200.0), (&mut slow, 8_000.0)] {
            let mut good = used(5, false, at(0));
            good.latency_ms = Some(latency_ms);
            note_use(proxy, &good);
        }
        assert!(score(&quick, at(0)) > 2.0 * score(&slow, at(0)));
        assert!((0.0..=100.0).contains(&score(&quick, at(0))));
    }

    #[test]
    fn months_are_calendar_months() {
        assert_eq!(month_of("2026-11-30T23:59:59Z".parse().unwrap()), 202_611);
        assert_eq!(month_of("2026-12-01T00:00:00Z".parse().unwrap()), 202_612);
    }
}
