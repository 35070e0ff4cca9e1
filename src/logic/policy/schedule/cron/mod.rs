//! Cron expressions (crontab(5)), on top of the `cron` crate run on plain wall-clock time.
//! Input: an expression, an instant, a zone. Output: the next instant. The crate never sees a zone:
//! it would skip a time in a DST gap and fire a doubled one twice.

#[cfg(test)]
mod croner_comparison;
mod describe;
mod expression_parser;
mod form_values;

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveDateTime, TimeDelta, Timelike as _};
use jiff::tz::{AmbiguousOffset, TimeZone};
use jiff::{Timestamp, civil};

use crate::messages::{Explain, Message};
pub use describe::describe_cron;
use expression_parser::{CronFields, ValueSet};
pub use form_values::CronPicks;

/// A compiled cron expression.
#[derive(Clone, Debug)]
pub struct Cron {
    /// One, or two whose turns are merged: by day of the month and by weekday.
    schedules: Vec<cron::Schedule>,
}

/// An expression that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CronError {
    /// Character position of the fault, from 0.
    pub position: usize,
    /// What is wrong and how to fix it.
    pub message: Message,
}

impl Explain for CronError {
    fn explain(&self) -> Message {
        self.message.clone()
    }
}

impl std::fmt::Display for CronError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::messages::english(&self.message))
    }
}

impl std::error::Error for CronError {}

impl Cron {
    /// Parses five fields, six (seconds first), or `@daily` and the like. 0 and 7 are Sunday; when
    /// neither day of month nor weekday begins with `*`, a day that matches one of them is enough.
    ///
    /// # Errors
    /// With position and hint; also for a date that never comes, such as 30 February.
    pub fn parse(expression: &str) -> Result<Self, CronError> {
        let fields = expression_parser::parse(expression)?;
        let schedules = plain_expressions(&fields)
            .iter()
            .map(|plain| plain.parse::<cron::Schedule>())
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| CronError {
                position: 0,
                message: Message::new("schedule-cron-unreadable")
                    .with("text", expression)
                    .with("reason", error.to_string()),
            })?;
        let cron = Self { schedules };
        if cron.next_wall_after(EARLIEST).is_none() {
            return Err(CronError {
                position: 0,
                message: Message::new("schedule-cron-never").with("text", expression),
            });
        }
        Ok(cron)
    }

    /// The first turn strictly after `after`: a time inside a DST gap runs at the first valid
    /// instant after it, a doubled time runs once, at its first occurrence. `None` after the year
    /// 2100, where the crate's calendar ends.
    pub fn next_after(&self, after: Timestamp, zone: &TimeZone) -> Option<Timestamp> {
        let mut wall = to_chrono(zone.to_datetime(after))?;
        loop {
            let candidate = self.next_wall_after(wall)?;
            let local = to_civil(candidate)?;
            let ambiguous = zone.to_ambiguous_timestamp(local);
            let turn = match ambiguous.offset() {
                AmbiguousOffset::Unambiguous { .. } => ambiguous.unambiguous().ok()?,
                AmbiguousOffset::Fold { .. } => ambiguous.earlier().ok()?,
                AmbiguousOffset::Gap { .. } => {
                    let before = ambiguous.earlier().ok()?;
                    zone.following(before).next()?.timestamp()
                }
            };
            if turn > after {
                return Some(turn);
            }
            // The clock was set back: the rest of the doubled time has already run.
            wall = end_of_fold(turn, zone).map_or(candidate, |end| end.max(candidate));
        }
    }

    fn next_wall_after(&self, wall: NaiveDateTime) -> Option<NaiveDateTime> {
        self.schedules
            .iter()
            .filter_map(|s| s.after(&wall.and_utc()).next())
            .min()
            .map(|turn| turn.naive_utc())
    }
}

/// Where the crate's calendar begins.
const EARLIEST: NaiveDateTime = DateTime::UNIX_EPOCH.naive_utc();

/// The crate's own dialect: six fields, Sunday is 1, and the days joined by AND.
fn plain_expressions(fields: &CronFields) -> Vec<String> {
    let plain = |days: &str, weekdays: &str| {
        format!(
            "{} {} {} {days} {} {weekdays}",
            list(fields.seconds, 0),
            list(fields.minutes, 0),
            list(fields.hours, 0),
            list(fields.months, 0),
        )
    };
    let (days, weekdays) = (list(fields.days, 0), list(fields.weekdays, 1));
    if fields.days.starred || fields.weekdays.starred {
        vec![plain(&days, &weekdays)]
    } else {
        vec![plain(&days, "*"), plain("*", &weekdays)]
    }
}

fn list(set: ValueSet, shift: u32) -> String {
    let values: Vec<String> = set.values().map(|v| (v + shift).to_string()).collect();
    values.join(",")
}

/// The last second of wall-clock time that the transition after `turn` doubles, as seen before it.
fn end_of_fold(turn: Timestamp, zone: &TimeZone) -> Option<NaiveDateTime> {
    let transition = zone.following(turn).next()?.timestamp();
    let offset = zone.to_offset(turn);
    to_chrono(offset.to_datetime(transition))?.checked_sub_signed(TimeDelta::seconds(1))
}

/// Whole seconds, rounded down, so that "strictly after" stays correct.
fn to_chrono(wall: civil::DateTime) -> Option<NaiveDateTime> {
    let part = |n: i8| u32::try_from(n).ok();
    NaiveDate::from_ymd_opt(wall.year().into(), part(wall.month())?, part(wall.day())?)?
        .and_hms_opt(
            part(wall.hour())?,
            part(wall.minute())?,
            part(wall.second())?,
        )
}

fn to_civil(wall: NaiveDateTime) -> Option<civil::DateTime> {
    let part = |n: u32| i8::try_from(n).ok();
    civil::DateTime::new(
        i16::try_from(wall.year()).ok()?,
        part(wall.month())?,
        part(wall.day())?,
        part(wall.hour())?,
        part(wall.minute())?,
        part(wall.second())?,
        0,
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::policy::schedule::zone;

    /// The `turns` after `from`, written in the zone's own time.
    fn turns(expression: &str, from: &str, zone_name: &str, turns: usize) -> Vec<String> {
        let cron = Cron::parse(expression).expect(expression);
        let zone = zone(zone_name).expect(zone_name);
        let mut at: Timestamp = from.parse().expect(from);
        (0..turns)
            .map_while(|_| {
                at = cron.next_after(at, &zone)?;
                Some(
                    at.to_zoned(zone.clone())
                        .strftime("%a %F %T %:z")
                        .to_string(),
                )
            })
            .collect()
    }

    #[test]
    fn weekdays_and_zone() {
        assert_eq!(
            turns(
                "*/20 8-20 * * 1-5",
                "2026-01-02T12:30:00Z",
                "Asia/Shanghai",
                3
            ),
            [
                "Fri 2026-01-02 20:40:00 +08:00",
                "Mon 2026-01-05 08:00:00 +08:00",
                "Mon 2026-01-05 08:20:00 +08:00",
            ]
        );
    }

    #[test]
    fn day_of_month_or_weekday() {
        assert_eq!(
            turns("0 0 13 * 5", "2026-02-10T00:00:00Z", "UTC", 3),
            [
                "Fri 2026-02-13 00:00:00 +00:00",
                "Fri 2026-02-20 00:00:00 +00:00",
                "Fri 2026-02-27 00:00:00 +00:00",
            ]
        );
        // A starred day field restricts instead of adding: odd days that are Mondays.
        assert_eq!(
            turns("0 0 */2 * 1", "2026-06-01T00:00:00Z", "UTC", 2),
            [
                "Mon 2026-06-15 00:00:00 +00:00",
                "Mon 2026-06-29 00:00:00 +00:00",
            ]
        );
    }

    #[test]
    fn a_time_in_the_gap_runs_right_after_it() {
        assert_eq!(
            turns("30 2 * * *", "2026-03-28T12:00:00Z", "Europe/Berlin", 2),
            [
                "Sun 2026-03-29 03:00:00 +02:00",
                "Mon 2026-03-30 02:30:00 +02:00",
            ]
        );
        assert_eq!(
            turns("*/30 2,3 * * *", "2026-03-28T12:00:00Z", "Europe/Berlin", 2),
            [
                "Sun 2026-03-29 03:00:00 +02:00",
                "Sun 2026-03-29 03:30:00 +02:00",
            ]
        );
        // Samoa skipped a whole day.
        assert_eq!(
            turns("0 12 * * *", "2011-12-30T00:00:00Z", "Pacific/Apia", 2),
            [
                "Sat 2011-12-31 00:00:00 +14:00",
                "Sat 2011-12-31 12:00:00 +14:00",
            ]
        );
    }

    #[test]
    fn a_doubled_time_runs_once() {
        assert_eq!(
            turns("30 2 * * *", "2026-10-24T12:00:00Z", "Europe/Berlin", 2),
            [
                "Sun 2026-10-25 02:30:00 +02:00",
                "Mon 2026-10-26 02:30:00 +01:00",
            ]
        );
        // Called in the second occurrence, between the two.
        assert_eq!(
            turns("* * * * * *", "2026-10-25T01:10:00Z", "Europe/Berlin", 1),
            ["Sun 2026-10-25 03:00:00 +01:00"]
        );
    }

    #[test]
    fn nicknames() {
        assert_eq!(
            turns("@weekly", "2026-01-01T00:00:00Z", "UTC", 1),
            ["Sun 2026-01-04 00:00:00 +00:00"]
        );
        assert_eq!(
            turns("@yearly", "2026-01-01T00:00:00Z", "UTC", 1),
            ["Fri 2027-01-01 00:00:00 +00:00"]
        );
    }

    #[test]
    fn leap_days_come_and_february_thirtieth_does_not() {
        assert_eq!(
            turns("0 0 29 2 *", "2026-01-01T00:00:00Z", "UTC", 1),
            ["Tue 2028-02-29 00:00:00 +00:00"]
        );
        let error = Cron::parse("0 0 30 2 *").expect_err("never");
        assert_eq!(error.position, 4);
        assert!(error.to_string().contains("29 days"), "{error}");
        for (expression, position) in [("0 0 31 4,6,feb *", 4), ("0 0 0 30-31 2 1", 6)] {
            let error = Cron::parse(expression).expect_err("never");
            assert_eq!(error.position, position, "{expression}");
        }
        Cron::parse("0 0 29-31 2,3 *").expect("the 29th, and March");
    }

    #[test]
    fn fractions_of_a_second_do_not_repeat_a_turn() {
        assert_eq!(
            turns("0 12 * * *", "2026-01-01T12:00:00.5Z", "UTC", 1),
            ["Fri 2026-01-02 12:00:00 +00:00"]
        );
    }

    fn part(low: u32, high: u32) -> impl Strategy<Value = String> {
        prop_oneof![
            Just("*".to_owned()),
            (2..=high).prop_map(|step| format!("*/{step}")),
            (low..=high).prop_map(|v| v.to_string()),
            (low..=high, low..=high).prop_map(|(a, b)| format!("{}-{}", a.min(b), a.max(b))),
            (low..=high, low..=high).prop_map(|(a, b)| format!("{a},{b}")),
        ]
    }

    /// Whether `local` matches the fields, as defined in crontab(5).
    fn fits(fields: &CronFields, local: civil::DateTime) -> bool {
        let has = |set: ValueSet, n: i8| set.contains(u32::try_from(n).unwrap_or(99));
        let day = has(fields.days, local.day());
        let weekday = has(fields.weekdays, local.weekday().to_sunday_zero_offset());
        let days = if fields.days.starred || fields.weekdays.starred {
            day && weekday
        } else {
            day || weekday
        };
        days && has(fields.minutes, local.minute())
            && has(fields.hours, local.hour())
            && has(fields.months, local.month())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn turns_are_strictly_later_repeatable_and_the_first_that_fit(
            minute in part(0, 59),
            hour in part(0, 23),
            day in part(1, 28),
            month in part(1, 12),
            weekday in part(0, 7),
            start_s in 1_500_000_000_i64..1_900_000_000,
            zone_name in prop::sample::select(
                vec!["UTC", "Europe/Berlin", "Asia/Shanghai", "America/New_York", "Australia/Lord_Howe"],
            ),
        ) {
            let expression = format!("{minute} {hour} {day} {month} {weekday}");
            let cron = Cron::parse(&expression).expect("generated");
            let zone = zone(zone_name).expect("known zone");
            let after = Timestamp::from_second(start_s).expect("in range");
            let Some(turn) = cron.next_after(after, &zone) else {
                // Only a starred day field together with a weekday can be this sparse.
                return Ok(());
            };
            prop_assert!(turn > after);
            prop_assert_eq!(cron.next_after(after, &zone), Some(turn));

            // No earlier minute matches, up to a day ahead; one inside a gap may move later.
            let fields = expression_parser::parse(&expression).expect("generated");
            let mut minute_s = start_s - start_s.rem_euclid(60) + 60;
            while minute_s < turn.as_second().min(start_s + 86_400) {
                let instant = Timestamp::from_second(minute_s).expect("in range");
                let local = zone.to_datetime(instant);
                let first_round = zone
                    .to_ambiguous_timestamp(local)
                    .earlier()
                    .is_ok_and(|t| t == instant);
                prop_assert!(!(first_round && fits(&fields, local)), "missed {}", local);
                minute_s += 60;
            }
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
            let _ = Cron::parse(&text);
        }

        #[test]
        fn any_field_like_text_is_read_or_refused(text in "[-0-9*/,?a-zL#@ ]{0,24}") {
            if let Err(error) = Cron::parse(&text) {
                prop_assert!(error.position <= text.chars().count());
            }
        }
    }
}
