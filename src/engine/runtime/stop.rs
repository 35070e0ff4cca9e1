//! A token that stops the holders of its clones.

use std::sync::Arc;

use tokio::sync::watch;

/// A stop signal that cannot be revoked.
#[derive(Clone)]
pub(crate) struct Stop(Arc<watch::Sender<Halt>>);

/// The state of a token. A later state replaces a weaker one, never a stronger one: what was
/// cancelled is not paused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Halt {
    /// Continue.
    No,
    /// Start nothing more; work in progress finishes.
    Finish,
    /// Stop.
    Stop,
    /// Stop, and restart only on request.
    Pause,
    /// Stop for good: the queue is dropped.
    Cancel,
}

impl Stop {
    /// A token that is not stopped.
    pub(crate) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(Halt::No)))
    }

    /// Stops.
    pub(crate) fn stop(&self) {
        self.raise(Halt::Stop);
    }

    /// Stops after work in progress has finished.
    pub(crate) fn finish(&self) {
        self.raise(Halt::Finish);
    }

    /// Stops until resumed.
    pub(crate) fn pause(&self) {
        self.raise(Halt::Pause);
    }

    /// Stops for good.
    pub(crate) fn cancel(&self) {
        self.raise(Halt::Cancel);
    }

    /// Sets the state, unless a stronger one is set.
    fn raise(&self, word: Halt) {
        self.0.send_if_modified(|halt| {
            let stronger = word > *halt;
            if stronger {
                *halt = word;
            }
            stronger
        });
    }

    /// Turns a cancel into a plain stop.
    pub(crate) fn keep(&self) {
        self.0.send_if_modified(|halt| {
            let cancelled = *halt == Halt::Cancel;
            if cancelled {
                *halt = Halt::Stop;
            }
            cancelled
        });
    }

    /// Whether it was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        *self.0.borrow() == Halt::Cancel
    }

    /// Whether work in progress finishes first.
    pub(crate) fn is_finishing(&self) -> bool {
        *self.0.borrow() == Halt::Finish
    }

    /// Whether it was stopped or paused.
    pub(crate) fn is_stopped(&self) -> bool {
        *self.0.borrow() != Halt::No
    }

    /// Whether it was paused.
    pub(crate) fn is_paused(&self) -> bool {
        *self.0.borrow() == Halt::Pause
    }

    /// Whether another clone exists.
    pub(crate) fn is_held(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Waits until work in progress must be given up too.
    pub(crate) async fn halted(&self) {
        let mut receiver = self.0.subscribe();
        let given_up = |halt: &Halt| !matches!(halt, Halt::No | Halt::Finish);
        let _ = receiver.wait_for(given_up).await;
    }

    /// Waits until it is stopped.
    pub(crate) async fn stopped(&self) {
        let mut receiver = self.0.subscribe();
        // The sender lives in `self`, so waiting cannot fail.
        let _ = receiver.wait_for(|halt| *halt != Halt::No).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_word_stands_whatever_follows() {
        let words: [fn(&Stop); 4] = [Stop::finish, Stop::stop, Stop::pause, Stop::cancel];
        for first in 0..words.len() {
            for second in 0..words.len() {
                let stop = Stop::new();
                words[first](&stop);
                words[second](&stop);
                let strongest = first.max(second);
                let said = (stop.is_finishing(), stop.is_paused(), stop.is_cancelled());
                assert_eq!(said, (strongest == 0, strongest == 2, strongest == 3));
                assert!(stop.is_stopped());
            }
        }
    }

    #[test]
    fn a_cancel_that_is_taken_back_is_a_mere_stop() {
        let stop = Stop::new();
        stop.cancel();
        stop.pause();
        stop.keep();
        assert!(stop.is_stopped() && !stop.is_cancelled() && !stop.is_paused());
    }
}
