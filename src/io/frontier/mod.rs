//! The frontier of one run: which request comes next. "Empty for now" and "finished" are
//! different answers. A Bloom filter says quickly what is surely new; the store's unique key has
//! the last word, so no address is lost to a false positive.
//!
//! Requests are leased from the store a batch at a time, so that the way to the next page does
//! not lead over the disk. Lists come first (see [`Store::lease_requests`]): after a list page
//! was committed the head of the store's queue is asked for again, before the rest of the batch.

mod keys;
mod seen;
#[cfg(test)]
mod tests;

use std::collections::{HashSet, VecDeque};

use jiff::Timestamp;

use crate::io::store::{NewRequest, Queued, RequestKind, Store, StoreError};
use crate::logic::model::{RequestId, RunId, SiteId};
pub use keys::{ByItself, KeySet, Keys, UrlKey};
use seen::Seen;

/// Requests leased at once.
const BATCH: usize = 64;
/// Requests leased on top after a list page, which may have led to another.
const AFTER_LIST: usize = 4;

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
pub struct Frontier {
    store: Store,
    site: SiteId,
    run: RunId,
    seen: Seen,
    /// Leased from the store, not handed out yet, in order.
    ready: VecDeque<Queued>,
    /// Handed out, not committed yet.
    out: HashSet<RequestId>,
    /// Whether the store may have something that comes before what is ready.
    may_have_earlier: bool,
}

impl Frontier {
    /// Opens the frontier of `site`, with a Bloom filter over the addresses known.
    ///
    /// # Errors
    /// From the store.
    pub fn open(store: &Store, site: SiteId, run: RunId) -> Result<Self, StoreError> {
        Self::open_as(store, site, run, &|_| None)
    }

    /// As [`Self::open`], where `canonical` gives the form by which a known address is asked for
    /// now, if that is another one: what was read under the old form is not read again.
    ///
    /// # Errors
    /// From the store.
    pub fn open_as(
        store: &Store,
        site: SiteId,
        run: RunId,
        canonical: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            seen: Seen::of(store, site, canonical)?,
            store: store.clone(),
            site,
            run,
            ready: VecDeque::new(),
            out: HashSet::new(),
            may_have_earlier: false,
        })
    }

    /// Queues start pages; returns how many were queued.
    ///
    /// # Errors
    /// From the store.
    pub fn seed(&mut self, mut requests: Vec<NewRequest>) -> Result<usize, StoreError> {
        // Lists and the start of a crawl are read by every run.
        requests
            .retain(|request| request.kind != RequestKind::Content || !self.is_read(&request.url));
        for request in &requests {
            self.seen.insert(&request.url);
        }
        self.may_have_earlier = true;
        self.store.add_owned_requests(self.site, self.run, requests)
    }

    /// Of `found`, those that are not surely known (to hand to `Store::commit`); duplicates within
    /// `found` and addresses seen in this run are dropped after confirmation by the store's key.
    pub fn unseen(&mut self, found: Vec<NewRequest>) -> Vec<NewRequest> {
        let mut here = KeySet::default();
        let mut distinct = Vec::new();
        let mut maybe_known = Vec::new();
        for request in found {
            let key = self.seen.key(&request.url);
            let read = request.kind != RequestKind::List && self.seen.is_alias(key);
            if !here.insert(key) || read || self.seen.is_confirmed(key, request.kind) {
                continue;
            }
            if self.seen.may_contain(&request.url) {
                maybe_known.push((distinct.len(), key));
            } else {
                self.seen.insert(&request.url);
            }
            distinct.push(Some(request));
        }
        let asked: Vec<&NewRequest> = maybe_known
            .iter()
            .filter_map(|(at, _)| distinct.get(*at)?.as_ref())
            .collect();
        // Where the store cannot be asked, it decides when the requests are committed.
        let wanted = match asked.as_slice() {
            [] => Vec::new(),
            asked => self
                .store
                .would_queue(self.site, self.run, asked)
                .unwrap_or_default(),
        };
        for ((at, key), wanted) in maybe_known.into_iter().zip(wanted) {
            if !wanted && let Some(request) = distinct.get_mut(at).and_then(Option::take) {
                self.seen.confirm(key, request.kind);
            }
        }
        distinct.into_iter().flatten().collect()
    }

    /// Notes that the page at `url` was read, because another address led to it.
    pub fn read_elsewhere(&mut self, url: &str) {
        self.seen.alias(url);
    }

    /// Whether the page at `url` was read under another address.
    fn is_read(&self, url: &str) -> bool {
        self.seen.is_alias(self.seen.key(url))
    }

    /// The next request.
    ///
    /// # Errors
    /// From the store.
    pub fn lease(&mut self, now: Timestamp) -> Result<Next, StoreError> {
        let mut more = false;
        if self.ready.is_empty() {
            self.ready = self.store.lease_requests(self.site, now, BATCH)?.into();
        } else if self.may_have_earlier {
            let earlier = self.store.lease_requests(self.site, now, AFTER_LIST)?;
            // What is asked for again waits until all that is new has been handed out.
            more = earlier.len() == AFTER_LIST
                && earlier.last().is_some_and(|queued| !queued.again)
                && self.ready.back().is_some_and(|queued| queued.again);
            self.ready.extend(earlier);
            self.ready.make_contiguous().sort_by_key(place);
        }
        self.may_have_earlier = more;
        if let Some(request) = self.ready.pop_front() {
            self.out.insert(request.id);
            return Ok(Next::Request(Box::new(request)));
        }
        let (length, until) = self.store.queue_length(self.site)?;
        if length == 0 && self.out.is_empty() {
            return Ok(Next::Finished);
        }
        if self.out.is_empty() && until.is_none() {
            // Leased to nobody, which no way of this program leads to; the next run of the site
            // takes them up, and this one must not wait for ever.
            tracing::warn!(length, "requests are leased that nobody works on");
            return Ok(Next::Finished);
        }
        Ok(Next::EmptyForNow { until })
    }

    /// Tells that a leased request was committed.
    pub fn done(&mut self, queued: &Queued) {
        self.out.remove(&queued.id);
        if queued.request.kind != RequestKind::Content {
            self.may_have_earlier = true;
        }
    }

    /// Gives all leases back (a run stops).
    ///
    /// # Errors
    /// From the store; the next run takes them up all the same.
    pub fn release(&mut self) -> Result<(), StoreError> {
        let mut leased: Vec<RequestId> = self.ready.drain(..).map(|request| request.id).collect();
        leased.extend(self.out.drain());
        self.store.release_requests(&leased)
    }

    /// Requests queued or leased; 0 when the store cannot be read.
    pub fn len(&self) -> u64 {
        self.store
            .queue_length(self.site)
            .map_or(0, |(length, _)| length)
    }

    /// Whether nothing is queued or leased.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The store's order, for requests that were leased one batch after another.
fn place(queued: &Queued) -> (u8, RunId, crate::logic::model::ListPosition, RequestId) {
    let kind = match queued.request.kind {
        RequestKind::List => 0,
        RequestKind::Content => 1,
        RequestKind::Page => 2,
    };
    let kind = if queued.again { kind + 2 } else { kind };
    (kind, queued.found_in, queued.request.position, queued.id)
}
