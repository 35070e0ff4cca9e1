//! When a project is backed up next, and which backups are kept: the newest of each day for some
//! days, then the newest of each week for some weeks. Only days and weeks with backups count, and
//! backups dated in the future are kept; so neither a wrong clock nor a month without the program
//! removes a needed backup. All days are UTC days.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// Time from one backup to the next.
pub const EVERY: SignedDuration = SignedDuration::from_hours(24);
/// The delay after the project was opened: opening is busy enough.
pub const SETTLING: SignedDuration = SignedDuration::from_secs(60);
/// How long a due backup waits at a time while a run is under way.
pub const AFTER_RUNS: SignedDuration = SignedDuration::from_secs(60);
/// How late a backup may become by waiting for runs.
pub const LATEST_AFTER_RUNS: SignedDuration = SignedDuration::from_hours(3);
/// The delay after a backup that failed, which the user was notified of, or that was stopped.
pub const RETRY: SignedDuration = SignedDuration::from_hours(6);
/// The number of newest backups always kept, so that a manual one survives the next one of the same
/// day.
pub const NEWEST: usize = 3;
/// The maximum number of days or weeks that can be set.
pub const MOST: u32 = 1_000;

/// How many backups of a project are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BackupRetention {
    /// The number of days whose newest backup is kept.
    pub days: u32,
    /// The number of earlier weeks whose newest backup is kept (ISO 8601 weeks).
    pub weeks: u32,
}

impl Default for BackupRetention {
    fn default() -> Self {
        Self { days: 7, weeks: 4 }
    }
}

/// When the next backup is due. One dated later than `now` was made while the clock was wrong and
/// is ignored.
pub fn next(last: Option<Timestamp>, now: Timestamp) -> Timestamp {
    last.filter(|last| *last <= now)
        .and_then(|last| last.checked_add(EVERY).ok())
        .unwrap_or(now)
}

/// The indexes in `taken` of the backups to remove.
pub fn outdated(taken: &[Timestamp], now: Timestamp, keep: BackupRetention) -> Vec<usize> {
    let past = taken.iter().enumerate().filter(|(_, at)| **at <= now);
    let mut newest_first: Vec<(usize, Timestamp)> = past.map(|(place, at)| (place, *at)).collect();
    newest_first.sort_by_key(|(place, at)| (Reverse(*at), *place));
    let (mut days, mut weeks) = (BTreeSet::new(), BTreeSet::new());
    let mut outdated = Vec::new();
    for (rank, (place, at)) in newest_first.into_iter().enumerate() {
        let day = day(at);
        let is_last_of_its_time = if days.contains(&day) {
            false
        } else if days.len() < count(keep.days) {
            days.insert(day)
        } else {
            weeks.len() < count(keep.weeks) && weeks.insert(week(day))
        };
        if !is_last_of_its_time && rank >= NEWEST {
            outdated.push(place);
        }
    }
    outdated
}

fn count(number: u32) -> usize {
    usize::try_from(number.min(MOST)).unwrap_or(usize::MAX)
}

fn day(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::UTC).date()
}

fn week(day: Date) -> (i16, i8) {
    let week = day.iso_week_date();
    (week.year(), week.week())
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn kept(taken: &[Timestamp], now: Timestamp, keep: BackupRetention) -> Vec<Timestamp> {
        let gone = outdated(taken, now, keep);
        let kept = taken.iter().enumerate().filter(|(n, _)| !gone.contains(n));
        kept.map(|(_, at)| *at).collect()
    }

    #[test]
    fn a_year_of_daily_backups_leaves_seven_days_and_four_weeks() {
        let mut taken = Vec::new();
        let begin = at("2026-01-01T08:00:00Z");
        for day in 0..365 {
            let now = begin + (24 * day).hours();
            taken.push(now);
            taken = kept(&taken, now, BackupRetention::default());
            assert!(taken.len() <= 11, "{taken:?}");
        }
        let days: Vec<String> = taken.iter().map(|at| day(*at).to_string()).collect();
        assert_eq!(
            days,
            [
                "2026-12-06",
                "2026-12-13",
                "2026-12-20",
                "2026-12-24",
                "2026-12-25",
                "2026-12-26",
                "2026-12-27",
                "2026-12-28",
                "2026-12-29",
                "2026-12-30",
                "2026-12-31",
            ]
        );
    }

    #[test]
    fn several_of_a_day_leave_the_newest_ones() {
        let taken = [
            at("2026-05-01T08:00:00Z"),
            at("2026-05-02T08:00:00Z"),
            at("2026-05-02T09:00:00Z"),
            at("2026-05-02T10:00:00Z"),
            at("2026-05-02T11:00:00Z"),
        ];
        let gone = outdated(
            &taken,
            at("2026-05-02T11:00:00Z"),
            BackupRetention::default(),
        );
        assert_eq!(gone, [1]);
    }

    #[test]
    fn the_next_one_is_due_a_day_after_the_last() {
        let now = at("2026-05-02T08:00:00Z");
        assert_eq!(next(None, now), now);
        let last = at("2026-05-01T20:00:00Z");
        assert_eq!(next(Some(last), now), at("2026-05-02T20:00:00Z"));
        // A clock that was ahead does not delay it.
        assert_eq!(next(Some(at("2030-01-01T00:00:00Z")), now), now);
    }

    fn times() -> impl Strategy<Value = Vec<Timestamp>> {
        let hour = 1_700_000_000_i64..1_720_000_000;
        let time = hour.prop_map(|second| Timestamp::from_second(second).unwrap());
        proptest::collection::vec(time, 0..80)
    }

    fn retention() -> impl Strategy<Value = BackupRetention> {
        (0_u32..12, 0_u32..8).prop_map(|(days, weeks)| BackupRetention { days, weeks })
    }

    proptest! {
        #[test]
        fn what_is_kept_is_bounded_and_has_the_newest(
            taken in times(), keep in retention(), now in 1_700_000_000_i64..1_720_000_000,
        ) {
            let now = Timestamp::from_second(now).unwrap();
            let kept = kept(&taken, now, keep);
            let past = |all: &[Timestamp]| -> Vec<Timestamp> {
                all.iter().copied().filter(|at| *at <= now).collect()
            };
            prop_assert!(past(&kept).len() <= NEWEST + (keep.days + keep.weeks) as usize);
            let newest = |all: &[Timestamp]| past(all).into_iter().max();
            prop_assert_eq!(newest(&kept), newest(&taken));
            // Backups dated later stay.
            prop_assert_eq!(kept.len() - past(&kept).len(), taken.len() - past(&taken).len());
        }

        #[test]
        fn looking_again_or_a_clock_set_back_removes_nothing_more(
            taken in times(), keep in retention(), back in 0_i64..40_000_000,
        ) {
            let now = Timestamp::from_second(1_720_000_000).unwrap();
            let kept = kept(&taken, now, keep);
            let earlier = now - back.seconds();
            prop_assert_eq!(outdated(&kept, earlier, keep), Vec::<usize>::new());
        }
    }
}
