//! Compares turns with croner, an independent cron library, over a century of zone data. Around
//! every clock change between 1970 (where cron calendars begin) and 2070 both compute the next
//! turns; between the changes they must agree. Any difference must be one of three, each checked
//! separately:
//!
//! 1. *Gap*: croner skips times in a gap if the expression has a star in its minutes or hours, and
//!    otherwise searches the next time that matches. Here every time inside a gap runs at the first
//!    valid instant after it (crontab(5) of Vixie cron does so for fixed times).
//! 2. *Fold*: croner runs a doubled time twice if the expression has a star. Here it runs once, at
//!    its first occurrence.
//! 3. *Short cut*: after either, croner may be a few turns off until the wall clock has left the
//!    hours around the change; such a turn is within a day of a change.
//!
//! The third is never accepted unchecked: each of our turns around a change is also compared with
//! the definition itself, minute by minute.

use std::collections::BTreeSet;
use std::str::FromStr as _;

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan as _};

use super::Cron;
use super::expression_parser::{self, CronFields, ValueSet};
use crate::policy::schedule::zone;

/// Zones with unusual changes: half hours, whole days, double summer time, Ramadan, none at all.
const ZONES: [&str; 12] = [
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Sao_Paulo",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Africa/Casablanca",
    "Asia/Shanghai",
    "Asia/Kathmandu",
    "Asia/Tehran",
    "America/Caracas",
];

/// Used around the changes in rotation, so that every expression meets changes of every zone.
const EXPRESSIONS: [&str; 12] = [
    "30 2 * * *",
    "0 0 * * *",
    "*/20 * * * *",
    "15,45 1-3 * * *",
    "0 3 * * 0",
    "59 23 28-31 * *",
    "0 */6 * * 1-5",
    "5 0 1 * *",
    "0 0 13 * 5",
    "10 1,2 * 3,4,10,11 *",
    "0 12 * * *",
    "*/7 2 * * 6,0",
];

fn at(text: &str) -> Timestamp {
    text.parse().expect(text)
}

fn ours(cron: &Cron, zone: &TimeZone, from: Timestamp, until: Timestamp) -> BTreeSet<Timestamp> {
    let next = |after: &Timestamp| cron.next_after(*after, zone).filter(|turn| *turn <= until);
    std::iter::successors(next(&from), next).collect()
}

fn theirs(
    cron: &croner::Cron,
    zone: &TimeZone,
    from: Timestamp,
    until: Timestamp,
) -> BTreeSet<Timestamp> {
    let mut turns = BTreeSet::new();
    let mut time = from.to_zoned(zone.clone());
    while let Ok(next) = cron.find_next_occurrence(&time, false) {
        if next.timestamp() > until || next.timestamp() <= time.timestamp() {
            break;
        }
        turns.insert(next.timestamp());
        time = next;
    }
    turns
}

/// The turns by definition: each matching minute of the wall clock is a turn, once, at its first
/// instant, or at the end of the gap that skips it.
fn by_definition(
    fields: &CronFields,
    zone: &TimeZone,
    from: Timestamp,
    until: Timestamp,
) -> BTreeSet<Timestamp> {
    let first = zone.to_datetime(from).saturating_sub(1.day());
    let last = zone.to_datetime(until).saturating_add(1.day());
    let mut wall = first
        .with()
        .second(0)
        .subsec_nanosecond(0)
        .build()
        .expect("a time");
    let mut turns = BTreeSet::new();
    while wall <= last {
        let has = |set: ValueSet, n: i8| set.contains(u32::try_from(n).expect("positive"));
        let day = has(fields.days, wall.day());
        let weekday = has(fields.weekdays, wall.weekday().to_sunday_zero_offset());
        let days = match fields.days.starred || fields.weekdays.starred {
            true => day && weekday,
            false => day || weekday,
        };
        let fits = has(fields.minutes, wall.minute())
            && has(fields.hours, wall.hour())
            && has(fields.months, wall.month());
        if days && fits {
            let ambiguous = zone.to_ambiguous_timestamp(wall);
            let turn = match ambiguous.offset() {
                jiff::tz::AmbiguousOffset::Gap { .. } => {
                    let before = ambiguous.earlier().expect("in range");
                    zone.following(before)
                        .next()
                        .expect("the change")
                        .timestamp()
                }
                _ => ambiguous.earlier().expect("in range"),
            };
            if from < turn && turn <= until {
                turns.insert(turn);
            }
        }
        wall = wall.saturating_add(1.minute());
    }
    turns
}

#[derive(Default, Debug)]
struct Tally {
    changes: usize,
    compared: usize,
    same: usize,
    gap: usize,
    fold: usize,
    near: usize,
}

/// Compares both around the changes of one zone; `every` samples each nth change.
fn hold(zone_name: &str, number: usize, every: usize, tally: &mut Tally) {
    let zone = zone(zone_name).expect("known");
    let mut unexplained = Vec::new();
    let changes: Vec<Timestamp> = zone
        .following(at("1970-01-03T00:00:00Z"))
        .map(|change| change.timestamp())
        .take_while(|change| *change < at("2070-01-01T00:00:00Z"))
        .collect();
    tally.changes += changes.len();
    for (nth, change) in changes.iter().enumerate() {
        if nth % every != number % every {
            continue;
        }
        let expression = EXPRESSIONS[(nth / every + number) % EXPRESSIONS.len()];
        let cron = Cron::parse(expression).expect("readable");
        let other = croner::Cron::from_str(expression).expect("readable");
        let fields = expression_parser::parse(expression).expect("readable");
        let hours = SignedDuration::from_hours;
        let (from, until) = (*change - hours(30), *change + hours(30));
        let our = ours(&cron, &zone, from, until);
        assert_eq!(
            our,
            by_definition(&fields, &zone, from, until),
            "{expression} in {zone_name} around {change}"
        );
        let their = theirs(&other, &zone, from, until);
        tally.compared += our.len();
        tally.same += our.intersection(&their).count();
        // The wall clock that the change skips or doubles.
        let before = zone.to_offset(*change - SignedDuration::from_nanos(1));
        let after = zone.to_offset(*change);
        let step = SignedDuration::from_secs(i64::from(after.seconds() - before.seconds()));
        for turn in our.symmetric_difference(&their) {
            if turn == change && step.is_positive() {
                tally.gap += 1;
            } else if !our.contains(turn)
                && step.is_negative()
                && *change <= *turn
                && *turn < *change - step
            {
                tally.fold += 1;
            } else if turn.duration_since(*change).abs() <= hours(24) {
                tally.near += 1;
            } else {
                unexplained.push(format!(
                    "{expression} in {zone_name}: {turn}, change {change}"
                ));
            }
        }
    }
    assert_eq!(unexplained, Vec::<String>::new());
}

#[test]
fn turns_are_those_of_another_implementation_over_a_century_but_for_what_is_explained() {
    let mut tally = Tally::default();
    for (number, zone_name) in ZONES.iter().enumerate() {
        hold(zone_name, number, 12, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.same * 100 >= tally.compared * 90, "{tally:?}");
    assert!(tally.gap > 0 && tally.fold > 0, "{tally:?}");
}

/// All changes of all zones of the sample: `cargo test --release cron::croner_comparison -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn every_change_of_the_century() {
    let mut tally = Tally::default();
    for number in 0..EXPRESSIONS.len() {
        for zone_name in ZONES {
            hold(zone_name, number, 1, &mut tally);
        }
    }
    println!("{tally:?}");
}

/// Away from changes no difference is accepted: sparse expressions over the whole century, in a
/// zone without changes and in one with many, at noon.
#[test]
fn rare_days_of_a_century_are_the_same_everywhere() {
    let (from, until) = (at("1970-01-02T00:00:00Z"), at("2070-01-01T00:00:00Z"));
    for (expression, zone_name) in [
        ("0 12 29 2 *", "Europe/Berlin"),
        ("0 12 13 * *", "America/New_York"),
        ("30 12 31 * *", "UTC"),
        ("0 12 1-7 1,7 1", "Asia/Tehran"),
        ("0 12 * 12 0", "Australia/Lord_Howe"),
    ] {
        let zone = zone(zone_name).expect("known");
        let our = ours(
            &Cron::parse(expression).expect("readable"),
            &zone,
            from,
            until,
        );
        let other = croner::Cron::from_str(expression).expect("readable");
        assert_eq!(our, theirs(&other, &zone, from, until), "{expression}");
        assert!(our.len() >= 24, "{expression}");
    }
}
