//! Which tasks are due, in which order. Input: tasks and the time. Output: what to start,
//! what was missed, and each task's next turn. Never starts anything.

use std::cmp::Reverse;

use jiff::{SignedDuration, Timestamp};

use super::Opening;
use super::turn_times::{Pace, opened};
use crate::model::{MissedPolicy, Task, TaskId, Timing, TurnCause};

/// The maximum count of missed turns: a task that runs every second may have missed millions.
const MAX_COUNTED_TURNS: u64 = 1_000;

/// A task that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The task.
    pub task: TaskId,
    /// Why it runs now.
    pub cause: TurnCause,
    /// When the taken turn was due.
    pub due_at: Timestamp,
    /// How many runs its policy requests: none, one, or more if all missed turns are caught up.
    pub runs: u32,
    /// Turns that are skipped for good.
    pub missed: Option<Missed>,
    /// Its next turn.
    pub next_at: Option<Timestamp>,
}

/// Missed turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The first of them.
    pub from: Timestamp,
    /// The last of them.
    pub until: Timestamp,
    /// How many; counted up to 1000.
    pub count: u64,
}

/// The tasks due at `now`: highest priority first, then longest due, then in creation order. Paused
/// tasks and tasks without a next turn are never due.
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

fn take_turn(task: &Task, first: Timestamp, now: Timestamp) -> Due {
    // An unreadable text was rejected when the task was created.
    let opening = Opening::of(&task.terms).unwrap_or_default();
    let grace = i64::try_from(task.terms.grace_seconds).unwrap_or(i64::MAX);
    let late = now
        .checked_sub(SignedDuration::from_secs(grace))
        .unwrap_or(Timestamp::MIN);
    let pace = Pace::of(task.id, &task.timing, opening.clone());
    let (mut last, mut before, mut later) = (first, None, 0);
    let mut next_at = None;
    if let Some(pace) = &pace {
        let walk = pace.walk(first, now, MAX_COUNTED_TURNS);
        (last, before, later) = (walk.last, walk.before, walk.later);
        // An interval continues from its turns; after many missed ones, from now.
        next_at = match &task.timing {
            Timing::Interval { .. } => pace.next_after(last).filter(|next| *next > now),
            _ => None,
        };
        next_at = next_at.or_else(|| pace.next_after(now));
    } else if let Timing::Adaptive(_) = &task.timing {
        // The turns after a late one are unknown: none of them counts as missed.
        next_at = super::next_turn(task.id, &task.timing, &task.terms, now);
    }
    let in_time = last >= late;
    let total = later + 1;
    let wanted = match (task.terms.missed, in_time) {
        (MissedPolicy::RunAll, _) => total.min(task.terms.missed_at_most.max(1).into()),
        (MissedPolicy::Skip, false) => 0,
        (MissedPolicy::RunOnce | MissedPolicy::Skip, _) => 1,
    };
    let open = opened(opening.as_ref(), now);
    let cause = match (&task.timing, in_time) {
        (Timing::After { .. }, _) => TurnCause::Followed,
        (_, true) => TurnCause::Due,
        (_, false) => TurnCause::Late,
    };
    if wanted > 0 && open != Some(now) {
        // It is caught up when its window opens.
        let next_at = open.into_iter().chain(next_at).min();
        return Due {
            task: task.id,
            cause,
            due_at: last,
            runs: 0,
            missed: missed(first, before, last, later),
            next_at,
        };
    }
    Due {
        task: task.id,
        cause,
        due_at: last,
        runs: u32::try_from(wanted).unwrap_or(u32::MAX),
        missed: missed(first, before, last, total - wanted),
        next_at,
    }
}

/// The skipped turns, if any; they end before the last one if that is taken.
fn missed(
    first: Timestamp,
    before: Option<Timestamp>,
    last: Timestamp,
    count: u64,
) -> Option<Missed> {
    (count > 0).then(|| Missed {
        from: first,
        until: before.unwrap_or(last).max(first),
        count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{SiteId, SiteSelection, Terms};

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
            name: String::new(),
            cover: SiteSelection::Sites(vec![SiteId(1)]),
            sites: vec![SiteId(1)],
            title: String::from("Example"),
            timing,
            priority,
            from_rule: false,
            paused: false,
            terms: Terms::default(),
            next_at: next_at.map(at),
            last_at: None,
            last: None,
            missed_turns: 0,
        }
    }

    fn one(task: &Task, now: &str) -> Due {
        due(std::slice::from_ref(task), at(now)).remove(0)
    }

    fn count(due: &Due) -> u64 {
        due.missed.map_or(0, |missed| missed.count)
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
    fn missed_turns_run_once_are_left_out_or_run_all_up_to_a_number() {
        let mut late = task(1, cron("0 * * * *"), 5, Some("2026-01-01T08:00:00Z"));
        let now = "2026-01-01T11:30:00Z";
        let once = one(&late, now);
        assert_eq!((once.runs, count(&once)), (1, 3));
        assert_eq!(once.cause, TurnCause::Late);
        assert_eq!(once.due_at, at("2026-01-01T11:00:00Z"));
        assert_eq!(once.next_at, Some(at("2026-01-01T12:00:00Z")));
        let stretch = once.missed.expect("missed");
        assert_eq!(stretch.from, at("2026-01-01T08:00:00Z"));
        assert_eq!(stretch.until, at("2026-01-01T10:00:00Z"));

        late.terms.missed = MissedPolicy::Skip;
        let left_out = one(&late, now);
        assert_eq!((left_out.runs, count(&left_out)), (0, 4));
        let on_time = one(&late, "2026-01-01T11:00:05Z");
        assert_eq!((on_time.runs, count(&on_time)), (1, 3));
        assert_eq!(on_time.cause, TurnCause::Due);

        late.terms.missed = MissedPolicy::RunAll;
        let all = one(&late, now);
        assert_eq!((all.runs, count(&all)), (4, 0));
        late.terms.missed_at_most = 3;
        let some = one(&late, now);
        assert_eq!((some.runs, count(&some)), (3, 1));
    }

    #[test]
    fn the_time_of_grace_decides_what_is_late() {
        let mut late = task(1, cron("0 * * * *"), 5, Some("2026-01-01T08:00:00Z"));
        late.terms.missed = MissedPolicy::Skip;
        assert_eq!(one(&late, "2026-01-01T08:01:00Z").runs, 1);
        assert_eq!(one(&late, "2026-01-01T08:01:01Z").runs, 0);
        late.terms.grace_seconds = 1_800;
        assert_eq!(one(&late, "2026-01-01T08:30:00Z").runs, 1);
        late.terms.grace_seconds = 0;
        assert_eq!(one(&late, "2026-01-01T08:00:00Z").runs, 1);
    }

    #[test]
    fn a_late_turn_waits_for_its_window() {
        let mut late = task(1, cron("0 9 * * *"), 5, Some("2026-01-01T01:00:00Z"));
        late.terms.windows = "8:00-12:00".to_owned();
        late.terms.timezone = "Asia/Shanghai".to_owned();
        let put_off = one(&late, "2026-01-01T10:00:00Z");
        assert_eq!((put_off.runs, put_off.missed), (0, None));
        assert_eq!(put_off.next_at, Some(at("2026-01-02T00:00:00Z")));
        late.next_at = put_off.next_at;
        let taken = one(&late, "2026-01-02T00:00:01Z");
        assert_eq!((taken.runs, taken.cause), (1, TurnCause::Due));
        assert_eq!(taken.next_at, Some(at("2026-01-02T01:00:00Z")));
    }

    #[test]
    fn an_interval_goes_on_from_its_turns() {
        let often = Timing::Interval {
            seconds: 600,
            jitter_seconds: 0,
        };
        let task = task(1, often, 5, Some("2026-01-01T08:00:00Z"));
        let in_time = one(&task, "2026-01-01T08:00:03Z");
        assert_eq!((in_time.runs, count(&in_time)), (1, 0));
        assert_eq!(in_time.next_at, Some(at("2026-01-01T08:10:00Z")));
        let late = one(&task, "2026-01-01T09:05:00Z");
        assert_eq!((late.runs, count(&late)), (1, 6));
        assert_eq!(late.next_at, Some(at("2026-01-01T09:10:00Z")));
        let years = one(&task, "2036-01-01T08:05:00Z");
        assert_eq!(count(&years), 525_888);
    }

    #[test]
    fn a_missed_single_time_follows_the_policy_and_is_over() {
        let when = "2026-01-01T08:00:00Z";
        let mut once = task(1, Timing::Once { at: at(when) }, 5, Some(when));
        let now = "2026-01-02T08:00:00Z";
        let ran = one(&once, now);
        assert_eq!((ran.runs, ran.missed, ran.next_at), (1, None, None));
        once.terms.missed = MissedPolicy::Skip;
        let left_out = one(&once, now);
        assert_eq!((left_out.runs, count(&left_out)), (0, 1));
    }

    #[test]
    fn a_year_of_missed_seconds_is_not_walked_through() {
        let mut busy = task(1, cron("* * * * * *"), 5, Some("2025-01-01T00:00:00Z"));
        busy.terms.missed = MissedPolicy::Skip;
        let turn = one(&busy, "2026-01-01T00:00:00Z");
        assert_eq!((turn.runs, count(&turn)), (1, MAX_COUNTED_TURNS));
        assert_eq!(turn.next_at, Some(at("2026-01-01T00:00:01Z")));

        // The last of very many is run even if it was due a while ago.
        let mut hourly = task(1, cron("0 8-18 * * *"), 5, Some("2020-01-01T00:00:00Z"));
        let late = one(&hourly, "2026-01-01T14:30:00Z");
        assert_eq!(late.due_at, at("2026-01-01T10:00:00Z"));
        assert_eq!(late.cause, TurnCause::Late);
        hourly.terms.missed = MissedPolicy::Skip;
        assert_eq!(one(&hourly, "2026-01-01T14:30:00Z").runs, 0);
    }
}
