//! The frontier of one run: which request comes next. "Empty for now" and "finished" are different
//! answers. A Bloom filter quickly identifies addresses that are certainly new; the store's unique
//! key decides the rest, so no address is lost to a false positive.
//!
//! Requests are leased from the store a batch at a time, so that most pages need no disk access.
//! Lists come first (see [`Store::lease_requests`]): after a list page is committed, the head of
//! the store's queue is read again before the rest of the batch.

mod address_filter;
mod keys;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use jiff::Timestamp;

use crate::store::{Known, NewRequest, Queued, QueuedKind, RequestKind, Store, StoreError};
use address_filter::Seen;
use bowerbird_logic::model::{ListPosition, RequestId, RunId, SiteId};
use bowerbird_logic::page::MAX_ADDRESS_BYTES;
pub use keys::{KeySet, Keys, NoHashHasher, UrlKey};

/// Requests leased at once.
const BATCH: usize = 64;
/// Additional requests leased after a list page, which may have led to another.
const AFTER_LIST: usize = 4;
/// Maximum ready requests before further lists are leased additionally.
const MAX_READY: usize = 4 * BATCH;
/// One of this many requests is not a list, if any waits. Lists go first, because they change while
/// being read, but endless lists must not block the pages they lead to forever. So a page behind
/// `n` others comes after at most `SHARE * (n + 1)` requests.
const SHARE: u32 = 8;
/// How long a lease lasts without renewal.
const LEASE: Duration = Duration::from_secs(600);
/// How often leases are renewed.
const RENEW_EVERY: Duration = Duration::from_secs(30);

/// The frontier's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// A leased request.
    Request(Box<Queued>),
    /// Nothing now; something may be due at `until`, or when a leased request is done.
    EmptyForNow {
        /// Earliest due time of the queued requests that are not leased.
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
    /// Handed out, not committed yet, with the end of the lease.
    out: HashMap<RequestId, Timestamp>,
    /// When to renew leases; none can expire before that.
    renew_at: Timestamp,
    /// Lists handed out since the last request of another kind.
    lists_in_a_row: u32,
    /// Passed as new, not committed yet.
    passed: Vec<(UrlKey, RequestKind)>,
    /// Whether the store may have requests that come before the ready ones.
    may_have_earlier: bool,
}

impl Frontier {
    /// Opens the frontier of `site`, with a Bloom filter of known addresses.
    ///
    /// # Errors
    /// From the store.
    pub fn open(store: &Store, site: SiteId, run: RunId) -> Result<Self, StoreError> {
        Self::open_as(store, site, run, &|_| None)
    }

    /// Like [`Self::open`]. `canonical` returns the current canonical form of a known address, if
    /// it differs: a page read under the old form is not read again.
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
            out: HashMap::new(),
            renew_at: Timestamp::MIN,
            lists_in_a_row: 0,
            passed: Vec::new(),
            may_have_earlier: false,
        })
    }

    /// Queues start pages; returns how many were queued.
    ///
    /// # Errors
    /// From the store.
    pub fn seed(&mut self, requests: Vec<NewRequest>) -> Result<usize, StoreError> {
        self.seed_as(requests, Known::AsBefore)
    }

    /// Queues start pages, also those that an earlier run read: their content is expected to
    /// change. Returns how many were queued.
    ///
    /// # Errors
    /// From the store.
    pub fn seed_again(&mut self, requests: Vec<NewRequest>) -> Result<usize, StoreError> {
        self.seed_as(requests, Known::Again)
    }

    /// As [`Self::seed_again`] for tables whose further pages are all read again, as they are found.
    ///
    /// # Errors
    /// From the store.
    pub fn seed_tables(&mut self, requests: Vec<NewRequest>) -> Result<usize, StoreError> {
        self.seed_as(requests, Known::AgainAlone)
    }

    fn seed_as(
        &mut self,
        mut requests: Vec<NewRequest>,
        known: Known,
    ) -> Result<usize, StoreError> {
        requests.retain(|request| request.url.len() <= MAX_ADDRESS_BYTES);
        // Every run reads the lists and the start of a crawl.
        requests
            .retain(|request| request.kind != RequestKind::Content || !self.is_read(&request.url));
        for request in &requests {
            self.seen.insert(&request.url);
        }
        self.may_have_earlier = true;
        self.store
            .add_owned_requests(self.site, self.run, requests, known)
    }

    /// Returns those of `found` that may be new (for `Store::commit`). Drops duplicates within
    /// `found`, and addresses seen in this run after confirmation by the store's key.
    pub fn unseen(&mut self, found: Vec<NewRequest>) -> Vec<NewRequest> {
        let mut here = KeySet::default();
        let mut distinct = Vec::new();
        let mut maybe_known = Vec::new();
        let found = found.into_iter();
        for request in found.filter(|request| request.url.len() <= MAX_ADDRESS_BYTES) {
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
        // If the store cannot be queried, it decides when the requests are committed.
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
        let wanted = distinct.into_iter().flatten();
        let seen = &self.seen;
        let passed = &mut self.passed;
        wanted
            .inspect(|request| passed.push((seen.key(&request.url), request.kind)))
            .collect()
    }

    /// Reports that everything passed by [`Self::unseen`] was committed: it is known now, and the
    /// store need not be queried about it.
    pub fn committed(&mut self) {
        for (key, kind) in self.passed.drain(..) {
            self.seen.confirm(key, kind);
        }
    }

    /// Notes that the page at `url` was read through another address.
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
        self.requeue_lost(now)?;
        let mut more = false;
        if self.ready.is_empty() {
            self.ready = self.store.lease_requests(self.site, now, BATCH)?.into();
        } else if self.may_have_earlier && self.ready.len() < MAX_READY {
            let earlier = self.store.lease_requests(self.site, now, AFTER_LIST)?;
            // Requests to be fetched again wait until all new ones have been handed out.
            more = earlier.len() == AFTER_LIST
                && earlier.last().is_some_and(|queued| !queued.again)
                && self.ready.back().is_some_and(|queued| queued.again);
            self.ready.extend(earlier);
            self.ready.make_contiguous().sort_by_key(place);
        }
        self.may_have_earlier = more;
        if let Some(request) = self.next_ready(now)? {
            self.out.insert(request.id, later(now, LEASE));
            return Ok(Next::Request(Box::new(request)));
        }
        let (length, until) = self.store.queue_length(self.site)?;
        if length == 0 && self.out.is_empty() {
            return Ok(Next::Finished);
        }
        if self.out.is_empty() && until.is_none() {
            // Leased to nobody, which this program never causes.
            let lost = self.store.release_all(self.site)?;
            tracing::warn!(length, lost, "requests were leased that nobody worked on");
            return Ok(match lost {
                0 => Next::Finished,
                _ => Next::EmptyForNow { until: Some(now) },
            });
        }
        Ok(Next::EmptyForNow { until })
    }

    /// The first ready request; now and then the first that is not a list.
    fn next_ready(&mut self, now: Timestamp) -> Result<Option<Queued>, StoreError> {
        let is_other = |queued: &Queued| queued.request.kind != RequestKind::List;
        let lists_had_theirs = self.lists_in_a_row + 1 >= SHARE;
        if lists_had_theirs && !self.ready.is_empty() {
            // Reset whether or not there is one.
            self.lists_in_a_row = 0;
            if !self.ready.iter().any(is_other) {
                let others = self.store.lease_others(self.site, now, AFTER_LIST)?;
                self.ready.extend(others);
            }
            let other = self.ready.iter().position(is_other);
            if let Some(other) = other.and_then(|at| self.ready.remove(at)) {
                return Ok(Some(other));
            }
        }
        let next = self.ready.pop_front();
        self.lists_in_a_row = match &next {
            Some(queued) if !is_other(queued) => self.lists_in_a_row + 1,
            _ => 0,
        };
        Ok(next)
    }

    /// Renews the leases of requests being worked on. Cheap to call often.
    pub fn renew(&mut self, alive: impl Iterator<Item = RequestId>, now: Timestamp) {
        if now < self.renew_at {
            return;
        }
        self.renew_at = later(now, RENEW_EVERY);
        let until = later(now, LEASE);
        for request in alive {
            if let Some(lease) = self.out.get_mut(&request) {
                *lease = until;
            }
        }
    }

    /// Queues handed-out requests again whose lease expired.
    fn requeue_lost(&mut self, now: Timestamp) -> Result<(), StoreError> {
        if now < self.renew_at && self.renew_at != Timestamp::MIN {
            return Ok(());
        }
        let over = self.out.iter().filter(|(_, until)| **until <= now);
        let over: Vec<RequestId> = over.map(|(request, _)| *request).collect();
        if over.is_empty() {
            return Ok(());
        }
        tracing::warn!(count = over.len(), "leases are over");
        for request in &over {
            self.out.remove(request);
        }
        self.store.release_requests(&over)
    }

    /// Queues pages that earlier runs were promised and did not get; returns how many.
    ///
    /// # Errors
    /// From the store.
    pub fn bring_missing(&mut self) -> Result<u64, StoreError> {
        self.may_have_earlier = true;
        self.store.queue_missing(self.site, self.run)
    }

    /// Reports that a leased request was committed.
    pub fn done(&mut self, queued: &Queued) {
        self.out.remove(&queued.id);
        if queued.request.kind != RequestKind::Content {
            self.may_have_earlier = true;
        }
    }

    /// Releases all leases (a run stops).
    ///
    /// # Errors
    /// From the store; the next run continues with them anyway.
    pub fn release(&mut self) -> Result<(), StoreError> {
        let mut leased: Vec<RequestId> = self.ready.drain(..).map(|request| request.id).collect();
        leased.extend(self.out.drain().map(|(request, _)| request));
        self.store.release_requests(&leased)
    }

    /// Releases the leases of these requests: the run does not ask for them now.
    ///
    /// # Errors
    /// From the store.
    pub fn give_back(&mut self, requests: &[RequestId]) -> Result<(), StoreError> {
        for request in requests {
            self.out.remove(request);
        }
        self.may_have_earlier = true;
        self.store.release_requests(requests)
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

fn later(now: Timestamp, by: Duration) -> Timestamp {
    now.checked_add(by).unwrap_or(now)
}

/// The store's order, for requests leased in several batches.
fn place(queued: &Queued) -> (QueuedKind, RunId, ListPosition, RequestId) {
    let kind = QueuedKind::of(queued.request.kind, queued.again);
    (kind, queued.found_in, queued.request.position, queued.id)
}
