//! The place of a run among those that may run at once. Flows in: a run that waits for hours (its
//! site's quiet time), and that wants to go on after. Flows out: word to who deals places out, and
//! a place again when one is free. A run without a place asks nothing of its site.

use tokio::sync::oneshot;

/// What a run tells about its place.
#[derive(Debug)]
pub(in crate::engine) enum PlaceNote {
    /// It needs none for now.
    GivenUp,
    /// It wants one again; the sender is told when it has it.
    Wanted(oneshot::Sender<()>),
}

/// The place of one run.
pub(in crate::engine) struct Slot {
    tell: Box<dyn Fn(PlaceNote) + Send + Sync>,
    held: bool,
}

impl Slot {
    /// A place that is held; `tell` reaches who deals places out.
    pub(in crate::engine) fn new(tell: impl Fn(PlaceNote) + Send + Sync + 'static) -> Self {
        Self {
            tell: Box::new(tell),
            held: true,
        }
    }

    /// Whether the run has its place.
    pub(super) fn is_held(&self) -> bool {
        self.held
    }

    /// Lets another run have the place meanwhile.
    pub(super) fn give_up(&mut self) {
        if std::mem::take(&mut self.held) {
            (self.tell)(PlaceNote::GivenUp);
        }
    }

    /// Waits for a place; at once where it is held. Dropped on the way, it may be called again.
    pub(super) async fn take(&mut self) {
        if self.held {
            return;
        }
        let (sender, granted) = oneshot::channel();
        (self.tell)(PlaceNote::Wanted(sender));
        // Who deals places out is gone only when the engine closes; the run is stopped then.
        if granted.await.is_err() {
            std::future::pending::<()>().await;
        }
        self.held = true;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[tokio::test]
    async fn a_place_is_given_up_once_and_comes_back_when_granted() {
        let notes = Arc::new(Mutex::new(Vec::new()));
        let told = Arc::clone(&notes);
        let mut slot = Slot::new(move |note| told.lock().unwrap().push(note));
        slot.take().await;
        slot.give_up();
        slot.give_up();
        assert_eq!(notes.lock().unwrap().len(), 1);
        assert!(!slot.is_held());
        let waiting = tokio::spawn(async move {
            slot.take().await;
            slot.is_held()
        });
        let sender = loop {
            let note = notes.lock().unwrap().pop();
            if let Some(PlaceNote::Wanted(sender)) = note {
                break sender;
            }
            tokio::task::yield_now().await;
        };
        sender.send(()).unwrap();
        assert!(waiting.await.unwrap());
    }
}
