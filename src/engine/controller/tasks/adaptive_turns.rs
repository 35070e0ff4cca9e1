//! The next turns of adaptive tasks. Input: the visit statistics of a site's lists, and the
//! clock. Output: the next turn, and the site's rate of new items a day, for the views.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use crate::context::EngineContext;
use crate::protocol::{EngineError, Event};
use bowerbird_logic::model::{Bounds, SiteId, Task, TaskId, Terms, Timing};
use bowerbird_logic::policy::schedule::{
    ListVisitStatistics, News, Opening, brought_back, next_turn as turn_after,
};

/// A next turn that exceeds the longest interval by this much was set by a wrong clock.
const SLACK: SignedDuration = SignedDuration::from_secs(60);

/// The combined statistics of the lists of sites; one visit reads them all.
pub(in crate::controller) fn news(
    context: &EngineContext,
    sites: &[SiteId],
) -> Result<News, EngineError> {
    let mut pulses: Vec<ListVisitStatistics> = Vec::new();
    for site in sites {
        let known = context.store.pulses(*site)?.into_iter();
        pulses.extend(known.map(|(_, pulse)| pulse));
    }
    Ok(News::of(&pulses))
}

/// The first turn of an adaptive task: at once for a site that was never visited.
pub(in crate::controller) fn first_turn(
    context: &EngineContext,
    sites: &[SiteId],
    bounds: Bounds,
    now: Timestamp,
) -> Result<Timestamp, EngineError> {
    let news = news(context, sites)?;
    let mut last = news.last_at();
    if last.is_none() {
        for site in sites {
            last = last.max(context.store.last_asked(*site)?);
        }
    }
    // A visit in the future was recorded with a wrong clock.
    let next = last.map(|last| news.next_visit(last.min(now), bounds));
    Ok(next.map_or(now, |next| next.max(now)))
}

/// The turn after one at `now`.
pub(in crate::controller) fn next_turn(
    context: &EngineContext,
    sites: &[SiteId],
    bounds: Bounds,
    now: Timestamp,
) -> Result<Timestamp, EngineError> {
    Ok(news(context, sites)?.next_visit(now, bounds))
}

/// Applies the findings of a site's run: its adaptive tasks are rescheduled.
pub(in crate::controller) fn note_visit(
    context: &EngineContext,
    site: SiteId,
) -> Result<(), EngineError> {
    let news = news(context, &[site])?;
    context.store.set_site_news(site, news.per_day())?;
    // A run that read no list (of single pages, of failed ones) does not postpone a visit.
    let began = context.store.last_asked(site)?;
    if news.last_at().is_none() || news.last_at() < began {
        return Ok(());
    }
    let now = context.now();
    let mut changed = false;
    for task in context.store.tasks()? {
        if let (true, Timing::Adaptive(bounds)) = (task.runs(site), &task.timing) {
            let next = next_turn(context, &task.sites, *bounds, now)?;
            let next = open_from(&task.terms, next);
            context.store.set_task_next(task.id, next)?;
            changed = true;
        }
    }
    if changed {
        context.publish(Event::TasksChanged);
    }
    Ok(())
}

/// `at`, or the first moment after it at which these terms allow a task to run.
pub(in crate::controller) fn open_from(terms: &Terms, at: Timestamp) -> Option<Timestamp> {
    match Opening::of(terms) {
        Ok(Some(opening)) => opening.next_open(at),
        // An unreadable text was rejected when the task was created.
        Ok(None) | Err(_) => Some(at),
    }
}

/// The latest turn that a correct clock gives a task with these bounds.
fn latest(bounds: Bounds, now: Timestamp) -> Timestamp {
    let longest = i64::try_from(bounds.max_seconds).unwrap_or(i64::MAX);
    now.checked_add(SignedDuration::from_secs(longest).saturating_add(SLACK))
        .unwrap_or(Timestamp::MAX)
}

/// Corrects turns set by a clock far ahead, and skips those already taken: a clock that was set
/// back shows hours twice, and their turns do not run again.
pub(in crate::controller) fn bring_back(
    context: &EngineContext,
    tasks: &mut [Task],
) -> Result<(), EngineError> {
    let now = context.now();
    let taken: HashSet<(TaskId, Timestamp)> = context.store.turns_ahead(now)?.into_iter().collect();
    for task in tasks.iter_mut() {
        let Some(next_at) = task.next_at else {
            continue;
        };
        let right = match &task.timing {
            Timing::Adaptive(bounds)
                if open_from(&task.terms, latest(*bounds, now)).is_some_and(|l| next_at > l) =>
            {
                open_from(&task.terms, next_turn(context, &task.sites, *bounds, now)?)
            }
            timing => {
                let earlier = brought_back(task.id, timing, &task.terms, next_at, now);
                first_untaken(task, earlier.unwrap_or(next_at), &taken)
            }
        };
        if right.is_some() && right != task.next_at {
            task.next_at = right;
            context.store.set_task_next(task.id, right)?;
        }
    }
    Ok(())
}

/// The first turn from `next` on that was not taken.
fn first_untaken(
    task: &Task,
    next: Timestamp,
    taken: &HashSet<(TaskId, Timestamp)>,
) -> Option<Timestamp> {
    let mut turn = Some(next);
    for _ in 0..=taken.len() {
        turn = match turn.filter(|turn| taken.contains(&(task.id, *turn))) {
            Some(turn) => turn_after(task.id, &task.timing, &task.terms, turn),
            None => break,
        };
    }
    turn
}
