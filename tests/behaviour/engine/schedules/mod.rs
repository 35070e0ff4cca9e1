//! Tasks through the engine: what follows what, what is left out, what a restart goes on with, and
//! what ten thousand tasks at once do.
//!
//! Below: clocks that are set or wrong.

pub(super) mod clocks;
pub(super) mod set_clocks;

use std::path::Path;
use std::time::{Duration, Instant};

use bowerbird::engine::types::{
    RemoteCommand, RemoteCommandKind, RunEnd, SiteId, SiteSelection, SiteSupervisionCommand, Store,
    StoreReader, TaskDraft, TaskId, TaskTurn, Timing, TurnCause, TurnFilter, TurnOutcome,
};
use bowerbird::engine::{
    Command, Engine, EngineOptions, Event, SiteCommand, TaskCommand, TaskControl,
};
use bowerbird::logic::model::{SiteDraft, SourceKind};
use jiff::{SignedDuration, Timestamp};

use super::support::bench::Bench;
use super::support::server::{Ask, Reply, Site};
use super::{article, list, list_rule};

pub(super) fn three(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 3, None),
        path => article(path),
    }
}

fn slow(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 40, None),
        path => {
            std::thread::sleep(Duration::from_millis(50));
            article(path)
        }
    }
}

pub(super) fn named(name: &str, site: &Site) -> String {
    list_rule(&site.url("/"), "delay = '0s'").replace("\"Test\"", &format!("\"{name}\""))
}

fn at_once(site: SiteId) -> TaskDraft {
    TaskDraft::of_site(
        site,
        Timing::Once {
            at: Timestamp::now(),
        },
    )
}

fn after(site: SiteId, task: TaskId) -> TaskDraft {
    TaskDraft::of_site(
        site,
        Timing::After {
            task,
            only_done: true,
        },
    )
}

impl Bench {
    pub(super) fn task(&self, draft: TaskDraft) -> TaskId {
        self.obey(TaskControl::Add(draft)).expect("added");
        let tasks = self.engine.query().tasks().unwrap();
        tasks.iter().map(|task| task.id).max().unwrap()
    }

    /// Gives an order; the message when it is refused.
    pub(super) fn obey(&self, order: TaskControl) -> Result<(), String> {
        // What was told before is no answer.
        while self.engine.try_event().is_some() {}
        self.send(Command::Task(TaskCommand::Order(order)));
        self.wait(|event| match event {
            Event::TasksChanged => Some(Ok(())),
            Event::CommandFailed { message } => Some(Err(message.id)),
            _ => None,
        })
    }

    pub(super) fn turns(&self) -> Vec<TaskTurn> {
        turns(self.engine.query())
    }

    /// Waits until so many turns are over.
    pub(super) fn turns_over(&self, count: usize) -> Vec<TaskTurn> {
        let until = Instant::now() + Duration::from_secs(60);
        while Instant::now() < until {
            let turns = self.turns();
            if turns.iter().filter(|turn| turn.outcome.is_over()).count() >= count {
                return turns;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{:#?}", self.turns());
    }
}

fn turns(store: &StoreReader) -> Vec<TaskTurn> {
    let all = TurnFilter {
        most: 100_000,
        ..TurnFilter::default()
    };
    store.turns(all).unwrap()
}

#[test]
fn the_same_recurring_task_is_not_added_twice() {
    let site = Site::start(three);
    let bench = Bench::new();
    let id = bench.add(&named("Daily", &site));
    let hourly = |zone: &str| {
        let timing = Timing::Cron {
            expression: "0 * * * *".to_owned(),
            timezone: zone.to_owned(),
        };
        TaskDraft::of_site(id, timing)
    };
    bench.task(hourly("UTC"));
    let again = TaskDraft {
        name: "Again".to_owned(),
        priority: 9,
        ..hourly("UTC")
    };
    let refused = bench.obey(TaskControl::Add(again));
    assert_eq!(refused, Err("engine-task-repeated".to_owned()));
    bench.task(hourly("Asia/Shanghai"));
    let tagged = TaskDraft {
        cover: SiteSelection::Tag("news".to_owned()),
        ..hourly("UTC")
    };
    bench.task(tagged);
    assert_eq!(bench.engine.query().tasks().unwrap().len(), 3);
}

#[test]
fn a_task_follows_another_and_both_are_in_the_history() {
    let site = Site::start(three);
    let bench = Bench::new();
    let first = bench.add(&named("First", &site));
    let second = bench.add(&named("Second", &site));
    let begins = bench.task(at_once(first));
    let follows = bench.task(after(second, begins));
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let turns = bench.turns_over(2);
    let of = |task| turns.iter().find(|turn| turn.task == Some(task)).unwrap();
    let (one, two) = (of(begins), of(follows));
    assert_eq!(
        (one.cause, one.outcome),
        (TurnCause::Due, TurnOutcome::Done)
    );
    assert_eq!(
        (two.cause, two.outcome),
        (TurnCause::Followed, TurnOutcome::Done)
    );
    assert_eq!((two.pages, two.records_new), (4, 3), "{two:?}");
    assert!(two.started_at >= one.ended_at);
    let parts = bench.engine.query().turn_parts(two.id).unwrap();
    assert!(parts[0].run.is_some());

    // A circle is refused, with its tasks.
    bench.send(Command::Task(TaskCommand::Order(TaskControl::Edit {
        task: begins,
        draft: after(first, follows),
    })));
    // The end of a turn may still be told before.
    let refused = bench.wait(|event| match event {
        Event::CommandFailed { message } => Some(message.id),
        _ => None,
    });
    assert_eq!(refused, "engine-task-circle");
}

#[test]
fn a_tag_takes_its_sites_together_and_a_removed_site_leaves() {
    let site = Site::start(three);
    let bench = Bench::new();
    let tagged = |name: &str| {
        named(name, &site).replace("kind = \"list\"", "kind = \"list\"\ntags = [\"press\"]")
    };
    let first = bench.add(&tagged("First"));
    let second = bench.add(&named("Second", &site));
    bench
        .obey(TaskControl::Tag {
            site: second,
            tags: vec!["press".to_owned()],
        })
        .unwrap();
    let task = bench.task(TaskDraft {
        cover: SiteSelection::Tag("press".to_owned()),
        ..at_once(first)
    });
    let tasks = bench.engine.query().tasks().unwrap();
    assert_eq!(tasks[0].sites, [first, second]);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let turns = bench.turns_over(1);
    assert_eq!((turns[0].sites, turns[0].records_new), (2, 6));

    bench.send(Command::Site(SiteCommand::Remove { site: second }));
    bench.wait(|event| matches!(event, Event::TasksChanged).then_some(()));
    bench.send(Command::Site(SiteCommand::Remove { site: first }));
    bench.wait(|event| matches!(event, Event::TasksChanged).then_some(()));
    bench.obey(TaskControl::RunNow(vec![task])).unwrap();
    assert_eq!(bench.turns_over(2)[0].outcome, TurnOutcome::Empty);
}

#[test]
fn an_overlapped_turn_is_left_out_and_a_paused_site_keeps_out() {
    let site = Site::start(slow);
    let bench = Bench::new();
    let id = bench.add(&named("Slow", &site));
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    bench.task(at_once(id));
    bench.wait(|event| matches!(event, Event::RunStarted { .. }).then_some(()));
    bench.task(at_once(id));
    let turns = bench.turns_over(2);
    assert_eq!(turns[0].outcome, TurnOutcome::Overlapped);
    assert_eq!(turns[1].outcome, TurnOutcome::Done);

    bench.send(Command::Site(SiteCommand::Enable {
        site: id,
        enabled: false,
    }));
    bench.task(at_once(id));
    assert_eq!(bench.turns_over(3)[0].outcome, TurnOutcome::Closed);
}

#[test]
fn a_task_that_is_run_now_leaves_paused_sites_out_unless_it_is_about_one_alone() {
    let site = Site::start(three);
    let bench = Bench::new();
    let (first, second) = (
        bench.add(&named("First", &site)),
        bench.add(&named("Second", &site)),
    );
    let later = |cover: SiteSelection| TaskDraft {
        cover,
        timing: Timing::Once {
            at: Timestamp::now() + SignedDuration::from_hours(9),
        },
        ..at_once(first)
    };
    let both = bench.task(later(SiteSelection::Sites(vec![first, second])));
    let alone = bench.task(later(SiteSelection::Sites(vec![first])));
    let is_paused = || bench.engine.query().site(first).unwrap().unwrap().paused;
    bench.send(Command::Site(SiteCommand::Supervise {
        site: first,
        order: SiteSupervisionCommand::Pause,
    }));
    bench.wait(|_| is_paused().then_some(()));

    bench.obey(TaskControl::RunNow(vec![both])).unwrap();
    bench.turns_over(1);
    assert!(is_paused());
    assert_eq!(
        (bench.records(first).len(), bench.records(second).len()),
        (0, 3)
    );

    bench.obey(TaskControl::RunNow(vec![alone])).unwrap();
    bench.turns_over(2);
    assert!(!is_paused());
    assert_eq!(bench.records(first).len(), 3);
}

fn engine(path: &Path) -> Engine {
    let options = EngineOptions {
        worker: "/no/such/worker".into(),
        sites_at_once: 1,
        ..EngineOptions::default()
    };
    Engine::open_with(path, options, Box::new(|| {})).unwrap()
}

#[test]
fn a_restart_neither_loses_nor_doubles_a_turn() {
    let site = Site::start(slow);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.bower");
    let store = Store::open_or_create(&path).unwrap();
    let start = site.url("/");
    let add = |name: &str| {
        let draft = SiteDraft {
            name: name.to_owned(),
            kind: SourceKind::List,
            start: start.clone(),
            rule_toml: named(name, &site),
        };
        store.add_site(&draft).unwrap()
    };
    // One runs, the other waits for the only place.
    for name in ["First", "Second"] {
        let now = Timestamp::now();
        store.add_task(&at_once(add(name)), Some(now)).unwrap();
    }
    drop(store);
    let first = engine(&path);
    first.send(Command::Task(TaskCommand::Schedule { on: true }));
    while !matches!(first.wait_event(), Some(Event::RunStarted { .. })) {}
    drop(first);
    let store = Store::open_read_only(&path).unwrap();
    let open = turns(&store);
    assert_eq!(open.len(), 2);
    assert!(open.iter().all(|turn| !turn.outcome.is_over()), "{open:#?}");
    assert!(!store.scheduler().unwrap().unwrap().on);
    drop(store);

    let bench = Bench::of(engine(&path));
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let over = bench.turns_over(2);
    assert_eq!(over.len(), 2, "none was taken twice");
    assert!(over.iter().all(|turn| turn.outcome == TurnOutcome::Done));
    assert_eq!(site.asked("/a0"), 2, "once for each site");
}

#[test]
fn a_missed_stretch_is_one_line_of_the_history() {
    let site = Site::start(three);
    let store = Store::temporary().unwrap();
    let draft = SiteDraft {
        name: "Test".to_owned(),
        kind: SourceKind::List,
        start: site.url("/"),
        rule_toml: named("Test", &site),
    };
    let id = store.add_site(&draft).unwrap();
    let often = Timing::Interval {
        seconds: 3_600,
        jitter_seconds: 0,
    };
    let asleep = Timestamp::now() - SignedDuration::from_mins(5 * 60 + 30);
    store
        .add_task(&TaskDraft::of_site(id, often), Some(asleep))
        .unwrap();
    let bench = Bench::on(store);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let turns = bench.turns_over(2);
    let missed = turns
        .iter()
        .find(|turn| turn.outcome == TurnOutcome::Missed);
    assert_eq!(missed.unwrap().count, 5);
    let made_up = turns.iter().find(|turn| turn.cause == TurnCause::Late);
    assert_eq!(made_up.unwrap().outcome, TurnOutcome::Done);
    let runs = bench.engine.query().runs(None, 9).unwrap();
    let due: Vec<_> = runs.iter().map(|run| run.made_up).collect();
    assert_eq!(due, [made_up.map(|turn| turn.due_at)]);
    assert_eq!(bench.engine.query().tasks().unwrap()[0].missed_turns, 5);
}

#[test]
fn another_process_changes_tasks_by_a_wish() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.bower");
    let site = Site::start(three);
    let bench = Bench::of(engine(&path));
    let id = bench.add(&named("Test", &site));
    let order = TaskControl::Add(at_once(id));
    let wish = RemoteCommand {
        kind: RemoteCommandKind::Tasks,
        site: None,
        text: serde_json::to_string(&order).ok(),
    };
    Store::leave_command(&path, &wish, Timestamp::now()).unwrap();
    bench.wait(|event| matches!(event, Event::TasksChanged).then_some(()));
    assert_eq!(bench.engine.query().tasks().unwrap().len(), 1);
}

#[test]
fn ten_thousand_tasks_due_at_once_hold_nothing_up() {
    let site = Site::start(three);
    let store = Store::temporary().unwrap();
    let draft = SiteDraft {
        name: "Test".to_owned(),
        kind: SourceKind::List,
        start: site.url("/"),
        rule_toml: named("Test", &site),
    };
    let id = store.add_site(&draft).unwrap();
    let now = Timestamp::now();
    let tasks = store.add_tasks(&vec![at_once(id); 10_000], Some(now));
    assert_eq!(tasks.unwrap().len(), 10_000);
    let bench = Bench::on(store);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    let end = bench.wait(|event| match event {
        Event::RunEnded { end, .. } => Some(end),
        _ => None,
    });
    assert_eq!(end, RunEnd::Finished);
    let turns = bench.turns_over(10_000);
    let done = |outcome| turns.iter().filter(|turn| turn.outcome == outcome).count();
    assert_eq!(
        done(TurnOutcome::Done) + done(TurnOutcome::Overlapped),
        10_000
    );
}
