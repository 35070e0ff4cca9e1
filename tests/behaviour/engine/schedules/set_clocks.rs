//! The scheduler while the machine sleeps and the clock is set forward and back: no turn is lost,
//! and none is taken twice.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bowerbird::engine::types::{Store, TaskDraft, TaskTurn, Timing, TurnCause, TurnOutcome};
use bowerbird::engine::{Command, TaskCommand, TaskControl};
use jiff::Timestamp;

use super::{named, three};
use crate::engine::support::bench::Bench;
use crate::engine::support::clock::SetClock;
use crate::engine::support::server::Site;

const DAY: &str = "2026-03-02T";

/// A site whose task is due every full hour, and a scheduler by a clock.
struct Hourly {
    bench: Bench,
    clock: Arc<SetClock>,
    site: Site,
}

impl Hourly {
    fn begin(time: &str) -> Self {
        Self::on(Store::temporary().unwrap(), time)
    }

    fn on(store: Store, time: &str) -> Self {
        let clock = SetClock::at(&format!("{DAY}{time}Z"));
        let site = Site::start(three);
        let bench = Bench::by(store, 4, &clock);
        let id = bench.add(&named("Hourly", &site));
        let hourly = Timing::Cron {
            expression: "0 * * * *".to_owned(),
            timezone: "UTC".to_owned(),
        };
        bench.task(TaskDraft::of_site(id, hourly));
        bench.send(Command::Task(TaskCommand::Schedule { on: true }));
        Self { bench, clock, site }
    }

    fn set(&self, time: &str) {
        self.clock.set(&format!("{DAY}{time}Z"));
    }

    /// Sets the clock to a time at which one more turn is taken, which comes to its end.
    fn runs_at(&self, time: &str) {
        let before = over(&self.bench).len();
        self.set(time);
        self.over(before + 1);
    }

    /// The turns, oldest first, when so many are over.
    fn over(&self, count: usize) -> Vec<TaskTurn> {
        self.bench.turns_over(count);
        over(&self.bench)
    }

    /// Waits until the next turn is due then.
    fn next_is(&self, time: &str) {
        let next: Timestamp = format!("{DAY}{time}Z").parse().unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let tasks = self.bench.engine.query().tasks().unwrap();
            if tasks[0].next_at == Some(next) {
                return;
            }
            assert!(Instant::now() < until, "{:?}", tasks[0].next_at);
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn over(bench: &Bench) -> Vec<TaskTurn> {
    let mut turns = bench.turns();
    turns.retain(|turn| turn.outcome.is_over());
    turns.reverse();
    turns
}

/// When each turn was due, and how it fared.
fn history(turns: &[TaskTurn]) -> Vec<(String, TurnCause, TurnOutcome, u64)> {
    let each = turns.iter().map(|turn| {
        let due = turn.due_at.strftime("%d %H:%M").to_string();
        (due, turn.cause, turn.outcome, turn.count)
    });
    each.collect()
}

fn line(
    due: &str,
    cause: TurnCause,
    outcome: TurnOutcome,
) -> (String, TurnCause, TurnOutcome, u64) {
    (due.to_owned(), cause, outcome, 1)
}

#[test]
fn a_machine_that_slept_makes_up_for_what_it_missed_once() {
    use TurnCause::{Due, Late};
    use TurnOutcome::{Done, Missed};
    let hourly = Hourly::begin("08:30:00");
    hourly.runs_at("09:00:00");
    // Asleep from then until after five.
    hourly.set("17:20:00");
    hourly.over(3);
    hourly.runs_at("18:00:00");
    let turns = hourly.over(4);
    let mut missed = line("02 10:00", Due, Missed);
    missed.3 = 7;
    let expected = [
        line("02 09:00", Due, Done),
        missed,
        line("02 17:00", Late, Done),
        line("02 18:00", Due, Done),
    ];
    assert_eq!(history(&turns), expected);
    assert_eq!(
        turns[1].until_at,
        Some("2026-03-02T16:00:00Z".parse().unwrap())
    );
    hourly.next_is("19:00:00");
    assert_eq!(hourly.site.asked("/"), 3);
}

#[test]
fn a_clock_set_back_by_hours_runs_nothing_a_second_time() {
    use TurnCause::Due;
    use TurnOutcome::Done;
    let hourly = Hourly::begin("10:30:00");
    for time in ["11:00:00", "12:00:00", "13:00:00"] {
        hourly.runs_at(time);
    }
    hourly.set("10:10:00");
    hourly.next_is("14:00:00");
    for time in ["11:00:00", "12:00:00", "13:00:01"] {
        hourly.set(time);
    }
    hourly.runs_at("14:00:00");
    let due: Vec<_> = ["11", "12", "13", "14"]
        .map(|hour| line(&format!("02 {hour}:00"), Due, Done))
        .into();
    assert_eq!(history(&hourly.over(4)), due);
}

#[test]
fn a_clock_far_ahead_and_right_again_loses_no_turn() {
    let hourly = Hourly::begin("10:30:00");
    hourly.clock.set("2031-01-01T00:20:00Z");
    hourly.over(2);
    hourly.set("10:40:00");
    hourly.next_is("11:00:00");
    hourly.runs_at("11:00:00");
    hourly.next_is("12:00:00");
    hourly.runs_at("12:00:00");
    let turns = hourly.over(4);
    let last = &history(&turns)[2..];
    let taken = |due| line(due, TurnCause::Due, TurnOutcome::Done);
    assert_eq!(last, [taken("02 11:00"), taken("02 12:00")]);
    assert_eq!(hourly.site.asked("/"), 3);
}

#[test]
fn a_restart_on_a_clock_set_back_runs_nothing_a_second_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.bower");
    let hourly = Hourly::on(Store::open_or_create(&path).unwrap(), "08:30:00");
    hourly.runs_at("09:00:00");
    hourly.runs_at("10:00:00");
    let Hourly { bench, clock, site } = hourly;
    drop(bench);
    clock.set(&format!("{DAY}07:50:00Z"));
    let store = Store::open_or_create(&path).unwrap();
    let bench = Bench::by(store, 4, &clock);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let hourly = Hourly { bench, clock, site };
    // This one was not taken before.
    hourly.next_is("08:00:00");
    hourly.runs_at("08:00:00");
    hourly.next_is("11:00:00");
    hourly.set("09:00:00");
    hourly.set("10:00:00");
    hourly.runs_at("11:00:00");
    let due: Vec<i8> = hourly
        .over(4)
        .iter()
        .map(|turn| turn.due_at.to_zoned(jiff::tz::TimeZone::UTC).hour())
        .collect();
    assert_eq!(due, [9, 10, 8, 11]);
}

#[test]
fn what_is_wanted_while_the_clock_is_wrong_runs_when_it_is_due() {
    let hourly = Hourly::begin("10:30:00");
    let site = hourly.bench.engine.query().sites().unwrap()[0].id;
    let at = format!("{DAY}10:45:00Z").parse().unwrap();
    let once = TaskDraft::of_site(site, Timing::Once { at });
    hourly.bench.obey(TaskControl::Add(once)).unwrap();
    // Back by less than an hour: the hourly turn of 09:00 would be missed, if the clock was seen.
    hourly.set("10:05:00");
    hourly.set("10:44:59");
    assert!(over(&hourly.bench).is_empty());
    hourly.runs_at("10:45:00");
    // It is over: the same hour once more changes nothing.
    hourly.set("10:40:00");
    hourly.set("10:46:00");
    hourly.runs_at("11:00:00");
    let titles = history(&hourly.over(2));
    assert_eq!(titles.len(), 2, "{titles:?}");
}
