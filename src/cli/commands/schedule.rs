//! `schedule`: the scheduler without a window, and what runs next.

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::export::parse_time;
use crate::cli::Outcome;
use crate::cli::args::{ScheduleArguments, ScheduleCommand};
use crate::cli::console::Console;
use crate::cli::session::Session;
use crate::engine::types::{Message, Task, Timing};
use crate::engine::{Command, EngineError, Event, project};

/// Longest sleep between two looks at the clock and at Ctrl-C.
const LOOK: Duration = Duration::from_millis(500);

/// Runs the command.
pub fn run(console: &Console, path: &Path, arguments: &ScheduleArguments) -> Outcome {
    if let Some(ScheduleCommand::List) = arguments.command {
        return list(console, path);
    }
    let until = arguments.until.as_deref().map(parse_time).transpose()?;
    let session = Session::open(path)?;
    console.note(&Message::new("cli-schedule-on"));
    session.engine().send(Command::Schedule { on: true });
    while !session.interrupted() && until.is_none_or(|end| Timestamp::now() < end) {
        match session.engine().wait_event_timeout(LOOK) {
            // One trouble (a full disk) must not end the service: it passes or it comes again.
            Some(Event::CommandFailed { message }) => console.error(&EngineError(message)),
            Some(event) => tell(console, &session, &event)?,
            None if session.engine().has_ended() => {
                return Err(EngineError(Message::new("cli-engine-ended")).into());
            }
            None => {}
        }
    }
    session.engine().send(Command::Schedule { on: false });
    console.note(&Message::new("cli-schedule-off"));
    Ok(())
}

fn tell(console: &Console, session: &Session, event: &Event) -> Result<(), EngineError> {
    let (id, site, progress) = match event {
        Event::RunStarted { site, .. } => ("cli-schedule-started", site, None),
        Event::RunEnded { site, progress, .. } => ("cli-schedule-ended", site, Some(progress)),
        _ => return Ok(()),
    };
    let name = session
        .engine()
        .query()
        .site(*site)?
        .map(|site| site.name)
        .unwrap_or_default();
    let mut message = Message::new(id)
        .with("time", Timestamp::now().strftime("%H:%M:%SZ").to_string())
        .with("site", name);
    if let Some(progress) = progress {
        message = message
            .with("new", progress.records_new)
            .with("pages", progress.pages_ok);
    }
    if console.json {
        console.print_json(event);
    } else {
        console.say(&message);
    }
    Ok(())
}

fn list(console: &Console, path: &Path) -> Outcome {
    let tasks = project::read(path)?.tasks()?;
    if console.json {
        console.print_json(&tasks);
        return Ok(());
    }
    let rows: Vec<Vec<String>> = tasks.iter().map(|task| row(console, task)).collect();
    console.table(
        &[
            "cli-head-site",
            "cli-head-when",
            "cli-head-priority",
            "cli-head-next",
            "cli-head-last",
            "cli-head-missed",
        ],
        &rows,
        "cli-no-tasks",
    );
    Ok(())
}

fn row(console: &Console, task: &Task) -> Vec<String> {
    let time = |at: Option<Timestamp>| {
        at.map_or_else(String::new, |at| {
            at.strftime("%Y-%m-%d %H:%M:%SZ").to_string()
        })
    };
    let when = match &task.timing {
        Timing::Once { .. } => console.catalogue.get("cli-task-once"),
        Timing::Cron {
            expression,
            timezone,
        } => format!("{expression} ({timezone})"),
    };
    let next = if task.paused {
        console.catalogue.get("cli-task-paused")
    } else {
        time(task.next_at)
    };
    vec![
        task.site_name.clone(),
        when,
        task.priority.to_string(),
        next,
        time(task.last_at),
        task.missed_turns.to_string(),
    ]
}
