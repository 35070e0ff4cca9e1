//! The saved exports after a run, and how they are stopped: by the user once the run itself is
//! over, and by the end of the engine. A stop during the run applies to the run.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::runtime::stop::Stop;

/// The exports that follow one run.
#[derive(Clone)]
pub(in crate::controller) struct AfterRun {
    /// Whether the run itself is over.
    begun: Arc<AtomicBool>,
    stop: Stop,
    /// The engine closes.
    leaving: Stop,
}

impl AfterRun {
    /// The exports that follow a run that starts.
    pub(in crate::controller) fn new(leaving: Stop) -> Self {
        Self {
            begun: Arc::new(AtomicBool::new(false)),
            stop: Stop::new(),
            leaving,
        }
    }

    /// Marks the run as over.
    pub(in crate::controller) fn begin(&self) {
        self.begun.store(true, Ordering::SeqCst);
    }

    /// Stops the exports, once the run is over.
    pub(in crate::controller) fn stop(&self) {
        if self.begun.load(Ordering::SeqCst) {
            self.stop.stop();
        }
    }

    /// Whether they were not stopped.
    pub(in crate::controller) fn is_running(&self) -> bool {
        !self.stop.is_stopped() && !self.leaving.is_stopped()
    }
}
