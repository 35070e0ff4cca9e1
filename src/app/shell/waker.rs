//! What engines and loaders ring when there is something to take in: whoever shows the project hangs
//! its own waker, the window or what stands for it, and another one when that changes.

use std::sync::{Arc, Mutex, PoisonError};

use crate::background::project::Wake;

/// The waker.
pub struct Waker {
    hung: Mutex<Wake>,
}

impl Default for Waker {
    fn default() -> Self {
        Self {
            hung: Mutex::new(Arc::new(|| {})),
        }
    }
}

impl Waker {
    /// Hangs another one: from now on `wake` is called, from any thread.
    pub fn set(&self, wake: Wake) {
        *self.hung.lock().unwrap_or_else(PoisonError::into_inner) = wake;
    }

    /// Rings the one that hangs at that time.
    pub fn wake(self: &Arc<Self>) -> Wake {
        let waker = Arc::clone(self);
        Arc::new(move || {
            let hung = waker.hung.lock().unwrap_or_else(PoisonError::into_inner);
            let wake = Arc::clone(&hung);
            drop(hung);
            wake();
        })
    }
}
