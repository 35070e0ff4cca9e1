//! The scheduler: sleeps until the next task is due, notes the turns that are taken, and says which
//! runs they make. What a process that ended left of its turns is taken up again.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::visits;
use crate::context::EngineContext;
use crate::permission::{PartKind, task_name};
use crate::protocol::{EngineError, Event};
use bowerbird_io::store::{ClaimedTurn, PartEnd};
use bowerbird_logic::model::{
    MissedPolicy, OverlapPolicy, RunLimits, SchedulerState, SiteId, Task, TaskId, TaskTurn, Timing,
    TurnCause, TurnId, TurnOutcome,
};
use bowerbird_logic::schedule::{BY_HAND, Opening, due};

/// Pause after the project could not be read or written.
const RETRY: SignedDuration = SignedDuration::from_secs(60);

/// A run that a task asks for.
#[derive(Clone, Debug)]
pub(in crate::controller) struct TaskRun {
    pub(in crate::controller) turn: TurnId,
    pub(in crate::controller) site: SiteId,
    pub(in crate::controller) priority: u8,
    /// Whether its task runs once.
    pub(in crate::controller) one_shot: bool,
    pub(in crate::controller) overlap: OverlapPolicy,
    pub(in crate::controller) limits: RunLimits,
    /// Whether it goes on with what an earlier process began, or a person wants it.
    pub(in crate::controller) wanted: bool,
}

/// When the next task is due.
#[derive(Default)]
pub(in crate::controller) struct Turns {
    on: bool,
    next_at: Option<Timestamp>,
    /// The latest time that the clock showed since the tasks were looked through.
    seen: Option<Timestamp>,
    /// What was reported to other processes last.
    told: Option<SchedulerState>,
    /// Whether what an earlier process left was taken up.
    taken_up: bool,
}

impl Turns {
    /// Turns the scheduler on or off. Returns the runs that an earlier process has left.
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

    /// Reads off the tasks when the next one is due.
    pub(in crate::controller) fn plan(
        &mut self,
        context: &EngineContext,
    ) -> Result<(), EngineError> {
        if self.on {
            self.seen = self.seen.max(Some(context.now()));
            let mut tasks = allowed_tasks(context)?;
            visits::bring_back(context, &mut tasks)?;
            self.next_at = next_of(&tasks);
        }
        Ok(())
    }

    /// Tells other processes how it stands, when that has changed.
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

    /// Waits until a task is due, or the clock was set; for ever when none is.
    pub(in crate::controller) async fn wait(&self, context: &EngineContext) {
        match self.next_at.filter(|_| self.on) {
            None => std::future::pending().await,
            // Set back while nobody waited: the clock reports that only to waiters.
            Some(_) if self.seen.is_some_and(|seen| context.now() < seen) => {}
            Some(at) => context.options.clock.until(at).await,
        }
    }

    /// Looks again after a while: the project could not be written just now.
    pub(in crate::controller) fn postpone(&mut self, context: &EngineContext) {
        self.next_at = context.now().checked_add(RETRY).ok();
    }

    /// Takes the turns that are due, notes the next ones, and says what to run.
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
                // Until its run has reported more.
                Timing::Adaptive(bounds) if due.runs > 0 => {
                    let next = visits::next_turn(context, &task.sites, *bounds, now)?;
                    visits::open_from(&task.terms, next)
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

/// The sites of those of the tasks that are about one site alone: who runs such a task now wants that
/// site, even where it is paused.
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

/// Notes turns that a person wants at once, and says what to run.
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

/// Notes how parts of turns ended. Tasks that follow one that is over by that are due.
pub(in crate::controller) fn settle(
    context: &EngineContext,
    ends: Vec<PartEnd>,
) -> Result<bool, EngineError> {
    let now = context.now();
    let over = context.store.end_parts(ends, now)?;
    context.publish(Event::TasksChanged);
    follow(context, &over, now)
}

/// Tasks that follow one that has just run are due. Whether any is.
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
            let next_at = visits::open_from(&task.terms, now);
            context.store.set_task_next(task.id, next_at)?;
            any = true;
        }
    }
    Ok(any)
}

/// The turns that an earlier process had not brought to their end: what ran goes on, and what
/// waited begins, unless that is too late by the terms of its task.
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

/// The run of a site in a turn. It ends, to go on another time, when its window closes.
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
        // Turns that are made up for stand in line one after the other.
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

/// The tasks, without those that were refused.
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
