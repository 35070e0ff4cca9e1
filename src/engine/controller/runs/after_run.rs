//! What follows a run, its kept exports, and how it is ended: by the user's decision when the run itself
//! is over, and by the end of the engine. A word that was said while the run still went on is about
//! the run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::runtime::stop::Stop;

/// What follows one run.
#[derive(Clone)]
pub(in crate::controller) struct AfterRun {
    /// Whether the run itself is over.
    begun: Arc<AtomicBool>,
    stop: Stop,
    /// The engine closes.
    leaving: Stop,
}

impl AfterRun {
    /// What follows a run that begins.
    pub(in crate::controller) fn new(leaving: Stop) -> Self {
        Self {
            begun: Arc::new(AtomicBool::new(false)),
            stop: Stop::new(),
            leaving,
        }
    }

    /// The run is over.
    pub(in crate::controller) fn begin(&self) {
        self.begun.store(true, Ordering::SeqCst);
    }

    /// Ends it, once the run is over.
    pub(in crate::controller) fn stop(&self) {
        if self.begun.load(Ordering::SeqCst) {
            self.stop.stop();
        }
    }

    /// Whether nobody has ended it.
    pub(in crate::controller) fn is_running(&self) -> bool {
        !self.stop.is_stopped() && !self.leaving.is_stopped()
    }
}
