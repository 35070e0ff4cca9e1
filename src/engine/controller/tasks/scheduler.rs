//! The scheduler: sleeps until the next task is due, records the turns taken, and returns their
//! runs. Turns left by an earlier process continue.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::adaptive_turns;
use crate::context::EngineContext;
use crate::project_permission::{PartKind, task_name};
use crate::protocol::{EngineError, Event};
use bowerbird_io::store::{ClaimedTurn, PartEnd};
use bowerbird_logic::model::{
    MissedPolicy, OverlapPolicy, RunLimits, SchedulerState, SiteId, Task, TaskId, TaskTurn, Timing,
    TurnCause, TurnId, TurnOutcome,
};
use bowerbird_logic::policy::schedule::{BY_HAND, Opening, due};

/// The delay after the project could not be read or written.
const RETRY: SignedDuration = SignedDuration::from_secs(60);

/// A run requested by a task.
#[derive(Clone, Debug)]
pub(in crate::controller) struct TaskRun {
    pub(in crate::controller) turn: TurnId,
    pub(in crate::controller) site: SiteId,
    pub(in crate::controller) priority: u8,
    /// Whether its task runs once.
    pub(in crate::controller) one_shot: bool,
    pub(in crate::controller) overlap: OverlapPolicy,
    pub(in crate::controller) limits: RunLimits,
    /// Whether it continues a run of an earlier process, or was started manually.
    pub(in crate::controller) wanted: bool,
}

/// When the next task is due.
#[derive(Default)]
pub(in crate::controller) struct Turns {
    on: bool,
    next_at: Option<Timestamp>,
    /// The latest clock time seen since the tasks were read.
    seen: Option<Timestamp>,
    /// The last state reported to other processes.
    told: Option<SchedulerState>,
    /// Whether turns of an earlier process were resumed.
    taken_up: bool,
}

impl Turns {
    /// Turns the scheduler on or off. Returns the runs left by an earlier process.
    pub(in crate::controller) fn switch(
        &mut self,
        context: &EngineContext,
        on: bool,
    ) -> Result<Vec<TaskRun>, EngineError> {
        self.on = on;
        self.plan(context)?;
        if !on || std::mem::replace(&mut self.taken_up, true) {
            return Ok(Vec::new());
        }
        left_over(context, context.now())
    }

    /// Whether the scheduler is on.
    pub(in crate::controller) fn is_on(&self) -> bool {
        self.on
    }

    /// Determines from the tasks when the next one is due.
    pub(in crate::controller) fn plan(
        &mut self,
        context: &EngineContext,
    ) -> Result<(), EngineError> {
        if self.on {
            self.seen = self.seen.max(Some(context.now()));
            let mut tasks = allowed_tasks(context)?;
            adaptive_turns::bring_back(context, &mut tasks)?;
            self.next_at = next_of(&tasks);
        }
        Ok(())
    }

    /// Publishes the scheduler's state to other processes, if it changed.
    pub(in crate::controller) fn show(
        &mut self,
        context: &EngineContext,
        running: usize,
        waiting: usize,
    ) {
        if self.told.is_none() && !self.on {
            return;
        }
        let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        let same_on = self.told.as_ref().filter(|told| told.on == self.on);
        let state = SchedulerState {
            on: self.on,
            process: std::process::id(),
            since: same_on.map_or_else(|| context.now(), |told| told.since),
            next_at: self.next_at.filter(|_| self.on),
            running: count(running),
            waiting: count(waiting),
        };
        if self.told.as_ref() == Some(&state) {
            return;
        }
        match context.store.set_scheduler(&state) {
            Ok(()) => self.told = Some(state),
            Err(error) => tracing::warn!(%error, "the scheduler's state is not told"),
        }
    }

    /// Waits until a task is due, or the clock was set; forever when none is.
    pub(in crate::controller) async fn wait(&self, context: &EngineContext) {
        match self.next_at.filter(|_| self.on) {
            None => std::future::pending().await,
            // Set back while nothing waited: the clock reports that only to waiters.
            Some(_) if self.seen.is_some_and(|seen| context.now() < seen) => {}
            Some(at) => context.options.clock.until(at).await,
        }
    }

    /// Retries after a while: the project could not be written.
    pub(in crate::controller) fn postpone(&mut self, context: &EngineContext) {
        self.next_at = context.now().checked_add(RETRY).ok();
    }

    /// Takes the due turns, stores the next ones, and returns what to run.
    pub(in crate::controller) fn take(
        &mut self,
        context: &EngineContext,
    ) -> Result<Vec<TaskRun>, EngineError> {
        let now = context.now();
        self.seen = Some(now);
        let tasks = allowed_tasks(context)?;
        let by_id = by_id(&tasks);
        let mut taken = Vec::new();
        for due in due(&tasks, now) {
            let Some(task) = by_id.get(&due.task) else {
                continue;
            };
            let next_at = match &task.timing {
                // Until its run reports its findings.
                Timing::Adaptive(bounds) if due.runs > 0 => {
                    let next = adaptive_turns::next_turn(context, &task.sites, *bounds, now)?;
                    adaptive_turns::open_from(&task.terms, next)
                }
                _ => due.next_at,
            };
            taken.push(ClaimedTurn {
                task: (*task).clone(),
                cause: due.cause,
                due_at: due.due_at,
                runs: due.runs,
                missed: due.missed,
                next_at,
            });
        }
        let any = !taken.is_empty();
        let begun = context.store.take_turns(taken, now)?;
        if any {
            context.publish(Event::TasksChanged);
        }
        self.plan(context)?;
        let turns = begun
            .into_iter()
            .filter_map(|(turn, task)| Some((turn, *by_id.get(&task)?)));
        Ok(turns
            .flat_map(|(turn, task)| runs_of(turn, task, now, false))
            .collect())
    }
}

/// The sites of single-site tasks: a person who runs such a task manually wants that site, even if
/// it is paused.
pub(in crate::controller) fn sole_sites(
    context: &EngineContext,
    wanted: &[TaskId],
) -> Result<Vec<SiteId>, EngineError> {
    let tasks = context.store.tasks()?;
    let mut sites = Vec::new();
    for id in wanted {
        if let [site] = super::task_commands::find(&tasks, *id)?.sites.as_slice() {
            sites.push(*site);
        }
    }
    Ok(sites)
}

/// Records turns that a person starts at once, and returns what to run.
pub(in crate::controller) fn by_hand(
    context: &Arc<EngineContext>,
    wanted: &[TaskId],
) -> Result<Vec<TaskRun>, EngineError> {
    let now = context.now();
    let tasks = context.store.tasks()?;
    let mut taken = Vec::new();
    for id in wanted {
        let task = super::task_commands::find(&tasks, *id)?;
        context
            .gate
            .unless_refused(PartKind::Task, &task_name(task))?;
        taken.push(ClaimedTurn {
            task: task.clone(),
            cause: TurnCause::ByHand,
            due_at: now,
            runs: 1,
            missed: None,
            next_at: task.next_at,
        });
    }
    let by_id = by_id(&tasks);
    let begun = context.store.take_turns(taken, now)?;
    context.publish(Event::TasksChanged);
    let turns = begun
        .into_iter()
        .filter_map(|(turn, task)| Some((turn, *by_id.get(&task)?)));
    Ok(turns
        .flat_map(|(turn, task)| runs_of(turn, task, now, true))
        .collect())
}

/// Records the ends of parts of turns. Tasks that follow a finished one become due.
pub(in crate::controller) fn settle(
    context: &EngineContext,
    ends: Vec<PartEnd>,
) -> Result<bool, EngineError> {
    let now = context.now();
    let over = context.store.end_parts(ends, now)?;
    context.publish(Event::TasksChanged);
    follow(context, &over, now)
}

/// Makes tasks due that follow one that has just run. Returns whether there are any.
fn follow(context: &EngineContext, over: &[TaskTurn], now: Timestamp) -> Result<bool, EngineError> {
    let ran = |turn: &&TaskTurn| {
        use TurnOutcome::{Done, Failed, Partly};
        matches!(turn.outcome, Done | Partly | Failed)
    };
    let ran: Vec<&TaskTurn> = over.iter().filter(ran).collect();
    if ran.is_empty() {
        return Ok(false);
    }
    let mut any = false;
    for task in context.store.tasks()? {
        let Timing::After {
            task: after,
            only_done,
        } = task.timing
        else {
            continue;
        };
        let called = ran.iter().any(|turn| {
            turn.task == Some(after) && (!only_done || turn.outcome == TurnOutcome::Done)
        });
        if called && !task.paused {
            let next_at = adaptive_turns::open_from(&task.terms, now);
            context.store.set_task_next(task.id, next_at)?;
            any = true;
        }
    }
    Ok(any)
}

/// The turns that an earlier process left unfinished: running ones continue, and waiting ones
/// start, unless that is too late by the terms of their task.
fn left_over(context: &EngineContext, now: Timestamp) -> Result<Vec<TaskRun>, EngineError> {
    context.store.settle_turns(now)?;
    let parts = context.store.open_parts()?;
    if parts.is_empty() {
        return Ok(Vec::new());
    }
    let tasks = allowed_tasks(context)?;
    let by_id = by_id(&tasks);
    let (mut turns, mut ends) = (Vec::new(), Vec::new());
    for part in parts {
        let turn = context.store.turn(part.turn)?;
        let task = turn.as_ref().and_then(|turn| by_id.get(&turn.task?));
        let waits = part.outcome == TurnOutcome::Waiting;
        let run = match (&turn, task) {
            (Some(turn), Some(task)) if !(waits && is_too_late(task, turn, now)) => {
                Some(run_of(turn.id, task, part.site, now, true))
            }
            _ => None,
        };
        match run {
            Some(run) => turns.push(run),
            None => ends.push(PartEnd {
                turn: part.turn,
                site: part.site,
                outcome: TurnOutcome::Missed,
                run: None,
                pages: 0,
                records_new: 0,
            }),
        }
    }
    context.store.end_parts(ends, now)?;
    context.publish(Event::TasksChanged);
    Ok(turns)
}

fn is_too_late(task: &Task, turn: &TaskTurn, now: Timestamp) -> bool {
    let late = now.duration_since(turn.due_at).as_secs();
    let grace = i64::try_from(task.terms.grace_seconds).unwrap_or(i64::MAX);
    task.terms.missed == MissedPolicy::Skip && late > grace
}

fn runs_of(turn: TurnId, task: &Task, now: Timestamp, by_hand: bool) -> Vec<TaskRun> {
    let each = task
        .sites
        .iter()
        .map(|site| run_of(turn, task, *site, now, by_hand));
    each.map(|run| TaskRun {
        priority: if by_hand { BY_HAND } else { run.priority },
        ..run
    })
    .collect()
}

/// The run of a site in a turn. It ends when its window closes, and continues another time.
fn run_of(turn: TurnId, task: &Task, site: SiteId, now: Timestamp, wanted: bool) -> TaskRun {
    let mut limits = task.terms.limits.clone();
    if let Ok(Some(opening)) = Opening::of(&task.terms)
        && let Some(closes) = opening.closes(now)
    {
        let left = u64::try_from(closes.duration_since(now).as_secs()).unwrap_or(0);
        limits = limits.and(&RunLimits {
            seconds: Some(left.max(1)),
            ..RunLimits::default()
        });
    }
    let overlap = match task.terms.missed {
        // Turns that are caught up are queued one after the other.
        MissedPolicy::RunAll if task.terms.overlap == OverlapPolicy::Skip => OverlapPolicy::Queue,
        _ => task.terms.overlap,
    };
    TaskRun {
        turn,
        site,
        priority: task.priority,
        one_shot: matches!(task.timing, Timing::Once { .. }),
        overlap,
        limits,
        wanted,
    }
}

/// The tasks, without refused ones.
fn allowed_tasks(context: &EngineContext) -> Result<Vec<Task>, EngineError> {
    let mut tasks = context.store.tasks()?;
    tasks.retain(|task| !context.gate.is_task_refused(task));
    Ok(tasks)
}

fn by_id(tasks: &[Task]) -> std::collections::HashMap<TaskId, &Task> {
    tasks.iter().map(|task| (task.id, task)).collect()
}

fn next_of(tasks: &[Task]) -> Option<Timestamp> {
    let waiting = tasks.iter().filter(|task| !task.paused);
    waiting.filter_map(|task| task.next_at).min()
}
