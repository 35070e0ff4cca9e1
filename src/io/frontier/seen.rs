//! Addresses seen: a Bloom filter over all of them, and the last ones that the store confirmed to
//! be known (the menu of a site stands on every page). The filter may say "known" wrongly, never
//! "new"; so "known" is always confirmed before it counts.

use std::collections::HashSet;

use fastbloom::BloomFilter;

use crate::io::store::{NewRequest, RequestKind, Store, StoreError};
use crate::logic::model::SiteId;

/// Share of new addresses that are asked after in vain: one in a thousand, at 1.8 bytes each.
const FALSE_POSITIVES: f64 = 0.001;
/// Least number of addresses to make room for.
const ROOM: usize = 100_000;
/// Confirmed addresses kept (some 5 MB).
const CONFIRMED: usize = 50_000;

/// Addresses seen of one site.
pub(super) struct Seen {
    bloom: BloomFilter,
    confirmed: HashSet<(RequestKind, String)>,
}

impl Seen {
    /// Those that the store knows. There is room for as many again; beyond that the filter only
    /// gets less sharp.
    pub(super) fn of(store: &Store, site: SiteId) -> Result<Self, StoreError> {
        let known = usize::try_from(store.known_urls(site)?).unwrap_or(usize::MAX);
        let room = known.saturating_mul(2).max(ROOM);
        Self::with_room(room, store, site)
    }

    fn with_room(room: usize, store: &Store, site: SiteId) -> Result<Self, StoreError> {
        let mut bloom = BloomFilter::with_false_pos(FALSE_POSITIVES).expected_items(room);
        store.each_known_url(site, &mut |url| {
            bloom.insert(url);
        })?;
        Ok(Self {
            bloom,
            confirmed: HashSet::new(),
        })
    }

    /// Adds an address.
    pub(super) fn insert(&mut self, url: &str) {
        self.bloom.insert(url);
    }

    /// False: surely new. True: ask the store.
    pub(super) fn may_contain(&self, url: &str) -> bool {
        self.bloom.contains(url)
    }

    /// Whether the store has said that it would not queue the request.
    pub(super) fn is_confirmed(&self, request: &NewRequest) -> bool {
        self.confirmed.contains(&key(request))
    }

    /// Keeps that the store would not queue the request. Holds for a run: what is queued, done or
    /// failed in a run is not queued by it again.
    pub(super) fn confirm(&mut self, request: NewRequest) {
        if self.confirmed.len() >= CONFIRMED {
            self.confirmed.clear();
        }
        self.confirmed.insert((request.kind, request.url));
    }
}

fn key(request: &NewRequest) -> (RequestKind, String) {
    (request.kind, request.url.clone())
}
