//! When tasks that adapt come next. Flows in: what the visits of a site's lists have found, and the
//! clock. Flows out: the next turn, and how many new items a day the site brings, for the views.

use jiff::{SignedDuration, Timestamp};

use super::{EngineError, Event};
use crate::engine::ground::Ground;
use crate::logic::model::{Bounds, SiteId, Task, Timing};
use crate::logic::schedule::{News, Pulse, brought_back};

/// A next turn later than the longest interval by this much was set by a clock that was wrong.
const SLACK: SignedDuration = SignedDuration::from_secs(60);

/// What is known of the lists of a site.
pub(super) fn news(ground: &Ground, site: SiteId) -> Result<News, EngineError> {
    let pulses: Vec<Pulse> = ground
        .store
        .pulses(site)?
        .into_iter()
        .map(|(_, pulse)| pulse)
        .collect();
    Ok(News::of(&pulses))
}

/// The first turn of a task that adapts: at once for a site that was never visited.
pub(super) fn first_turn(
    ground: &Ground,
    site: SiteId,
    bounds: Bounds,
    now: Timestamp,
) -> Result<Timestamp, EngineError> {
    let news = news(ground, site)?;
    let last = news.last_at().or(ground.store.last_asked(site)?);
    // A visit in the future was noted by a clock that was wrong.
    let next = last.map(|last| news.next_visit(last.min(now), bounds));
    Ok(next.map_or(now, |next| next.max(now)))
}

/// The turn after one at `now`.
pub(super) fn next_turn(
    ground: &Ground,
    site: SiteId,
    bounds: Bounds,
    now: Timestamp,
) -> Result<Timestamp, EngineError> {
    Ok(news(ground, site)?.next_visit(now, bounds))
}

/// Takes in what the run of a site has found: its tasks that adapt come when it is worth it.
pub(super) fn took_place(ground: &Ground, site: SiteId) -> Result<(), EngineError> {
    let news = news(ground, site)?;
    ground.store.set_site_news(site, news.per_day())?;
    // A run that read no list (of single pages, of failed ones) puts no visit off.
    let began = ground.store.last_asked(site)?;
    if news.last_at().is_none() || news.last_at() < began {
        return Ok(());
    }
    let now = Timestamp::now();
    let mut changed = false;
    for task in ground.store.tasks()? {
        if let (true, Timing::Adaptive(bounds)) = (task.site == site, &task.timing) {
            let next = news.next_visit(now, *bounds);
            ground.store.set_task_next(task.id, Some(next))?;
            changed = true;
        }
    }
    if changed {
        ground.tell(Event::TasksChanged);
    }
    Ok(())
}

/// The latest turn that a right clock gives to a task inside these bounds.
fn latest(bounds: Bounds, now: Timestamp) -> Timestamp {
    let longest = i64::try_from(bounds.max_seconds).unwrap_or(i64::MAX);
    now.checked_add(SignedDuration::from_secs(longest).saturating_add(SLACK))
        .unwrap_or(Timestamp::MAX)
}

/// Brings turns back that a clock set far ahead.
pub(super) fn bring_back(ground: &Ground, tasks: &mut [Task]) -> Result<(), EngineError> {
    let now = Timestamp::now();
    for task in tasks.iter_mut() {
        let Some(next_at) = task.next_at else {
            continue;
        };
        let earlier = match &task.timing {
            Timing::Adaptive(bounds) if next_at > latest(*bounds, now) => {
                Some(next_turn(ground, task.site, *bounds, now)?)
            }
            Timing::Adaptive(_) | Timing::Once { .. } => None,
            timing @ Timing::Cron { .. } => brought_back(timing, next_at, now),
        };
        if earlier.is_some() {
            task.next_at = earlier;
            ground.store.set_task_next(task.id, earlier)?;
        }
    }
    Ok(())
}
