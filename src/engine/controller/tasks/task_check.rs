//! Whether a task may be as a person drafted it. The bounds are in `logic::policy::schedule`.

use super::task_commands::find;
use crate::protocol::EngineError;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{SiteSelection, Task, TaskDraft, TaskId, Timing};
use bowerbird_logic::policy::schedule::{
    Cron, MAX_INTERVAL_SECONDS, MAX_NAME_CHARS, MIN_INTERVAL_SECONDS, Opening, circle, zone,
};

/// Validates a task to be added, or the new version of `task`.
///
/// # Errors
/// What is invalid; also from the store.
pub fn check(
    store: &StoreReader,
    draft: &TaskDraft,
    task: Option<TaskId>,
) -> Result<(), EngineError> {
    let wrong = |id: &str| Err(EngineError(Message::new(id)));
    if draft.name.chars().count() > MAX_NAME_CHARS {
        return wrong("engine-task-name");
    }
    match &draft.cover {
        SiteSelection::Sites(sites) if sites.is_empty() => return wrong("engine-task-no-site"),
        SiteSelection::Sites(sites) => {
            for site in sites {
                if store.site(*site)?.is_none() {
                    return Err(EngineError::no_such_site(*site));
                }
            }
        }
        SiteSelection::Tag(tag) => check_tag(tag)?,
    }
    Opening::of(&draft.terms)?;
    match &draft.timing {
        Timing::Once { .. } => Ok(()),
        Timing::Cron {
            expression,
            timezone,
        } => {
            Cron::parse(expression)?;
            match zone(timezone) {
                Some(_) => Ok(()),
                None => Err(EngineError(
                    Message::new("schedule-zone-unknown").with("text", timezone.as_str()),
                )),
            }
        }
        Timing::Interval {
            seconds,
            jitter_seconds,
        } => {
            let usual = (MIN_INTERVAL_SECONDS..=MAX_INTERVAL_SECONDS).contains(seconds);
            match usual && *jitter_seconds <= seconds / 2 {
                true => Ok(()),
                false => wrong("engine-task-interval"),
            }
        }
        Timing::Adaptive(bounds)
            if bounds.min_seconds < MIN_INTERVAL_SECONDS
                || bounds.min_seconds > bounds.max_seconds =>
        {
            wrong("engine-task-bounds")
        }
        Timing::Adaptive(_) => Ok(()),
        Timing::After { task: after, .. } => check_after(store, task, *after),
    }
}

/// Refuses a recurring task that is there already. Several turns of one time may be queued on
/// purpose.
pub(super) fn check_repeated(tasks: &[Task], draft: &TaskDraft) -> Result<(), EngineError> {
    let once = matches!(draft.timing, Timing::Once { .. });
    match tasks.iter().find(|task| draft.repeats(task)) {
        Some(task) if !once => Err(EngineError(
            Message::new("engine-task-repeated")
                .with("title", task.title.as_str())
                .with("task", task.id.0),
        )),
        _ => Ok(()),
    }
}

fn check_after(
    store: &StoreReader,
    task: Option<TaskId>,
    after: TaskId,
) -> Result<(), EngineError> {
    let tasks = store.tasks()?;
    find(&tasks, after)?;
    let before = |id: TaskId| {
        let task = tasks.iter().find(|task| task.id == id)?;
        match task.timing {
            Timing::After { task, .. } => Some(task),
            _ => None,
        }
    };
    match task.and_then(|task| circle(task, after, before)) {
        None => Ok(()),
        Some(circle) => {
            let titles: Vec<String> = circle
                .iter()
                .filter_map(|id| tasks.iter().find(|task| task.id == *id))
                .map(|task| format!("{} ({})", task.title, task.id))
                .collect();
            Err(EngineError(
                Message::new("engine-task-circle").with("tasks", titles.join(" ← ")),
            ))
        }
    }
}

pub(in crate::controller) fn check_tag(tag: &str) -> Result<(), EngineError> {
    let length = tag.chars().count();
    match tag.trim() == tag && (1..=MAX_NAME_CHARS).contains(&length) {
        true => Ok(()),
        false => Err(EngineError(
            Message::new("engine-task-tag").with("tag", tag),
        )),
    }
}
