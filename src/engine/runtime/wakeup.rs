//! Wakes a background thread when there is work.

use std::sync::{Condvar, Mutex, PoisonError};

/// Wakes the thread; multiple wake-ups are merged.
#[derive(Default)]
pub(crate) struct Wakeup {
    state: Mutex<Pending>,
    changed: Condvar,
}

#[derive(Default)]
struct Pending {
    work: bool,
    closed: bool,
}

impl Wakeup {
    /// Signals work.
    pub(crate) fn wake(&self) {
        self.set(|wanted| wanted.work = true);
    }

    /// Signals that there will be no more.
    pub(crate) fn close(&self) {
        self.set(|wanted| wanted.closed = true);
    }

    fn set(&self, how: impl FnOnce(&mut Pending)) {
        how(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Waits for work; returns false when it is closed.
    pub(crate) fn wait(&self) -> bool {
        let wanted = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut wanted = self
            .changed
            .wait_while(wanted, |wanted| !wanted.work && !wanted.closed)
            .unwrap_or_else(PoisonError::into_inner);
        wanted.work = false;
        !wanted.closed
    }

    pub(crate) fn is_closed(&self) -> bool {
        let wanted = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        wanted.closed
    }
}
