//! Hours of digests: times of day at which what was gathered is sent. Input: text such as
//! `08:00, 18:00`, the clock as a value and a zone. Output: when the next one is.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;

use super::quiet_hours::time;

/// The most times of a day.
const MAX_TIMES: usize = 24;
/// The time unless a person chooses others.
const USUAL: &str = "08:00";

/// Times of day for digests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DigestHours {
    times: Vec<Time>,
}

impl DigestHours {
    /// Parses times separated by commas; the usual one if there are none. `None` when the text is
    /// invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let text = match text.trim() {
            "" => USUAL,
            text => text,
        };
        let mut times: Vec<Time> = text.split(',').map(time).collect::<Option<_>>()?;
        times.sort_unstable();
        (times.len() <= MAX_TIMES).then_some(Self { times })
    }

    /// The first of them after `then`, in `zone`.
    pub fn after(&self, then: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let today = then.to_zoned(zone.clone()).date();
        let days = [Some(today), today.tomorrow().ok()];
        let all = days.into_iter().flatten().flat_map(|day| {
            let at = move |time: &Time| day.to_datetime(*time).to_zoned(zone.clone()).ok();
            self.times.iter().filter_map(at)
        });
        all.map(|at| at.timestamp()).find(|at| *at > then)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_hour_is_today_or_tomorrow() {
        let next = |text: &str, then: &str| {
            let hours = DigestHours::parse(text).expect("hours");
            let then: Timestamp = then.parse().expect("a time");
            let next = hours.after(then, &TimeZone::UTC).expect("another");
            next.to_string()
        };
        assert_eq!(
            next("18:00, 08:00", "2026-03-01T07:59:00Z"),
            "2026-03-01T08:00:00Z"
        );
        assert_eq!(
            next("18:00, 08:00", "2026-03-01T08:00:00Z"),
            "2026-03-01T18:00:00Z"
        );
        assert_eq!(next("", "2026-03-01T18:00:00Z"), "2026-03-02T08:00:00Z");
        assert_eq!(DigestHours::parse("8"), None);
        assert_eq!(DigestHours::parse("25:00"), None);
    }
}
