//! The sequence of a task's turns inside its windows. Input: timing, terms, an instant.
//! Output: the next instant.

use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp};

use super::{Cron, News, Opening};
use crate::model::{TaskId, Terms, Timing};

/// The maximum number of turns searched for one inside a window; a task without one has none.
const MAX_CLOSED: usize = 1_000;

/// The first turn of a task after `after`; `None` when it is over, follows another task, or cannot
/// be parsed.
pub fn next_turn(
    task: TaskId,
    timing: &Timing,
    terms: &Terms,
    after: Timestamp,
) -> Option<Timestamp> {
    let opening = Opening::of(terms).ok()?;
    match timing {
        Timing::Once { at } => opened(opening.as_ref(), *at).filter(|_| *at > after),
        Timing::Cron { .. } | Timing::Interval { .. } => {
            Pace::of(task, timing, opening)?.next_after(after)
        }
        // For a site that was never visited; its visits give a better estimate.
        Timing::Adaptive(bounds) => {
            opened(opening.as_ref(), News::of(&[]).next_visit(after, *bounds))
        }
        Timing::After { .. } => None,
    }
}

/// The corrected turn of a task whose next turn `next_at` a clock far ahead has postponed; `None`
/// if it is correct. A clock that was set back by less than an interval postpones nothing: turns
/// already taken stay taken.
pub fn brought_back(
    task: TaskId,
    timing: &Timing,
    terms: &Terms,
    next_at: Timestamp,
    now: Timestamp,
) -> Option<Timestamp> {
    let pace = Pace::of(task, timing, Opening::of(terms).ok()?)?;
    let next = pace.next_after(now)?;
    let after = pace.next_after(next)?;
    (next_at > after).then_some(next)
}

/// The time zone called `name` (IANA), from the embedded database; `None` when unknown.
pub fn zone(name: &str) -> Option<TimeZone> {
    static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
    ZONES.get(name).ok()
}

/// `at`, or the first open moment after it.
pub(super) fn opened(opening: Option<&Opening>, at: Timestamp) -> Option<Timestamp> {
    match opening {
        Some(opening) => opening.next_open(at),
        None => Some(at),
    }
}

/// A recurring timing with its windows.
pub(super) struct Pace {
    kind: Kind,
    opening: Option<Opening>,
}

enum Kind {
    Cron(Box<Cron>, TimeZone),
    Interval {
        task: TaskId,
        seconds: i64,
        jitter_seconds: i64,
    },
}

impl Pace {
    /// The pace of a cron expression or an interval; `None` for what has none.
    pub fn of(task: TaskId, timing: &Timing, opening: Option<Opening>) -> Option<Self> {
        let kind = match timing {
            Timing::Cron {
                expression,
                timezone,
            } => Kind::Cron(Box::new(Cron::parse(expression).ok()?), zone(timezone)?),
            Timing::Interval {
                seconds,
                jitter_seconds,
            } => {
                let seconds = i64::try_from(*seconds).ok()?.max(1);
                let jitter = i64::try_from(*jitter_seconds).ok()?.min(seconds / 2);
                Kind::Interval {
                    task,
                    seconds,
                    jitter_seconds: jitter,
                }
            }
            Timing::Once { .. } | Timing::Adaptive(_) | Timing::After { .. } => return None,
        };
        Some(Self { kind, opening })
    }

    /// The first turn strictly after `after`.
    pub fn next_after(&self, after: Timestamp) -> Option<Timestamp> {
        match &self.kind {
            Kind::Cron(cron, zone) => {
                let mut turn = cron.next_after(after, zone)?;
                let Some(opening) = &self.opening else {
                    return Some(turn);
                };
                for _ in 0..MAX_CLOSED {
                    let open = opening.next_open(turn)?;
                    if open == turn {
                        return Some(turn);
                    }
                    let before = open.checked_sub(SignedDuration::from_nanos(1)).ok()?;
                    turn = cron.next_after(before, zone)?;
                }
                None
            }
            Kind::Interval {
                task,
                seconds,
                jitter_seconds,
            } => {
                let wait = seconds + jitter(*task, after, *jitter_seconds);
                let turn = after.checked_add(SignedDuration::from_secs(wait)).ok()?;
                opened(self.opening.as_ref(), turn)
            }
        }
    }

    /// The last turn until `now`, the one before it, and how many there are after `first`; counted
    /// up to `most`.
    pub fn walk(&self, first: Timestamp, now: Timestamp, most: u64) -> DueTurns {
        let mut walk = DueTurns {
            before: None,
            last: first,
            later: 0,
        };
        if let (Kind::Interval { seconds, .. }, None) = (&self.kind, &self.opening) {
            let passed = now.duration_since(first).as_secs().max(0) / seconds;
            let turn = |n: i64| first.checked_add(SignedDuration::from_secs(n * seconds));
            if let (1.., Ok(last), Ok(before)) = (passed, turn(passed), turn(passed - 1)) {
                walk.later = u64::try_from(passed).unwrap_or_default();
                (walk.last, walk.before) = (last, Some(before));
            }
            return walk;
        }
        while let Some(turn) = self.next_after(walk.last).filter(|turn| *turn <= now) {
            walk.before = Some(walk.last);
            (walk.last, walk.later) = (turn, walk.later + 1);
            if walk.later == most {
                let known = walk.last;
                walk.last = self.last_until(known, now);
                let before = walk.last - SignedDuration::from_nanos(1);
                walk.before = Some(self.last_until(walk.before.unwrap_or(known), before));
                break;
            }
        }
        walk
    }
}

impl Pace {
    /// The last turn until `now`, given a `known` one; found by bisection, however many are in
    /// between.
    fn last_until(&self, known: Timestamp, now: Timestamp) -> Timestamp {
        let follows = |after: i64| {
            let after = Timestamp::from_second(after).ok()?;
            self.next_after(after).filter(|turn| *turn <= now)
        };
        let (mut last, mut low, mut high) = (known, known.as_second(), now.as_second());
        while low < high {
            let middle = low + (high - low + 1) / 2;
            match follows(middle) {
                Some(turn) => (last, low) = (turn, middle),
                None => high = middle - 1,
            }
        }
        last
    }
}

/// The turns between a task's first due turn and now.
pub(super) struct DueTurns {
    /// The turn before the last one.
    pub before: Option<Timestamp>,
    /// The last one.
    pub last: Timestamp,
    /// Turns after the first.
    pub later: u64,
}

/// From `-most` to `most`, the same for the same turn of the same task, spread evenly (splitmix64).
fn jitter(task: TaskId, turn: Timestamp, most: i64) -> i64 {
    if most == 0 {
        return 0;
    }
    let mut mixed = turn.as_microsecond().cast_unsigned()
        ^ task
            .0
            .cast_unsigned()
            .wrapping_add(1)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (mixed >> 2).cast_signed().rem_euclid(2 * most + 1) - most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect(text)
    }

    fn cron(expression: &str) -> Timing {
        Timing::Cron {
            expression: expression.to_owned(),
            timezone: "Asia/Shanghai".to_owned(),
        }
    }

    fn usual(timing: &Timing, after: &str) -> Option<Timestamp> {
        next_turn(TaskId(1), timing, &Terms::default(), at(after))
    }

    #[test]
    fn a_clock_that_was_ahead_puts_off_nothing() {
        let hourly = cron("0 * * * *");
        let now = at("2026-01-01T12:20:00Z");
        let back = |timing, next| brought_back(TaskId(1), timing, &Terms::default(), at(next), now);
        for (next, expected) in [
            ("2036-01-01T12:00:00Z", Some("2026-01-01T13:00:00Z")),
            ("2026-01-01T13:00:00Z", None),
            // The turn at one was taken by a clock that was ahead by less than an hour.
            ("2026-01-01T14:00:00Z", None),
            ("2026-01-01T11:00:00Z", None),
        ] {
            assert_eq!(back(&hourly, next), expected.map(at), "{next}");
        }
        let once = Timing::Once {
            at: at("2036-01-01T12:00:00Z"),
        };
        assert_eq!(back(&once, "2036-01-01T12:00:00Z"), None);
        let often = Timing::Interval {
            seconds: 600,
            jitter_seconds: 0,
        };
        assert_eq!(
            back(&often, "2027-01-01T00:00:00Z"),
            Some(at("2026-01-01T12:30:00Z"))
        );
        assert_eq!(back(&often, "2026-01-01T12:40:00Z"), None);
    }

    #[test]
    fn unreadable_timings_have_no_turn() {
        let now = "2026-01-01T08:00:00Z";
        assert_eq!(usual(&cron("every day"), now), None);
        let nowhere = Timing::Cron {
            expression: String::from("@daily"),
            timezone: String::from("Moon/Base"),
        };
        assert_eq!(usual(&nowhere, now), None);
        assert_eq!(
            usual(&cron("0 9 * * *"), now),
            Some(at("2026-01-02T01:00:00Z"))
        );
    }

    #[test]
    fn turns_outside_of_the_windows_are_none() {
        let terms = Terms {
            windows: "mon-fri 9:00-17:00".to_owned(),
            holidays: "2026-01-02".to_owned(),
            timezone: "Asia/Shanghai".to_owned(),
            ..Terms::default()
        };
        let next = |timing: &Timing, after| next_turn(TaskId(1), timing, &terms, at(after));
        // Thursday evening; Friday is off.
        let evening = "2026-01-01T12:00:00Z";
        let monday = at("2026-01-05T01:00:00Z");
        assert_eq!(next(&cron("*/20 * * * *"), evening), Some(monday));
        assert_eq!(next(&cron("0 3 * * *"), evening), None);
        let often = Timing::Interval {
            seconds: 3_600,
            jitter_seconds: 0,
        };
        assert_eq!(next(&often, evening), Some(monday));
        let once = Timing::Once {
            at: at("2026-01-02T05:00:00Z"),
        };
        assert_eq!(next(&once, evening), Some(monday));
    }

    #[test]
    fn jitter_spreads_turns_and_neither_drifts_nor_leaves_its_bounds() {
        let begin = at("2026-01-01T00:00:00Z");
        let often = Timing::Interval {
            seconds: 600,
            jitter_seconds: 60,
        };
        let pace = Pace::of(TaskId(7), &often, None).expect("a pace");
        let (mut turn, mut different) = (begin, std::collections::HashSet::new());
        for _ in 0..2_000 {
            let next = pace.next_after(turn).expect("a turn");
            let wait = next.duration_since(turn).as_secs();
            assert!((540..=660).contains(&wait), "{wait}");
            assert_eq!(pace.next_after(turn), Some(next));
            different.insert(wait);
            turn = next;
        }
        assert!(different.len() > 100, "{}", different.len());
        let mean = turn.duration_since(begin).as_secs() / 2_000;
        assert!((595..=605).contains(&mean), "{mean}");
    }
}
