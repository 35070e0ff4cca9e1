//! A token that stops what holds a clone of it.

use std::sync::Arc;

use tokio::sync::watch;

/// Says "stop", once and for all.
#[derive(Clone)]
pub(crate) struct Stop(Arc<watch::Sender<Halt>>);

/// What a token says. A later word is stronger than those before it, and a weaker one never takes
/// its place: what was cancelled is not paused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Halt {
    /// Go on.
    No,
    /// Begin nothing more; what is under way comes to its end.
    Finish,
    /// Stop.
    Stop,
    /// Stop, and begin again only when told to.
    Pause,
    /// Stop for good: what is queued is dropped.
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

    /// Stops when what is under way has come to its end.
    pub(crate) fn finish(&self) {
        self.raise(Halt::Finish);
    }

    /// Stops until somebody says otherwise.
    pub(crate) fn pause(&self) {
        self.raise(Halt::Pause);
    }

    /// Stops for good.
    pub(crate) fn cancel(&self) {
        self.raise(Halt::Cancel);
    }

    /// Says it, unless something stronger was said.
    fn raise(&self, word: Halt) {
        self.0.send_if_modified(|halt| {
            let stronger = word > *halt;
            if stronger {
                *halt = word;
            }
            stronger
        });
    }

    /// Makes a stop for good a mere stop.
    pub(crate) fn keep(&self) {
        self.0.send_if_modified(|halt| {
            let cancelled = *halt == Halt::Cancel;
            if cancelled {
                *halt = Halt::Stop;
            }
            cancelled
        });
    }

    /// Whether it was stopped for good.
    pub(crate) fn is_cancelled(&self) -> bool {
        *self.0.borrow() == Halt::Cancel
    }

    /// Whether what is under way comes to its end first.
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

    /// Whether anybody else holds it.
    pub(crate) fn is_held(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }

    /// Waits until what is under way is to be given up too.
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
