//! The place of a run among those that may run at once. Flows in: a run that waits for hours (its
//! site's quiet time), and that wants to go on after. Flows out: word to who deals places out, and
//! a place again when one is free. A run without a place asks nothing of its site. A run that is
//! asked to make room for a more urgent one gives up its slot when what is under way has ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::oneshot;

/// What a run reports about its slot.
#[derive(Debug)]
pub(crate) enum PlaceNote {
    /// It needs none for now.
    GivenUp,
    /// It wants one again; the sender is told when it has it.
    Wanted(oneshot::Sender<()>),
}

/// Asks a run to make room.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoomRequest(Arc<AtomicBool>);

impl RoomRequest {
    /// Asks.
    pub(crate) fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is asked and has not done so yet.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The place of one run.
pub(crate) struct Slot {
    notify: Box<dyn Fn(PlaceNote) + Send + Sync>,
    room: RoomRequest,
    held: bool,
}

impl Slot {
    /// A slot that is held; `notify` reaches the dealer of slots.
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

    /// Whether it is asked to make room.
    pub(in crate::crawl) fn must_make_room(&self) -> bool {
        self.held && self.room.is_asked()
    }

    /// Lets another run have the place meanwhile.
    pub(in crate::crawl) fn give_up(&mut self) {
        self.room.0.store(false, Ordering::Relaxed);
        if std::mem::take(&mut self.held) {
            (self.notify)(PlaceNote::GivenUp);
        }
    }

    /// Waits for a place; at once where it is held. Dropped on the way, it may be called again.
    pub(in crate::crawl) async fn take(&mut self) {
        if self.held {
            return;
        }
        let (sender, granted) = oneshot::channel();
        (self.notify)(PlaceNote::Wanted(sender));
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
