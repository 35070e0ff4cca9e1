//! A token that stops what holds a clone of it.

use std::sync::Arc;

use tokio::sync::watch;

/// Says "stop", once and for all.
#[derive(Clone)]
pub(crate) struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    /// A token that nobody has stopped.
    pub(crate) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }

    /// Stops.
    pub(crate) fn stop(&self) {
        self.0.send_replace(true);
    }

    /// Whether it was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        *self.0.borrow()
    }

    /// Whether anybody else holds it.
    pub(crate) fn is_held(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Waits until it is stopped.
    pub(crate) async fn stopped(&self) {
        let mut receiver = self.0.subscribe();
        // The sender lives in `self`, so waiting cannot fail.
        let _ = receiver.wait_for(|stopped| *stopped).await;
    }
}
