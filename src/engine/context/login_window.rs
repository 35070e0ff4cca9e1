//! What is said to the window in which a person logs in. Input: orders. Output: the same, to the
//! task that shows the window. There is at most one.

use std::sync::{Mutex, PoisonError};

use tokio::sync::mpsc;

/// What to do with the open window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoginWindowOrder {
    /// Take its cookies, and close it.
    Take,
    /// Close it without taking anything.
    Discard,
}

/// The open window, if there is one.
#[derive(Default)]
pub(crate) struct LoginWindowSlot(Mutex<Slot>);

#[derive(Default)]
struct Slot {
    /// The number of the window that was opened last.
    number: u64,
    orders: Option<mpsc::Sender<LoginWindowOrder>>,
}

impl LoginWindowSlot {
    /// The number of a new window, and the orders for it; an earlier one is closed.
    pub(crate) fn replace(&self) -> (u64, mpsc::Receiver<LoginWindowOrder>) {
        let (sender, orders) = mpsc::channel(1);
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.number += 1;
        slot.orders = Some(sender);
        (slot.number, orders)
    }

    /// Tells the open window.
    pub(crate) fn send(&self, order: LoginWindowOrder) {
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = &slot.orders {
            let _ = sender.try_send(order);
        }
    }
}
