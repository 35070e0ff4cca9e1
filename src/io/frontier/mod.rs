//! The frontier of one run: which request comes next. "Empty for now" and "finished" are
//! different answers. A Bloom filter says quickly what is surely new; the store's unique key has
//! the last word, so no address is lost to a false positive.

use jiff::Timestamp;

use crate::io::store::{NewRequest, Queued, Store, StoreError};
use crate::logic::model::{RunId, SiteId};

/// What the frontier answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A leased request.
    Request(Box<Queued>),
    /// Nothing now; something may be due at the time, or when a leased request is done.
    EmptyForNow {
        /// Earliest due time among those queued, when there are any not leased.
        until: Option<Timestamp>,
    },
    /// Nothing queued and nothing leased.
    Finished,
}

/// The frontier of one site's run.
pub struct Frontier {}

impl Frontier {
    /// Opens the frontier of `site`, with a Bloom filter over the addresses known.
    ///
    /// # Errors
    /// From the store.
    pub fn open(_store: &Store, _site: SiteId, _run: RunId) -> Result<Self, StoreError> {
        todo!()
    }

    /// Queues start pages.
    ///
    /// # Errors
    /// From the store.
    pub fn seed(&mut self, _requests: Vec<NewRequest>) -> Result<usize, StoreError> {
        todo!()
    }

    /// Of `found`, those that are not surely known (to hand to `Store::commit`); duplicates within
    /// `found` and addresses seen in this run are dropped after confirmation by the store's key.
    pub fn unseen(&mut self, _found: Vec<NewRequest>) -> Vec<NewRequest> {
        todo!()
    }

    /// The next request.
    ///
    /// # Errors
    /// From the store.
    pub fn lease(&mut self, _now: Timestamp) -> Result<Next, StoreError> {
        todo!()
    }

    /// Tells that a leased request was committed.
    pub fn done(&mut self, _queued: &Queued) {
        todo!()
    }

    /// Gives all leases back (a run stops).
    ///
    /// # Errors
    /// From the store.
    pub fn release(&mut self) -> Result<(), StoreError> {
        todo!()
    }

    /// Requests queued or leased.
    pub fn len(&self) -> u64 {
        todo!()
    }

    /// Whether nothing is queued or leased.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
