//! `schedule list`, `history` and `next`, and the scheduler's line of `status`.

use std::path::Path;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::json;

use super::task_edit::machine_zone;
use crate::console::{Console, time_text};
use crate::failure::Outcome;
use bowerbird_engine::types::{
    Cron, Message, SchedulerState, Site, Task, TaskId, TaskTurn, TurnFilter, clock_text,
    describe_cron, describe_timing, news, zone,
};
use bowerbird_engine::{EngineError, project};

/// `list`.
pub fn list(console: &Console, path: &Path) -> Outcome {
    let store = project::read(path)?;
    let (tasks, sites) = (store.tasks()?, store.sites()?);
    if console.json {
        console.print_json(&tasks);
        return Ok(());
    }
    let rows: Vec<Vec<String>> = tasks
        .iter()
        .map(|task| row(console, task, &tasks, &sites))
        .collect();
    console.table(
        &[
            "cli-head-number",
            "cli-head-task",
            "cli-head-when",
            "cli-head-priority",
            "cli-head-next",
            "cli-head-last",
            "cli-head-result",
            "cli-head-missed",
            "cli-head-brings",
        ],
        &rows,
        "cli-no-tasks",
    );
    Ok(())
}

fn row(console: &Console, task: &Task, tasks: &[Task], sites: &[Site]) -> Vec<String> {
    let site = sites.iter().find(|site| task.sites == [site.id]);
    let brings = site.and_then(|site| site.news_per_day).map(news);
    let title_of = |id| {
        let task = tasks.iter().find(|task| task.id == id);
        task.map(|task| task.title.clone())
    };
    let when = match describe_timing(&task.timing, title_of) {
        Some(words) => console.text(&words),
        None => console.catalogue.get("cli-task-once"),
    };
    let next = match task.paused {
        true => console.catalogue.get("cli-task-paused"),
        false => task.next_at.map(time_text).unwrap_or_default(),
    };
    let outcome = task.last.map(|outcome| {
        let id = format!("task-outcome-{}", outcome.token());
        console.catalogue.get(&id)
    });
    vec![
        task.id.to_string(),
        task.title.clone(),
        when,
        task.priority.to_string(),
        next,
        task.last_at.map(time_text).unwrap_or_default(),
        outcome.unwrap_or_default(),
        task.missed_turns.to_string(),
        brings.map(|news| console.text(&news)).unwrap_or_default(),
    ]
}

/// `history`.
pub fn history(console: &Console, path: &Path, task: Option<i64>, most: usize) -> Outcome {
    let filter = TurnFilter {
        task: task.map(TaskId),
        since: None,
        most,
    };
    let owned = project::is_owned(path);
    let turns = project::read(path)?.turns(filter)?;
    if console.json {
        console.print_json(&turns);
        return Ok(());
    }
    let rows: Vec<Vec<String>> = turns
        .iter()
        .map(|turn| turn_row(console, turn, owned))
        .collect();
    console.table(
        &[
            "cli-head-due",
            "cli-head-task",
            "cli-head-cause",
            "cli-head-result",
            "cli-head-took",
            "cli-head-pages",
            "cli-head-new",
        ],
        &rows,
        "cli-no-turns",
    );
    Ok(())
}

fn turn_row(console: &Console, turn: &TaskTurn, owned: bool) -> Vec<String> {
    let say = |id: String| console.catalogue.get(&id);
    let due = match turn.until_at.filter(|until| *until != turn.due_at) {
        Some(until) => format!("{} – {}", time_text(turn.due_at), time_text(until)),
        None => time_text(turn.due_at),
    };
    let goes = owned || turn.outcome.is_over();
    let took = turn.started_at.filter(|_| goes).map(|began| {
        let ended = turn.ended_at.unwrap_or_else(Timestamp::now);
        let seconds = ended.duration_since(began).as_secs().max(0);
        clock_text(u64::try_from(seconds).unwrap_or_default())
    });
    let outcome = match goes {
        true => say(format!("task-outcome-{}", turn.outcome.token())),
        false => say("task-outcome-interrupted".to_owned()),
    };
    vec![
        due,
        turn.title.clone(),
        say(format!("task-cause-{}", turn.cause.token())),
        match turn.count {
            1 => outcome,
            count => format!("{outcome} ×{count}"),
        },
        took.unwrap_or_default(),
        turn.pages.to_string(),
        turn.records_new.to_string(),
    ]
}

/// `next`.
pub fn next(console: &Console, expression: &str, zone_name: Option<&str>, count: usize) -> Outcome {
    let name = zone_name.map_or_else(machine_zone, ToOwned::to_owned);
    let cron = Cron::parse(expression)?;
    let words = describe_cron(expression)?;
    let zone = zone(&name).ok_or_else(|| {
        EngineError(Message::new("schedule-zone-unknown").with("text", name.as_str()))
    })?;
    let first = cron.next_after(Timestamp::now(), &zone);
    let turns: Vec<Timestamp> = std::iter::successors(first, |turn| cron.next_after(*turn, &zone))
        .take(count)
        .collect();
    if console.json {
        console.print_json(&json!({
            "expression": expression, "timezone": name, "words": console.text(&words),
            "turns": turns,
        }));
        return Ok(());
    }
    console.line(&console.text(&words));
    let local = TimeZone::system();
    let rows: Vec<Vec<String>> = turns
        .iter()
        .map(|turn| {
            let shown = |zone: &TimeZone| {
                let zoned = turn.to_zoned(zone.clone());
                zoned.strftime("%Y-%m-%d %H:%M:%S %:z").to_string()
            };
            vec![shown(&zone), shown(&local)]
        })
        .collect();
    console.table(
        &["cli-head-in-zone", "cli-head-here"],
        &rows,
        "cli-no-turns",
    );
    Ok(())
}

/// Prints what the scheduler of another process does.
pub fn show_scheduler(console: &Console, state: Option<&SchedulerState>) {
    let Some(state) = state else {
        console.line(&console.catalogue.get("cli-scheduler-off"));
        return;
    };
    let mut message = Message::new("cli-scheduler-on")
        .with("process", state.process)
        .with("since", time_text(state.since))
        .with("running", state.running)
        .with("waiting", state.waiting);
    message = message.with(
        "next",
        state
            .next_at
            .map_or_else(|| console.catalogue.get("cli-task-no-turn"), time_text),
    );
    console.line(&console.text(&message));
}
