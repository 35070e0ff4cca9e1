//! Which tasks are due, in which order. Flows in: tasks and the time. Flows out: what to start and
//! when each task comes next. Never starts anything.

use std::cmp::Reverse;
use std::sync::LazyLock;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp};

use super::{Cron, News};
use crate::logic::model::{MissedPolicy, Task, TaskId, Timing};

/// How late a turn may be and still count as taken in time. The scheduler looks every few
/// seconds; a longer delay means that the program was closed or the machine asleep.
const GRACE: SignedDuration = SignedDuration::from_secs(60);

/// Missed turns are counted up to here: a task for every second may have missed millions.
const MAX_COUNTED_TURNS: u64 = 1_000;

/// A task whose turn has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The task.
    pub task: TaskId,
    /// Turns before this one that were missed, the last one included when the policy leaves it
    /// out; counted up to 1000.
    pub missed_turns: u64,
    /// Whether the policy says to run it now.
    pub run: bool,
    /// Its next turn.
    pub next_at: Option<Timestamp>,
}

/// The tasks due at `now`: highest priority first, then longest due, then as they were made.
/// Paused tasks and tasks without a next turn are never due.
pub fn due(tasks: &[Task], now: Timestamp) -> Vec<Due> {
    let mut ready: Vec<(&Task, Timestamp)> = tasks
        .iter()
        .filter(|task| !task.paused)
        .filter_map(|task| task.next_at.filter(|at| *at <= now).map(|at| (task, at)))
        .collect();
    ready.sort_by_key(|(task, at)| (Reverse(task.priority), *at, task.id));
    ready
        .into_iter()
        .map(|(task, at)| take_turn(task, at, now))
        .collect()
}

/// The first turn of `timing` after `after`; `None` when it is over or cannot be read.
pub fn next_turn(timing: &Timing, after: Timestamp) -> Option<Timestamp> {
    match timing {
        Timing::Once { at } => (*at > after).then_some(*at),
        Timing::Cron { .. } => cron_of(timing)?.next_after(after),
        // Of a site that was never visited; what visits found says more.
        Timing::Adaptive(bounds) => Some(News::of(&[]).next_visit(after, *bounds)),
    }
}

/// The turn of `timing` that a clock far ahead has put off to `next_at`; `None` where that is right.
/// A clock that was set back by less than an interval puts off nothing: what it took before stays
/// taken.
pub fn brought_back(timing: &Timing, next_at: Timestamp, now: Timestamp) -> Option<Timestamp> {
    let cron = cron_of(timing)?;
    let next = cron.next_after(now)?;
    let after = cron.next_after(next)?;
    (next_at > after).then_some(next)
}

/// The time zone called `name` (IANA), from the database inside the program; `None` when unknown.
pub fn zone(name: &str) -> Option<TimeZone> {
    static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
    ZONES.get(name).ok()
}

fn take_turn(task: &Task, first: Timestamp, now: Timestamp) -> Due {
    let cron = cron_of(&task.timing);
    let (mut last, mut later_turns) = (first, 0);
    let mut next_at = None;
    if let Some(cron) = &cron {
        next_at = cron.next_after(now);
        while let Some(turn) = cron.next_after(last).filter(|turn| *turn <= now) {
            (last, later_turns) = (turn, later_turns + 1);
            if later_turns == MAX_COUNTED_TURNS {
                // Too many to walk through: only whether one fell into the time of grace matters.
                last = latest_in_grace(cron, now).unwrap_or(last);
                break;
            }
        }
    }
    if let Timing::Adaptive(_) = &task.timing {
        // Turns that would have followed a late one cannot be told: none of them counts as missed.
        next_at = next_turn(&task.timing, now);
    }
    let in_time = now.duration_since(last) <= GRACE;
    let run = in_time || task.missed == MissedPolicy::RunOnce;
    Due {
        task: task.id,
        missed_turns: later_turns + u64::from(!run),
        run,
        next_at,
    }
}

fn latest_in_grace(cron: &ZonedCron, now: Timestamp) -> Option<Timestamp> {
    let from = now.checked_sub(GRACE).ok()?;
    cron.next_after(from).filter(|turn| *turn <= now)
}

/// A cron expression in its zone.
struct ZonedCron {
    cron: Cron,
    zone: TimeZone,
}

impl ZonedCron {
    fn next_after(&self, after: Timestamp) -> Option<Timestamp> {
        self.cron.next_after(after, &self.zone)
    }
}

fn cron_of(timing: &Timing) -> Option<ZonedCron> {
    match timing {
        Timing::Once { .. } | Timing::Adaptive(_) => None,
        Timing::Cron {
            expression,
            timezone,
        } => Some(ZonedCron {
            cron: Cron::parse(expression).ok()?,
            zone: zone(timezone)?,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::model::{OverlapPolicy, SiteId};

    fn at(text: &str) -> Timestamp {
        text.parse().expect(text)
    }

    fn cron(expression: &str) -> Timing {
        Timing::Cron {
            expression: expression.to_owned(),
            timezone: "Asia/Shanghai".to_owned(),
        }
    }

    fn task(id: i64, timing: Timing, priority: u8, next_at: Option<&str>) -> Task {
        Task {
            id: TaskId(id),
            site: SiteId(1),
            site_name: String::from("Example"),
            timing,
            priority,
            from_rule: false,
            paused: false,
            overlap: OverlapPolicy::Skip,
            missed: MissedPolicy::RunOnce,
            next_at: next_at.map(at),
            last_at: None,
            missed_turns: 0,
        }
    }

    #[test]
    fn a_clock_that_was_ahead_puts_off_nothing() {
        let hourly = cron("0 * * * *");
        let now = at("2026-01-01T12:20:00Z");
        let check = |next: &str, expected: Option<&str>| {
            assert_eq!(
                brought_back(&hourly, at(next), now),
                expected.map(at),
                "{next}"
            );
        };
        check("2036-01-01T12:00:00Z", Some("2026-01-01T13:00:00Z"));
        check("2026-01-01T13:00:00Z", None);
        // The turn at one was taken by a clock that was ahead by less than an hour.
        check("2026-01-01T14:00:00Z", None);
        check("2026-01-01T11:00:00Z", None);
        let once = Timing::Once {
            at: at("2036-01-01T12:00:00Z"),
        };
        assert_eq!(brought_back(&once, at("2036-01-01T12:00:00Z"), now), None);
    }

    #[test]
    fn priority_goes_before_waiting_time() {
        let once = |time: &str| Timing::Once { at: at(time) };
        let (eight, nine) = ("2026-01-01T08:00:00Z", "2026-01-01T09:00:00Z");
        let mut paused = task(4, once(eight), 9, Some(eight));
        paused.paused = true;
        let tasks = [
            task(1, once(nine), 5, Some(nine)),
            task(2, once(eight), 5, Some(eight)),
            task(3, once(nine), 8, Some(nine)),
            paused,
            task(
                5,
                once("2026-01-01T09:00:01Z"),
                9,
                Some("2026-01-01T09:00:01Z"),
            ),
            task(6, once(eight), 9, None),
        ];
        let order: Vec<i64> = due(&tasks, at(nine)).iter().map(|d| d.task.0).collect();
        assert_eq!(order, [3, 2, 1]);
    }

    #[test]
    fn missed_turns_run_once_or_are_left_out() {
        let mut late = task(1, cron("0 * * * *"), 5, Some("2026-01-01T08:00:00Z"));
        let now = at("2026-01-01T11:30:00Z");
        let next_at = Some(at("2026-01-01T12:00:00Z"));
        let expected = |missed_turns, run| {
            vec![Due {
                task: TaskId(1),
                missed_turns,
                run,
                next_at,
            }]
        };
        assert_eq!(due(std::slice::from_ref(&late), now), expected(3, true));
        late.missed = MissedPolicy::Skip;
        assert_eq!(due(std::slice::from_ref(&late), now), expected(4, false));
        let on_time = at("2026-01-01T11:00:05Z");
        assert_eq!(due(std::slice::from_ref(&late), on_time), expected(3, true));
    }

    #[test]
    fn a_missed_single_time_follows_the_policy_and_is_over() {
        let when = "2026-01-01T08:00:00Z";
        let mut once = task(1, Timing::Once { at: at(when) }, 5, Some(when));
        let now = at("2026-01-02T08:00:00Z");
        let ran = due(std::slice::from_ref(&once), now);
        assert_eq!(
            (ran[0].run, ran[0].missed_turns, ran[0].next_at),
            (true, 0, None)
        );
        once.missed = MissedPolicy::Skip;
        let left_out = due(std::slice::from_ref(&once), now);
        assert_eq!((left_out[0].run, left_out[0].missed_turns), (false, 1));
    }

    #[test]
    fn a_year_of_missed_seconds_is_not_walked_through() {
        let mut busy = task(1, cron("* * * * * *"), 5, Some("2025-01-01T00:00:00Z"));
        busy.missed = MissedPolicy::Skip;
        let turn = &due(&[busy], at("2026-01-01T00:00:00Z"))[0];
        assert_eq!((turn.run, turn.missed_turns), (true, MAX_COUNTED_TURNS));
        assert_eq!(turn.next_at, Some(at("2026-01-01T00:00:01Z")));
    }

    #[test]
    fn unreadable_timings_have_no_turn() {
        let now = at("2026-01-01T08:00:00Z");
        assert_eq!(next_turn(&cron("every day"), now), None);
        let nowhere = Timing::Cron {
            expression: String::from("@daily"),
            timezone: String::from("Moon/Base"),
        };
        assert_eq!(next_turn(&nowhere, now), None);
        assert_eq!(
            next_turn(&cron("0 9 * * *"), now),
            Some(at("2026-01-02T01:00:00Z"))
        );
    }
}
