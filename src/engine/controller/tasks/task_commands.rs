//! Commands about tasks and the scheduler: validates and stores them, and computes each task's
//! first turn.

use std::sync::Arc;

use jiff::Timestamp;

use super::task_check::{check, check_repeated, check_tag};
use super::{adaptive_turns, scheduler};
use crate::context::EngineContext;
use crate::controller::alert_delivery::Reach;
use crate::controller::main_loop::MainLoop;
use crate::project_permission::at_rest;
use crate::protocol::{EngineError, Event, TaskCommand, TaskControl};
use bowerbird_logic::messages::{Explain, Message};
use bowerbird_logic::model::{SiteSelection, Task, TaskDraft, TaskId, Timing};
use bowerbird_logic::policy::schedule::next_turn;

impl MainLoop {
    /// Executes commands about tasks and the scheduler.
    pub(in crate::controller) fn task_command(
        &mut self,
        command: TaskCommand,
    ) -> Result<(), EngineError> {
        let context = &Arc::clone(&self.context);
        match command {
            TaskCommand::Add { draft } => {
                add(context, &draft)?;
                self.turns.plan(context)
            }
            TaskCommand::Remove { task } => {
                context.store.remove_task(task)?;
                context.publish(Event::TasksChanged);
                self.turns.plan(context)
            }
            TaskCommand::Pause { task, paused } => {
                pause(context, &[task], paused)?;
                self.turns.plan(context)
            }
            TaskCommand::Order(order) => {
                let wanted = handle_order(context, order)?;
                if !wanted.is_empty() {
                    self.release(&scheduler::sole_sites(context, &wanted)?)?;
                    let turns = scheduler::by_hand(context, &wanted)?;
                    self.runs.take_turns(&turns);
                }
                self.turns.plan(context)
            }
            TaskCommand::Schedule { on: true } if context.gate.is_at_rest() => {
                Err(at_rest(&context.store))
            }
            TaskCommand::Schedule { on } => {
                self.watch.switch(on || self.context.options.watch);
                self.plan_steps();
                let left = self.turns.switch(context, on)?;
                self.runs.take_turns(&left);
                if on {
                    self.judge(Reach::All);
                }
                Ok(())
            }
        }
    }
}

impl MainLoop {
    /// Starts the tasks that conditions ask to run. A process that ends with its runs leaves them to
    /// the next one that stays.
    pub(in crate::controller) fn run_tasks_of_conditions(&mut self) -> Result<(), EngineError> {
        let context = &Arc::clone(&self.context);
        let stays = context.options.windowed || self.turns.is_on();
        if !stays || context.store.is_read_only() {
            return Ok(());
        }
        let wanted = context.store.tasks_of_matches()?;
        if wanted.is_empty() {
            return Ok(());
        }
        let known = known(context)?;
        let mut tasks: Vec<TaskId> = Vec::new();
        for (condition, id, site) in wanted {
            let refusal = match known.iter().find(|task| task.id == id) {
                None => Some(Message::new("condition-task-gone").with("number", condition)),
                // A run that makes itself run would not end.
                Some(task) if task.sites.contains(&site) => {
                    Some(Message::new("condition-own-task"))
                }
                Some(_) => None,
            };
            match refusal {
                Some(message) => {
                    context.store.settle_task_of_matches(id)?;
                    context.publish(Event::CommandFailed { message });
                }
                None if !tasks.contains(&id) => tasks.push(id),
                None => {}
            }
        }
        if tasks.is_empty() {
            return Ok(());
        }
        let turns = scheduler::by_hand(context, &tasks)?;
        self.runs.take_turns(&turns);
        for task in tasks {
            context.store.settle_task_of_matches(task)?;
        }
        self.turns.plan(context)
    }
}

/// Executes a task command; the caller starts what must run now.
fn handle_order(
    context: &Arc<EngineContext>,
    order: TaskControl,
) -> Result<Vec<TaskId>, EngineError> {
    match order {
        // These report it themselves, once.
        TaskControl::Add(draft) => return add(context, &draft).map(|()| Vec::new()),
        TaskControl::Pause { tasks, paused } => {
            return pause(context, &tasks, paused).map(|()| Vec::new());
        }
        TaskControl::RunNow(tasks) => return Ok(tasks),
        TaskControl::Edit { task, draft } => edit(context, task, draft)?,
        TaskControl::Remove(tasks) => {
            for task in tasks {
                context.store.remove_task(task)?;
            }
        }
        TaskControl::Rank { tasks, priority } => {
            for task in known(context)?
                .iter()
                .filter(|task| tasks.contains(&task.id))
            {
                let draft = TaskDraft {
                    priority: priority.min(9),
                    ..task.draft()
                };
                context.store.edit_task(task.id, &draft, task.next_at)?;
            }
        }
        TaskControl::Tag { site, tags } => {
            crate::controller::resolve_user_input::find_site(context, site)?;
            for tag in &tags {
                check_tag(tag)?;
            }
            context.store.set_site_tags(site, &tags, false)?;
        }
    }
    context.publish(Event::TasksChanged);
    Ok(Vec::new())
}

/// Adds a task.
pub(in crate::controller) fn add(
    context: &Arc<EngineContext>,
    draft: &TaskDraft,
) -> Result<(), EngineError> {
    let draft = completed(draft.clone());
    let now = context.now();
    check(&context.store, &draft, None)?;
    check_repeated(&known(context)?, &draft)?;
    let next_at = first_turn(context, TaskId(0), &draft, now)?;
    must_come(&draft, next_at)?;
    context.store.add_task(&draft, next_at)?;
    context.publish(Event::TasksChanged);
    Ok(())
}

fn edit(context: &Arc<EngineContext>, task: TaskId, draft: TaskDraft) -> Result<(), EngineError> {
    let before = find(&known(context)?, task)?.clone();
    let draft = TaskDraft {
        // A task of a rule follows that rule, except for its terms.
        from_rule: before.from_rule && before.timing == draft.timing,
        ..completed(draft)
    };
    check(&context.store, &draft, Some(task))?;
    let same = before.timing == draft.timing && before.terms == draft.terms;
    let next_at = match same {
        true => before.next_at,
        false => {
            let next_at = first_turn(context, task, &draft, context.now())?;
            must_come(&draft, next_at)?;
            next_at
        }
    };
    context.store.edit_task(task, &draft, next_at)?;
    Ok(())
}

/// Pauses or resumes tasks: turns due meanwhile are not caught up, except for a single time.
pub(in crate::controller) fn pause(
    context: &Arc<EngineContext>,
    tasks: &[TaskId],
    paused: bool,
) -> Result<(), EngineError> {
    let now = context.now();
    let all = known(context)?;
    for task in tasks {
        let task = find(&all, *task)?;
        let stale = !paused && task.paused && task.next_at.is_some_and(|next| next <= now);
        let next_at = match &task.timing {
            Timing::Cron { .. } | Timing::Interval { .. } if stale => {
                next_turn(task.id, &task.timing, &task.terms, now)
            }
            _ => task.next_at,
        };
        context.store.set_task_paused(task.id, paused, next_at)?;
    }
    context.publish(Event::TasksChanged);
    Ok(())
}

/// The first turn of a new task.
pub(in crate::controller) fn first_turn(
    context: &EngineContext,
    task: TaskId,
    draft: &TaskDraft,
    now: Timestamp,
) -> Result<Option<Timestamp>, EngineError> {
    Ok(match &draft.timing {
        // "Now" is in the past when the command arrives; it must still run.
        Timing::Once { at } if *at <= now => adaptive_turns::open_from(&draft.terms, *at),
        Timing::Adaptive(bounds) => {
            let sites = match &draft.cover {
                SiteSelection::Sites(sites) => sites.clone(),
                SiteSelection::Tag(tag) => {
                    let tags = context.store.site_tags()?.into_iter();
                    let own = tags.filter(|(known, ..)| known == tag);
                    own.map(|(_, site, _)| site).collect()
                }
            };
            let first = adaptive_turns::first_turn(context, &sites, *bounds, now)?;
            adaptive_turns::open_from(&draft.terms, first)
        }
        timing => next_turn(task, timing, &draft.terms, now),
    })
}

fn must_come(draft: &TaskDraft, next_at: Option<Timestamp>) -> Result<(), EngineError> {
    match (&draft.timing, next_at) {
        (Timing::After { .. }, _) | (_, Some(_)) => Ok(()),
        _ => Err(EngineError(Message::new("engine-task-never"))),
    }
}

/// Windows and holidays without a zone use that of the expression, else the machine's.
fn completed(mut draft: TaskDraft) -> TaskDraft {
    draft.name = draft.name.trim().to_owned();
    let terms = &mut draft.terms;
    let open = terms.windows.trim().is_empty() && terms.holidays.trim().is_empty();
    if !open && terms.timezone.trim().is_empty() {
        terms.timezone = match &draft.timing {
            Timing::Cron { timezone, .. } => timezone.clone(),
            _ => crate::controller::resolve_user_input::system_zone(),
        };
    }
    draft
}

fn known(context: &EngineContext) -> Result<Vec<Task>, EngineError> {
    context
        .store
        .tasks()
        .map_err(|error| EngineError(error.explain()))
}

/// The task of that id.
pub(in crate::controller) fn find(tasks: &[Task], id: TaskId) -> Result<&Task, EngineError> {
    tasks
        .iter()
        .find(|task| task.id == id)
        .ok_or_else(|| EngineError(Message::new("engine-task-unknown").with("task", id.0)))
}
