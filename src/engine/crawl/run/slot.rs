//! The slot of a run. Input: a run that waits for hours (its site's quiet time), and later
//! continues. Output: notes to the slot manager, and a slot again when one is free. A run
//! without a slot sends no requests to its site. A run that is asked to yield to a more urgent one
//! gives up its slot when its requests in progress have ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::oneshot;

/// A run's report about its slot.
#[derive(Debug)]
pub(crate) enum PlaceNote {
    /// It needs no slot for now.
    GivenUp,
    /// It needs one again; the sender is notified when it has it.
    Wanted(oneshot::Sender<()>),
}

/// Asks a run to yield.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoomRequest(Arc<AtomicBool>);

impl RoomRequest {
    /// Asks.
    pub(crate) fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked and has not yielded yet.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The slot of one run.
pub(crate) struct Slot {
    notify: Box<dyn Fn(PlaceNote) + Send + Sync>,
    room: RoomRequest,
    held: bool,
}

impl Slot {
    /// A slot that is held; `notify` reaches the slot manager.
    pub(crate) fn new(
        room: RoomRequest,
        notify: impl Fn(PlaceNote) + Send + Sync + 'static,
    ) -> Self {
        Self {
            notify: Box::new(notify),
            room,
            held: true,
        }
    }

    /// Whether the run has its slot.
    pub(in crate::crawl) fn is_held(&self) -> bool {
        self.held
    }

    /// Whether it was asked to yield.
    pub(in crate::crawl) fn must_make_room(&self) -> bool {
        self.held && self.room.is_asked()
    }

    /// Lets another run use the slot meanwhile.
    pub(in crate::crawl) fn give_up(&mut self) {
        self.room.0.store(false, Ordering::Relaxed);
        if std::mem::take(&mut self.held) {
            (self.notify)(PlaceNote::GivenUp);
        }
    }

    /// Waits for a slot; returns at once if it is held. Cancel-safe.
    pub(in crate::crawl) async fn take(&mut self) {
        if self.held {
            return;
        }
        let (sender, granted) = oneshot::channel();
        (self.notify)(PlaceNote::Wanted(sender));
        // The slot manager ends only when the engine closes; the run is stopped then.
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
        let room = RoomRequest::default();
        let mut slot = Slot::new(room.clone(), move |note| told.lock().unwrap().push(note));
        slot.take().await;
        assert!(!slot.must_make_room());
        room.ask();
        assert!(slot.must_make_room());
        slot.give_up();
        assert!(!room.is_asked());
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
