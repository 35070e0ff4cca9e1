//! The scheduler: sleeps until the next task is due, then says which sites to run.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use super::{EngineError, Event, visits};
use crate::engine::ground::Ground;
use crate::logic::messages::Message;
use crate::logic::model::{OverlapPolicy, SiteId, TaskDraft, Timing};
use crate::logic::schedule::{Cron, due, next_turn};

/// The longest sleep: the clock may be set, or the machine may have slept meanwhile.
const LONGEST_SLEEP: Duration = Duration::from_secs(600);

/// Shorter intervals are a siege.
const SHORTEST_SECONDS: u64 = 60;

/// Pause after the project could not be read or written.
const RETRY: jiff::SignedDuration = jiff::SignedDuration::from_secs(60);

/// A run that a task asks for.
pub(super) struct Turn {
    pub(super) site: SiteId,
    pub(super) priority: u8,
    pub(super) overlap: OverlapPolicy,
}

/// When the next task is due.
#[derive(Default)]
pub(super) struct Turns {
    on: bool,
    next_at: Option<Timestamp>,
}

impl Turns {
    /// Turns the scheduler on or off.
    pub(super) fn switch(&mut self, ground: &Ground, on: bool) -> Result<(), EngineError> {
        self.on = on;
        self.plan(ground)
    }

    /// Reads off the tasks when the next one is due.
    pub(super) fn plan(&mut self, ground: &Ground) -> Result<(), EngineError> {
        if self.on {
            let mut tasks = ground.store.tasks()?;
            visits::bring_back(ground, &mut tasks)?;
            self.next_at = tasks
                .iter()
                .filter(|task| !task.paused)
                .filter_map(|task| task.next_at)
                .min();
        }
        Ok(())
    }

    /// Waits until a task is due; for ever when none is.
    pub(super) async fn wait(&self) {
        match self.next_at.filter(|_| self.on) {
            None => std::future::pending().await,
            Some(at) => {
                let left = at.duration_since(Timestamp::now());
                let left = Duration::try_from(left).unwrap_or_default();
                tokio::time::sleep(left.min(LONGEST_SLEEP)).await;
            }
        }
    }

    /// Looks again after a while: the project could not be written just now.
    pub(super) fn postpone(&mut self) {
        self.next_at = Timestamp::now().checked_add(RETRY).ok();
    }

    /// Takes the turns that are due, notes the next ones, and says which sites to run.
    pub(super) fn take(&mut self, ground: &Ground) -> Result<Vec<Turn>, EngineError> {
        let now = Timestamp::now();
        let tasks = ground.store.tasks()?;
        let mut turns = Vec::new();
        for due in due(&tasks, now) {
            let Some(task) = tasks.iter().find(|task| task.id == due.task) else {
                continue;
            };
            let next_at = match &task.timing {
                // Until its run has told more.
                Timing::Adaptive(bounds) => {
                    Some(visits::next_turn(ground, task.site, *bounds, now)?)
                }
                _ => due.next_at,
            };
            let last_at = if due.run { Some(now) } else { task.last_at };
            let missed_turns = task.missed_turns + due.missed_turns;
            ground
                .store
                .set_task_turn(task.id, last_at, next_at, missed_turns)?;
            let enabled = ground
                .store
                .site(task.site)?
                .is_some_and(|site| site.enabled);
            if due.run && enabled {
                turns.push(Turn {
                    site: task.site,
                    priority: task.priority,
                    overlap: task.overlap,
                });
            }
            ground.tell(Event::TasksChanged);
        }
        self.plan(ground)?;
        Ok(turns)
    }
}

/// Adds a task.
pub(super) fn add(ground: &Arc<Ground>, draft: &TaskDraft) -> Result<(), EngineError> {
    super::sites::find(ground, draft.site)?;
    if let Timing::Cron { expression, .. } = &draft.timing {
        Cron::parse(expression)?;
    }
    if let Timing::Adaptive(bounds) = &draft.timing
        && (bounds.min_seconds < SHORTEST_SECONDS || bounds.min_seconds > bounds.max_seconds)
    {
        return Err(EngineError(Message::new("engine-task-bounds")));
    }
    let now = Timestamp::now();
    let next_at = first_turn(ground, draft, now)?;
    if next_at.is_none() {
        return Err(EngineError(Message::new("engine-task-never")));
    }
    ground.store.add_task(draft, next_at)?;
    ground.tell(Event::TasksChanged);
    Ok(())
}

/// The first turn of a new task.
pub(super) fn first_turn(
    ground: &Ground,
    draft: &TaskDraft,
    now: Timestamp,
) -> Result<Option<Timestamp>, EngineError> {
    Ok(match &draft.timing {
        // "Now" is a moment ago when the command arrives; it still is to run.
        Timing::Once { at } if *at <= now => Some(*at),
        Timing::Adaptive(bounds) => Some(visits::first_turn(ground, draft.site, *bounds, now)?),
        timing => next_turn(timing, now),
    })
}
