//! Wakes a thread that works in the background when there is work.

use std::sync::{Condvar, Mutex, PoisonError};

/// Wakes the thread; many wake-ups are one.
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
    /// There is work.
    pub(crate) fn wake(&self) {
        self.set(|wanted| wanted.work = true);
    }

    /// There will be no more.
    pub(crate) fn close(&self) {
        self.set(|wanted| wanted.closed = true);
    }

    fn set(&self, how: impl FnOnce(&mut Pending)) {
        how(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Waits for work; false when it is over.
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
