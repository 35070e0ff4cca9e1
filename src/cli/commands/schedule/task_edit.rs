//! `schedule add`, `set`, `remove`, `pause`, `resume`, `run`, `tag`: tasks from the command line.
//! If another process owns the project (a window, the service), the order is sent to it.

use std::path::Path;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::args::{TaskArguments, TaskNumbers};
use crate::commands::run::control::send_any;
use crate::commands::run::to_the_end;
use crate::console::{Console, time_text};
use crate::failure::Outcome;
use crate::session::{Session, find_site};
use bowerbird_engine::project::{self, ProjectOwner};
use bowerbird_engine::types::{
    Bounds, MIDDLE_PRIORITY, Message, MissedPolicy, OverlapPolicy, RemoteCommand,
    RemoteCommandKind, SiteSelection, StoreReader, Task, TaskDraft, TaskId, Terms, Timing, zone,
};
use bowerbird_engine::{
    Command, EngineError, Event, RunCommand, TaskCommand, TaskControl, check_task,
};

/// `add`.
pub fn add(console: &Console, path: &Path, sites: &[String], task: &TaskArguments) -> Outcome {
    let store = project::read(path)?;
    let mut draft = TaskDraft {
        name: String::new(),
        cover: SiteSelection::Sites(Vec::new()),
        timing: Timing::Once {
            at: Timestamp::now(),
        },
        priority: MIDDLE_PRIORITY,
        from_rule: false,
        terms: Terms::default(),
    };
    change(&mut draft, &store, sites, task)?;
    check_task(&store, &draft, None)?;
    order(path, TaskControl::Add(draft))?;
    let tasks = project::read(path)?.tasks()?;
    if let Some(added) = tasks.iter().max_by_key(|task| task.id) {
        if console.json {
            console.print_json(added);
            return Ok(());
        }
        let message = Message::new("cli-task-added")
            .with("task", added.id.0)
            .with("title", added.title.as_str())
            .with("next", next_text(console, added));
        console.print_message(&message);
    }
    Ok(())
}

/// `set`.
pub fn set(
    console: &Console,
    path: &Path,
    number: i64,
    sites: &[String],
    to: &TaskArguments,
) -> Outcome {
    let store = project::read(path)?;
    let id = TaskId(number);
    let mut draft = known(&store, number)?.draft();
    change(&mut draft, &store, sites, to)?;
    check_task(&store, &draft, Some(id))?;
    order(path, TaskControl::Edit { task: id, draft })?;
    let task = known(&project::read(path)?, number)?;
    if console.json {
        console.print_json(&task);
        return Ok(());
    }
    let message = Message::new("cli-task-changed")
        .with("task", number)
        .with("title", task.title.as_str())
        .with("next", next_text(console, &task));
    console.print_message(&message);
    Ok(())
}

/// `remove`.
pub fn remove(console: &Console, path: &Path, numbers: &TaskNumbers) -> Outcome {
    let ids = checked(path, numbers)?;
    order(path, TaskControl::Remove(ids))?;
    print_each(console, "cli-task-removed", numbers);
    Ok(())
}

/// `pause`, `resume`.
pub fn pause(console: &Console, path: &Path, numbers: &TaskNumbers, paused: bool) -> Outcome {
    let tasks = checked(path, numbers)?;
    order(path, TaskControl::Pause { tasks, paused })?;
    let id = match paused {
        true => "cli-task-is-paused",
        false => "cli-task-resumed",
    };
    print_each(console, id, numbers);
    Ok(())
}

/// `run`.
pub fn run(console: &Console, path: &Path, numbers: &TaskNumbers) -> Outcome {
    let ids = checked(path, numbers)?;
    let store = match project::own_or_not(path)? {
        ProjectOwner::Elsewhere => {
            send(path, &TaskControl::RunNow(ids))?;
            print_each(console, "cli-task-run-asked", numbers);
            return Ok(());
        }
        ProjectOwner::Here(store) => store,
    };
    let tasks = store.tasks()?;
    let mut sites: Vec<_> = ids
        .iter()
        .filter_map(|id| tasks.iter().find(|task| task.id == *id))
        .flat_map(|task| task.sites.clone())
        .collect();
    sites.sort_unstable();
    sites.dedup();
    if sites.is_empty() {
        return Err(EngineError(Message::new("cli-task-empty")).into());
    }
    let session = Session::on(store)?;
    session
        .engine()
        .send(Command::Task(TaskCommand::Order(TaskControl::RunNow(ids))));
    // Waits for the same runs, and ends with them.
    session.engine().send(Command::Run(RunCommand::Start {
        sites,
        options: Default::default(),
    }));
    to_the_end(console, &session)
}

/// `tag`.
pub fn tag(console: &Console, path: &Path, site: &str, tags: &[String]) -> Outcome {
    let store = project::read(path)?;
    let sites = store.sites()?;
    let site = find_site(&sites, site)?;
    let tags = tags.to_vec();
    let said = match tags.is_empty() {
        true => Message::new("cli-site-untagged").with("site", site.name.as_str()),
        false => Message::new("cli-site-tagged")
            .with("site", site.name.as_str())
            .with("tags", tags.clone()),
    };
    order(
        path,
        TaskControl::Tag {
            site: site.id,
            tags,
        },
    )?;
    console.print_message(&said);
    Ok(())
}

/// Carries out an order about tasks, here or in the process that owns the project.
fn order(path: &Path, order: TaskControl) -> Result<(), EngineError> {
    match project::own_or_not(path)? {
        ProjectOwner::Elsewhere => send(path, &order),
        ProjectOwner::Here(store) => Session::on(store)?
            .perform(Command::Task(TaskCommand::Order(order)), |event| {
                matches!(event, Event::TasksChanged)
            }),
    }
}

fn send(path: &Path, order: &TaskControl) -> Result<(), EngineError> {
    let command = RemoteCommand {
        kind: RemoteCommandKind::Tasks,
        site: None,
        text: serde_json::to_string(order).ok(),
    };
    send_any(path, &command)
}

fn known(store: &StoreReader, number: i64) -> Result<Task, EngineError> {
    let tasks = store.tasks()?.into_iter();
    let mut found = tasks.filter(|task| task.id == TaskId(number));
    found
        .next()
        .ok_or_else(|| EngineError(Message::new("engine-task-unknown").with("task", number)))
}

fn checked(path: &Path, numbers: &TaskNumbers) -> Result<Vec<TaskId>, EngineError> {
    let store = project::read(path)?;
    for number in &numbers.tasks {
        known(&store, *number)?;
    }
    Ok(numbers.tasks.iter().map(|number| TaskId(*number)).collect())
}

fn print_each(console: &Console, id: &str, numbers: &TaskNumbers) {
    for number in &numbers.tasks {
        console.print_message(&Message::new(id).with("task", *number));
    }
}

fn next_text(console: &Console, task: &Task) -> String {
    let id = match task.timing {
        Timing::After { .. } => "cli-task-follows",
        _ => "cli-task-no-turn",
    };
    task.next_at
        .map_or_else(|| console.catalogue.get(id), time_text)
}

/// Applies the given changes.
fn change(
    draft: &mut TaskDraft,
    store: &StoreReader,
    sites: &[String],
    to: &TaskArguments,
) -> Result<(), EngineError> {
    if let Some(tag) = &to.tag {
        draft.cover = SiteSelection::Tag(tag.trim().to_owned());
    } else if !sites.is_empty() {
        let all = store.sites()?;
        let ids = sites
            .iter()
            .map(|name| find_site(&all, name).map(|site| site.id));
        draft.cover = SiteSelection::Sites(ids.collect::<Result<_, _>>()?);
    }
    if let Some(name) = &to.name {
        draft.name.clone_from(name);
    }
    if let Some(priority) = to.priority {
        draft.priority = priority;
    }
    change_timing(&mut draft.timing, to)?;
    change_terms(&mut draft.terms, to);
    Ok(())
}

fn change_timing(timing: &mut Timing, to: &TaskArguments) -> Result<(), EngineError> {
    if let Some(expression) = &to.cron {
        *timing = Timing::Cron {
            expression: expression.clone(),
            timezone: to.timezone.clone().unwrap_or_else(machine_zone),
        };
    } else if let Some(seconds) = to.every {
        *timing = Timing::Interval {
            seconds,
            jitter_seconds: to.jitter.unwrap_or(0),
        };
    } else if let Some(at) = &to.at {
        *timing = Timing::Once {
            at: moment(at, to.timezone.as_deref())?,
        };
    } else if to.now {
        *timing = Timing::Once {
            at: Timestamp::now(),
        };
    } else if to.adaptive {
        let usual = Bounds::default();
        *timing = Timing::Adaptive(Bounds {
            min_seconds: to.min.unwrap_or(usual.min_seconds),
            max_seconds: to.max.unwrap_or(usual.max_seconds),
        });
    } else if let Some(after) = to.after {
        *timing = Timing::After {
            task: TaskId(after),
            only_done: to.only_done,
        };
    } else if let (Timing::Cron { timezone, .. }, Some(zone)) = (&mut *timing, &to.timezone) {
        timezone.clone_from(zone);
    } else if let (Timing::Interval { jitter_seconds, .. }, Some(jitter)) = (timing, to.jitter) {
        *jitter_seconds = jitter;
    }
    Ok(())
}

fn change_terms(terms: &mut Terms, to: &TaskArguments) {
    let overlap = OverlapPolicy::ALL.into_iter();
    let missed = MissedPolicy::ALL.into_iter();
    if let Some(policy) = overlap
        .clone()
        .find(|p| Some(p.token()) == to.overlap.as_deref())
    {
        terms.overlap = policy;
    }
    if let Some(policy) = missed
        .clone()
        .find(|p| Some(p.token()) == to.missed.as_deref())
    {
        terms.missed = policy;
    }
    terms.missed_at_most = to.missed_at_most.unwrap_or(terms.missed_at_most);
    terms.grace_seconds = to.grace.unwrap_or(terms.grace_seconds);
    for (kept, given) in [
        (&mut terms.windows, &to.window),
        (&mut terms.holidays, &to.holidays),
        (&mut terms.timezone, &to.timezone),
    ] {
        if let Some(given) = given {
            kept.clone_from(given);
        }
    }
    let (limits, given) = (&mut terms.limits, to.limits.limits());
    limits.pages = given.pages.or(limits.pages);
    limits.seconds = given.seconds.or(limits.seconds);
    limits.bytes = given.bytes.or(limits.bytes);
    limits.errors = given.errors.or(limits.errors);
}

/// Parses a time with an offset, or a wall-clock time in a zone.
fn moment(text: &str, zone_name: Option<&str>) -> Result<Timestamp, EngineError> {
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(at);
    }
    let zone = match zone_name {
        None => TimeZone::system(),
        Some(name) => zone(name)
            .ok_or_else(|| EngineError(Message::new("schedule-zone-unknown").with("text", name)))?,
    };
    let wall: Option<DateTime> = text.trim().parse().ok();
    wall.and_then(|wall| zone.to_timestamp(wall).ok())
        .ok_or_else(|| EngineError(Message::new("cli-task-bad-time").with("text", text)))
}

/// The zone of this machine.
pub(super) fn machine_zone() -> String {
    TimeZone::system().iana_name().unwrap_or("UTC").to_owned()
}
