//! The queue of events for a front end. Bounded by merging: figures of a run replace older ones,
//! "query again" is queued once; everything else answers a user's command.

use std::collections::VecDeque;
use std::mem::discriminant;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::Event;

/// The queue; any thread may push and take.
pub(crate) struct EventQueue {
    state: Mutex<State>,
    ready: Condvar,
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct State {
    events: VecDeque<Event>,
    closed: bool,
    /// Whether a waiting reader should return without an event.
    nudged: bool,
}

impl EventQueue {
    /// An empty queue; `wake` is called after every push.
    pub(crate) fn new(wake: Box<dyn Fn() + Send + Sync>) -> Self {
        Self {
            state: Mutex::default(),
            ready: Condvar::new(),
            wake,
        }
    }

    /// Adds an event, or updates an equivalent one.
    pub(crate) fn push(&self, event: Event) {
        {
            let mut state = self.lock();
            if state.closed {
                return;
            }
            match state
                .events
                .iter_mut()
                .find(|known| is_superseded(known, &event))
            {
                Some(known) => *known = event,
                None => state.events.push_back(event),
            }
        }
        self.ready.notify_one();
        (self.wake)();
    }

    /// The next event; never blocks.
    pub(crate) fn try_pop(&self) -> Option<Event> {
        self.lock().events.pop_front()
    }

    /// Makes the current or next waiting reader return without an event.
    pub(crate) fn nudge(&self) {
        self.lock().nudged = true;
        self.ready.notify_all();
    }

    /// The next event; `None` when the queue is closed and empty, `deadline` has passed, or after a
    /// nudge.
    pub(crate) fn pop(&self, deadline: Option<Instant>) -> Option<Event> {
        let mut state = self.lock();
        loop {
            if let Some(event) = state.events.pop_front() {
                return Some(event);
            }
            if state.closed || std::mem::take(&mut state.nudged) {
                return None;
            }
            state = match deadline {
                None => self
                    .ready
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left == Duration::ZERO {
                        return None;
                    }
                    self.ready
                        .wait_timeout(state, left)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
            };
        }
    }

    /// Whether no more events follow and all have been taken.
    pub(crate) fn is_closed(&self) -> bool {
        let state = self.lock();
        state.closed && state.events.is_empty()
    }

    /// Closes the queue; waiting readers return.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.ready.notify_all();
        (self.wake)();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the newer event makes the older one redundant.
fn is_superseded(older: &Event, newer: &Event) -> bool {
    match (older, newer) {
        // The whole state each time.
        (Event::SentPages(_), Event::SentPages(_)) => true,
        (Event::RunProgress { run: older, .. }, Event::RunProgress { run: newer, .. }) => {
            older == newer
        }
        (
            Event::Rerun {
                site: older,
                ended: false,
                ..
            },
            Event::Rerun { site: newer, .. },
        ) => older == newer,
        (
            Event::SitesChanged | Event::RecordsChanged | Event::PoolsChanged | Event::TasksChanged,
            _,
        ) => discriminant(older) == discriminant(newer),
        (Event::SiteActionsChanged { site: older }, Event::SiteActionsChanged { site: newer }) => {
            older == newer
        }
        // A repeated failure is reported once.
        (Event::CommandFailed { message: older }, Event::CommandFailed { message: newer }) => {
            older == newer
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_logic::model::{RunId, RunProgress, SiteId};

    fn progress(run: i64, pages_ok: u64) -> Event {
        Event::RunProgress {
            run: RunId(run),
            site: SiteId(1),
            progress: RunProgress {
                pages_ok,
                ..RunProgress::default()
            },
        }
    }

    #[test]
    fn news_replace_what_they_make_needless() {
        let queue = EventQueue::new(Box::new(|| {}));
        for event in [
            Event::SitesChanged,
            progress(1, 1),
            progress(2, 1),
            Event::RunsEnded,
            progress(1, 9),
            Event::SitesChanged,
            Event::RunsEnded,
        ] {
            queue.push(event);
        }
        let mut left = Vec::new();
        while let Some(event) = queue.try_pop() {
            left.push(match event {
                Event::SitesChanged => "sites".to_owned(),
                Event::RunsEnded => "ended".to_owned(),
                Event::RunProgress { run, progress, .. } => format!("{run}:{}", progress.pages_ok),
                other => panic!("{other:?}"),
            });
        }
        assert_eq!(left, ["sites", "1:9", "2:1", "ended", "ended"]);
    }

    #[test]
    fn a_closed_queue_gives_out_what_it_holds_and_then_nothing() {
        let queue = EventQueue::new(Box::new(|| {}));
        queue.push(Event::RunsEnded);
        queue.nudge();
        assert!(queue.pop(None).is_some(), "events first");
        assert!(queue.pop(None).is_none(), "nudged");
        queue.push(Event::RunsEnded);
        queue.close();
        queue.push(Event::RunsEnded);
        assert!(queue.pop(None).is_some());
        assert!(queue.pop(None).is_none());
    }
}
