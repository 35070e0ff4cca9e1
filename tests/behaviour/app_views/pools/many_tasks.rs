//! Ten thousand tasks that are due at once: every part of the view draws in a part of a second.

use std::time::{Duration, Instant};

use bowerbird::app::views::tasks::{TasksPage, TasksState, tasks_ui};
use bowerbird::engine::types::{TaskId, TaskTurn, Timing, TurnCause, TurnId, TurnOutcome};
use egui_kittest::kittest::Queryable;
use jiff::SignedDuration;

use crate::app_views::{made, stage};
use crate::texts::t;

const TASKS: i64 = 10_000;
const NOW: &str = "2026-03-02T12:00:00Z";

#[test]
fn ten_thousand_tasks_are_drawn_smoothly() {
    let now = made::at(NOW);
    let mut world = made::world();
    let pattern = world.tasks[0].clone();
    world.tasks = (1..=TASKS)
        .map(|number| {
            let mut task = pattern.clone();
            task.id = TaskId(number);
            task.title = format!("Task {number:05}");
            task.timing = Timing::Cron {
                expression: "0 * * * *".to_owned(),
                timezone: "Asia/Shanghai".to_owned(),
            };
            task.next_at = Some(now);
            task
        })
        .collect();
    // As many as the window keeps.
    world.turns = (1..=5_000)
        .map(|number| TaskTurn {
            id: TurnId(number),
            task: Some(TaskId(number)),
            title: format!("Task {number:05}"),
            cause: TurnCause::Due,
            outcome: TurnOutcome::Done,
            due_at: now - SignedDuration::from_hours(2),
            until_at: None,
            count: 1,
            started_at: Some(now - SignedDuration::from_hours(2)),
            ended_at: Some(now - SignedDuration::from_hours(1)),
            sites: 1,
            pages: 3,
            records_new: 2,
        })
        .collect();
    let mut state = TasksState::default();
    state.ticked.insert(TaskId(7));
    let mut harness = stage(world, state, |ui, s| {
        let now = made::at(NOW);
        tasks_ui(ui, &s.look, &s.world, &mut s.state, now, &mut s.actions);
    });
    harness.get_by_label(t!("app-tasks-tick-all")).click();
    harness.run();
    assert_eq!(harness.state().state.ticked.len(), 10_000);
    for page in [TasksPage::Table, TasksPage::Day, TasksPage::Week] {
        harness.state_mut().state.page = page;
        harness.run();
        let begin = Instant::now();
        for _ in 0..5 {
            harness.step();
        }
        let frame = begin.elapsed() / 5;
        println!("{page:?} of {TASKS} tasks: {frame:?} a frame, unoptimised");
        assert!(frame < Duration::from_secs(1), "{page:?}: {frame:?}");
    }
    harness.get_by_label_contains("Task 00001");
}
