//! `schedule`: the scheduler without a window, and what runs next.
//!
//! Below: editing and listing tasks.

pub(super) mod task_edit;
pub(super) mod task_tables;

use std::path::Path;
use std::time::Duration;

use jiff::Timestamp;

use super::run::runs::end_id;
use super::times_and_passwords::parse_time;

use crate::args::{ScheduleArguments, ScheduleSubcommand};
use crate::console::Console;
use crate::failure::Outcome;
use crate::session::{Session, find_site};
use bowerbird_engine::types::{
    Adaptive, Message, ServiceManager, TaskDraft, Timing, adaptive, parse_duration,
};
use bowerbird_engine::{Command, EngineError, Event, TaskCommand, project_permission};

/// Longest sleep between two checks of the clock, when a time ends the command.
const MAX_SLEEP: Duration = Duration::from_secs(60);
/// The same when only a signal ends it.
const MAX_WAIT: Duration = Duration::from_secs(3_600);

/// Runs the command.
pub fn run(console: &Console, path: &Path, arguments: &ScheduleArguments) -> Outcome {
    if let Some(command) = &arguments.command {
        return about_tasks(console, path, command);
    }
    let until = arguments.until.as_deref().map(parse_time).transpose()?;
    let session = Session::open_for_long(path)?;
    project_permission::must_be_allowed(session.engine().query())?;
    if let Some(seconds) = arguments.wait_for_person {
        let wait = Duration::from_secs(seconds);
        session.engine().set_person_wait(wait);
    }
    console.note(&Message::new("cli-schedule-on"));
    session
        .engine()
        .send(Command::Task(TaskCommand::Schedule { on: true }));
    let mut manager = ServiceManager::of_environment();
    manager.ready();
    while !session.interrupted() && until.is_none_or(|end| Timestamp::now() < end) {
        manager.alive();
        let sleep = manager.sleep(sleep(until));
        match session.engine().wait_event_timeout(sleep) {
            // One fault (a full disk) must not end the service: it passes or recurs.
            Some(event) => match event.failure() {
                Some(message) => console.error(&EngineError(message.clone())),
                None => print_event(console, &session, &event)?,
            },
            None if session.engine().has_ended() => {
                return Err(EngineError(Message::new("cli-engine-ended")).into());
            }
            None => {}
        }
    }
    session
        .engine()
        .send(Command::Task(TaskCommand::Schedule { on: false }));
    manager.stopping();
    console.note(&Message::new("cli-schedule-off"));
    Ok(())
}

fn sleep(until: Option<Timestamp>) -> Duration {
    until.map_or(MAX_WAIT, |end| {
        let left = Duration::try_from(end.duration_since(Timestamp::now()));
        left.unwrap_or_default().min(MAX_SLEEP)
    })
}

fn about_tasks(console: &Console, path: &Path, command: &ScheduleSubcommand) -> Outcome {
    match command {
        ScheduleSubcommand::List => task_tables::list(console, path),
        ScheduleSubcommand::Adapt {
            site,
            min,
            max,
            priority,
        } => {
            let bounds = Adaptive {
                min: min.clone(),
                max: max.clone(),
            };
            adapt(console, path, site, &bounds, *priority)
        }
        ScheduleSubcommand::Add { sites, task } => task_edit::add(console, path, sites, task),
        ScheduleSubcommand::Set { task, site, to } => {
            task_edit::set(console, path, *task, site, to)
        }
        ScheduleSubcommand::Remove(tasks) => task_edit::remove(console, path, tasks),
        ScheduleSubcommand::Pause(tasks) => task_edit::pause(console, path, tasks, true),
        ScheduleSubcommand::Resume(tasks) => task_edit::pause(console, path, tasks, false),
        ScheduleSubcommand::Run(tasks) => task_edit::run(console, path, tasks),
        ScheduleSubcommand::History { task, limit } => {
            task_tables::history(console, path, *task, *limit)
        }
        ScheduleSubcommand::Next {
            expression,
            timezone,
            count,
        } => task_tables::next(console, expression, timezone.as_deref(), *count),
        ScheduleSubcommand::Tag { site, tags } => task_edit::tag(console, path, site, tags),
    }
}

/// Runs a site based on how often it changes: a new task replaces its adaptive tasks.
fn adapt(console: &Console, path: &Path, name: &str, typed: &Adaptive, priority: u8) -> Outcome {
    for text in [&typed.min, &typed.max].into_iter().flatten() {
        if parse_duration(text).is_none() {
            let message = Message::new("cli-bad-interval").with("text", text.as_str());
            return Err(EngineError(message).into());
        }
    }
    let bounds = typed.bounds();
    if bounds.min_seconds < 60 || bounds.min_seconds > bounds.max_seconds {
        return Err(EngineError(Message::new("engine-task-bounds")).into());
    }
    let session = Session::open(path)?;
    let sites = session.engine().query().sites()?;
    let site = find_site(&sites, name)?;
    let done = |event: &Event| matches!(event, Event::TasksChanged);
    for task in session.engine().query().tasks()? {
        let adapts = matches!(task.timing, Timing::Adaptive(_));
        if task.runs(site.id) && adapts && !task.from_rule {
            session.perform(Command::Task(TaskCommand::Remove { task: task.id }), done)?;
        }
    }
    let draft = TaskDraft {
        priority,
        ..TaskDraft::of_site(site.id, Timing::Adaptive(bounds))
    };
    session.perform(Command::Task(TaskCommand::Add { draft }), done)?;
    let message = Message::new("cli-schedule-adapts")
        .with("site", site.name.as_str())
        .with("often", adaptive(bounds));
    console.print_message(&message);
    Ok(())
}

fn print_event(console: &Console, session: &Session, event: &Event) -> Result<(), EngineError> {
    let mut why = None;
    let (id, site, ended) = match event {
        Event::RuleRestored(restored) => {
            why = Some(restored.why.clone());
            ("cli-schedule-restored", &restored.site, None)
        }
        Event::RunStarted { site, .. } => ("cli-schedule-started", site, None),
        Event::RunEnded {
            site,
            end,
            progress,
            ..
        } => ("cli-schedule-ended", site, Some((end, progress))),
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
    if let Some(why) = why {
        message = message.with("why", why);
    }
    if let Some((end, progress)) = ended {
        message = message
            .with("end", Message::new(end_id(*end)))
            .with("new", progress.records_new)
            .with("pages", progress.pages_ok);
    }
    if console.json {
        console.print_json(event);
    } else {
        console.print_message(&message);
    }
    Ok(())
}
