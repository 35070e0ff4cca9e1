//! Runs that want the same site, or the same place: queue, replace, and make room.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bowerbird::engine::types::{
    OverlapPolicy, RunEnd, SiteId, Store, TaskDraft, Terms, Timing, TurnOutcome,
};
use bowerbird::engine::{Command, Event, RunCommand, TaskCommand};

use crate::engine::schedules::named;
use crate::engine::support::bench::Bench;
use crate::engine::support::clock::SetClock;
use crate::engine::support::server::{Ask, Reply, Site};
use crate::engine::{article, list};

const NOON: &str = "2026-03-02T12:00:00Z";

fn slow(ask: &Ask) -> Reply {
    match ask.path.as_str() {
        "/" => list(0, 12, None),
        path => {
            std::thread::sleep(Duration::from_millis(30));
            article(path)
        }
    }
}

fn now(site: SiteId, overlap: OverlapPolicy, priority: u8) -> TaskDraft {
    TaskDraft {
        priority,
        terms: Terms {
            overlap,
            ..Terms::default()
        },
        ..TaskDraft::of_site(
            site,
            Timing::Once {
                at: NOON.parse().unwrap(),
            },
        )
    }
}

/// A scheduler whose clock stands still.
fn scheduler(places: usize) -> (Bench, Arc<SetClock>) {
    let clock = SetClock::at(NOON);
    let bench = Bench::by(Store::temporary().unwrap(), places, &clock);
    bench.send(Command::Task(TaskCommand::Schedule { on: true }));
    (bench, clock)
}

/// Adds the task and waits until the run that it makes has read some pages.
fn start_task(bench: &Bench, draft: TaskDraft, site: &Site) {
    bench.task(draft);
    let until = std::time::Instant::now() + Duration::from_secs(30);
    while site.asked("/a2") == 0 {
        assert!(std::time::Instant::now() < until, "it never began");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_queued_turn_runs_right_after() {
    let site = Site::start(slow);
    let (bench, _) = scheduler(4);
    let id = bench.add(&named("Slow", &site));
    start_task(&bench, now(id, OverlapPolicy::Skip, 5), &site);
    bench.task(now(id, OverlapPolicy::Queue, 5));
    bench.task(now(id, OverlapPolicy::Queue, 5));
    let turns = bench.turns_over(3);
    assert!(turns.iter().all(|turn| turn.outcome == TurnOutcome::Done));
    // All pages are known after the first: the others read the list alone.
    assert_eq!((site.asked("/"), site.asked("/a5")), (3, 1));
    let pages: Vec<u64> = turns.iter().rev().map(|turn| turn.pages).collect();
    assert_eq!(pages, [13, 1, 1]);
}

#[test]
fn a_replacing_turn_ends_the_run_before_it_and_begins_anew() {
    let site = Site::start(slow);
    let (bench, _) = scheduler(4);
    let id = bench.add(&named("Slow", &site));
    start_task(&bench, now(id, OverlapPolicy::Skip, 5), &site);
    bench.task(now(id, OverlapPolicy::Replace, 5));
    let mut ends = Vec::new();
    bench.wait(|event| {
        if let Event::RunEnded { end, .. } = event {
            ends.push(end);
        }
        (ends.len() == 2).then_some(())
    });
    assert_eq!(ends, [RunEnd::Cancelled, RunEnd::Finished]);
    let turns = bench.turns_over(2);
    let outcomes: Vec<_> = turns.iter().rev().map(|turn| turn.outcome).collect();
    assert_eq!(outcomes, [TurnOutcome::Partly, TurnOutcome::Done]);
    assert_eq!(bench.records(id).len(), 12, "nothing is missing");
}

#[test]
fn a_run_that_a_person_began_is_not_replaced() {
    let site = Site::start(slow);
    let (bench, _) = scheduler(4);
    let id = bench.add(&named("Slow", &site));
    bench.send(Command::Run(RunCommand::Start {
        sites: vec![id],
        options: Default::default(),
    }));
    bench.wait(|event| matches!(event, Event::RunStarted { .. }).then_some(()));
    bench.task(now(id, OverlapPolicy::Replace, 5));
    let mut ends = Vec::new();
    bench.wait(|event| {
        if let Event::RunEnded { end, .. } = event {
            ends.push(end);
        }
        (ends.len() == 2).then_some(())
    });
    assert_eq!(ends, [RunEnd::Finished, RunEnd::Finished]);
}

#[test]
fn all_runs_are_held_and_go_on_and_what_is_due_meanwhile_waits() {
    let (one, other) = (Site::start(slow), Site::start(slow));
    let (bench, _) = scheduler(4);
    let first = bench.add(&named("First", &one));
    let second = bench.add(&named("Second", &other));
    start_task(&bench, now(first, OverlapPolicy::Skip, 5), &one);
    bench.send(Command::Run(RunCommand::HoldAll { on: true }));
    let end = bench.wait(|event| match event {
        Event::RunEnded { end, .. } => Some(end),
        _ => None,
    });
    assert_eq!(end, RunEnd::Paused);
    bench.task(now(second, OverlapPolicy::Skip, 5));
    // Its turn is taken, and waits.
    while bench.turns().len() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(bench.turns()[0].outcome, TurnOutcome::Waiting);
    assert_eq!(other.asked("/"), 0);
    bench.send(Command::Run(RunCommand::HoldAll { on: false }));
    let mut ends = Vec::new();
    bench.wait(|event| {
        if let Event::RunEnded { end, .. } = event {
            ends.push(end);
        }
        (ends.len() == 2).then_some(())
    });
    assert_eq!(ends, [RunEnd::Finished, RunEnd::Finished]);
    assert_eq!(bench.records(first).len(), 12);
    assert_eq!(bench.records(second).len(), 12);
}

#[test]
fn a_run_that_is_to_finish_stores_the_page_under_way_and_begins_none() {
    let site = Site::start(|ask| {
        if ask.path != "/" {
            std::thread::sleep(Duration::from_millis(300));
        }
        slow(ask)
    });
    let (bench, _) = scheduler(4);
    let rule = named("Slow", &site).replace("delay = '0s'", "delay = '0s'\nconcurrency = 1");
    let id = bench.add(&rule);
    start_task(&bench, now(id, OverlapPolicy::Skip, 5), &site);
    bench.send(Command::Run(RunCommand::FinishAll));
    let end = bench.wait(|event| match event {
        Event::RunEnded { end, .. } => Some(end),
        _ => None,
    });
    assert_eq!(end, RunEnd::Stopped);
    let asked = (0..12)
        .filter(|n| site.asked(&format!("/a{n}")) == 1)
        .count();
    assert_eq!(
        bench.records(id).len(),
        asked,
        "what was asked for is stored"
    );
    assert!(asked < 12);
    assert_eq!(bench.run(id).end, RunEnd::Finished);
    assert_eq!(bench.records(id).len(), 12);
    for page in 0..12 {
        assert_eq!(site.asked(&format!("/a{page}")), 1);
    }
}

#[test]
fn a_crawl_of_low_priority_makes_room_for_a_higher_one_and_goes_on() {
    let asked: Arc<Mutex<Vec<&str>>> = Arc::default();
    let told = |name: &'static str| {
        let asked = Arc::clone(&asked);
        move |ask: &Ask| {
            asked.lock().unwrap().push(name);
            slow(ask)
        }
    };
    let (low, high) = (Site::start(told("low")), Site::start(told("high")));
    let (bench, clock) = scheduler(1);
    // As few at once as can be, so that it lasts.
    let one = |name: &str, site: &Site| {
        let rule = named(name, site);
        rule.replace("delay = '0s'", "delay = '0s'\nconcurrency = 1")
    };
    let (slow_one, urgent) = (bench.add(&one("Low", &low)), bench.add(&one("High", &high)));
    start_task(&bench, now(slow_one, OverlapPolicy::Skip, 1), &low);
    // It had its place for long enough.
    clock.pass(Duration::from_secs(60));
    let mut draft = now(urgent, OverlapPolicy::Skip, 9);
    draft.terms.grace_seconds = 3_600;
    bench.task(draft);
    let mut ended = Vec::new();
    bench.wait(|event| {
        if let Event::RunEnded { site, end, .. } = event {
            ended.push((site, end));
        }
        (ended.len() == 2).then_some(())
    });
    let finished = RunEnd::Finished;
    assert_eq!(ended, [(urgent, finished), (slow_one, finished)]);
    let asked = asked.lock().unwrap().clone();
    let first = asked.iter().position(|name| *name == "high").unwrap();
    let last = asked.iter().rposition(|name| *name == "high").unwrap();
    let between = &asked[first..=last];
    assert!(between.iter().all(|name| *name == "high"), "{asked:?}");
    assert!(last + 1 < asked.len(), "it went on: {asked:?}");
    for page in 0..12 {
        assert_eq!(low.asked(&format!("/a{page}")), 1);
    }
    let outcomes: Vec<_> = bench.turns_over(2).iter().map(|t| t.outcome).collect();
    assert_eq!(outcomes, [TurnOutcome::Done, TurnOutcome::Done]);
}
