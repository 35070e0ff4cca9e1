//! The callback of engines and loaders for new events: the window, or its windowless replacement,
//! installs its own waker, and replaces it when the display changes.

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
    /// Installs another waker: from now on `wake` is called, from any thread.
    pub fn set(&self, wake: Wake) {
        *self.hung.lock().unwrap_or_else(PoisonError::into_inner) = wake;
    }

    /// A callback that calls the currently installed waker.
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
