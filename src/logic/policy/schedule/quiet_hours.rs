//! Quiet hours: times of day at which a site is not requested. Input: text such as
//! `22:00-06:00, 12:00-13:30`, the clock as a value and a zone. Output: when the quiet ends.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;

/// The maximum number of windows of a rule.
const MAX_WINDOWS: usize = 24;

/// Times of day without requests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuietHours {
    /// From (included) and until (excluded); one that ends before it begins spans midnight.
    windows: Vec<(Time, Time)>,
}

impl QuietHours {
    /// Parses `22:00-06:00`, or several such windows separated by commas. `None` when the text is
    /// invalid, or a window begins when it ends.
    pub fn parse(text: &str) -> Option<Self> {
        let windows: Vec<(Time, Time)> = text.split(',').map(window).collect::<Option<_>>()?;
        (windows.len() <= MAX_WINDOWS).then_some(Self { windows })
    }

    /// When the quiet time around `now` ends in `zone`; `None` when it is not quiet. An end that a
    /// clock change skips becomes the first moment after it.
    pub fn until(&self, now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let mut end = None;
        // Windows may be adjacent.
        for _ in 0..=self.windows.len() {
            let at = end.unwrap_or(now);
            match self.windows.iter().find_map(|w| end_of(*w, at, zone)) {
                Some(later) => end = Some(later),
                None => break,
            }
        }
        end
    }
}

fn end_of((from, until): (Time, Time), now: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
    let local = now.to_zoned(zone.clone());
    let (day, time) = (local.date(), local.time());
    let over_midnight = until <= from;
    let last_day = match over_midnight {
        false if from <= time && time < until => day,
        true if time < until => day,
        true if from <= time => day.tomorrow().ok()?,
        _ => return None,
    };
    let end = last_day.to_datetime(until).to_zoned(zone.clone()).ok()?;
    // A time of day occurs twice when the clock is set back.
    (end.timestamp() > now).then(|| end.timestamp())
}

fn window(text: &str) -> Option<(Time, Time)> {
    let (from, until) = text.split_once(['-', '–'])?;
    let (from, until) = (time(from)?, time(until)?);
    (from != until).then_some((from, until))
}

/// `6:00`, `22:30`; `24:00` is midnight.
pub(super) fn time(text: &str) -> Option<Time> {
    let (hour, minute) = text.trim().split_once(':')?;
    let number = |text: &str| match text.len() {
        1 | 2 if text.bytes().all(|b| b.is_ascii_digit()) => text.parse::<i8>().ok(),
        _ => None,
    };
    match (number(hour)?, number(minute)?) {
        (24, 0) => Some(Time::midnight()),
        (hour, minute) => Time::new(hour, minute, 0, 0).ok(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(quiet: &str, zone: &str, now: &str, expected: Option<&str>) {
        let zone = crate::policy::schedule::zone(zone).unwrap();
        let quiet = QuietHours::parse(quiet).unwrap();
        let expected = expected.map(|text| text.parse::<Timestamp>().unwrap());
        assert_eq!(quiet.until(now.parse().unwrap(), &zone), expected, "{now}");
    }

    #[test]
    fn windows_are_meant_in_the_sites_zone_and_go_over_midnight() {
        let night = "22:00-06:00";
        check(night, "UTC", "2026-03-01T21:59:59Z", None);
        check(
            night,
            "UTC",
            "2026-03-01T22:00:00Z",
            Some("2026-03-02T06:00:00Z"),
        );
        check(
            night,
            "UTC",
            "2026-03-02T05:59:59Z",
            Some("2026-03-02T06:00:00Z"),
        );
        check(night, "UTC", "2026-03-02T06:00:00Z", None);
        let shanghai = "Asia/Shanghai";
        check(
            night,
            shanghai,
            "2026-03-01T14:30:00Z",
            Some("2026-03-01T22:00:00Z"),
        );
        check(night, shanghai, "2026-03-01T13:30:00Z", None);
        check(
            "9:00-17:30",
            "UTC",
            "2026-03-01T12:00:00Z",
            Some("2026-03-01T17:30:00Z"),
        );
        check(
            "18:00-24:00",
            "UTC",
            "2026-03-01T20:00:00Z",
            Some("2026-03-02T00:00:00Z"),
        );
    }

    #[test]
    fn windows_that_follow_one_another_are_one() {
        let both = "22:00-02:00, 02:00-06:00";
        check(
            both,
            "UTC",
            "2026-03-01T23:00:00Z",
            Some("2026-03-02T06:00:00Z"),
        );
        check(both, "UTC", "2026-03-01T12:00:00Z", None);
    }

    #[test]
    fn an_end_that_the_clocks_skip_is_the_first_moment_after_it() {
        let quiet = "01:00-02:30";
        check(
            quiet,
            "Europe/Berlin",
            "2026-03-29T00:30:00Z",
            Some("2026-03-29T01:30:00Z"),
        );
    }

    #[test]
    fn what_is_no_window_is_refused() {
        for text in [
            "",
            "22:00",
            "22-6",
            "22:00-22:00",
            "25:00-06:00",
            "a:b-c:d",
            "1:00-2:00,",
        ] {
            assert_eq!(QuietHours::parse(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn quiet_ends_after_now_and_within_two_days(
            text in "([0-2]?[0-9]:[0-5][0-9]-[0-2]?[0-9]:[0-5][0-9],?){1,3}",
            second in 1_700_000_000_i64..1_800_000_000,
        ) {
            let now = Timestamp::from_second(second).unwrap();
            let quiet = QuietHours::parse(&text);
            if let Some(end) = quiet.and_then(|q| q.until(now, &TimeZone::UTC)) {
                prop_assert!(end > now);
                prop_assert!(end.as_second() - second <= 5 * 86_400);
            }
        }
    }
}
