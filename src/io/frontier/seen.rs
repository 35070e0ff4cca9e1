//! Addresses seen: a Bloom filter over all of them, and the last ones that the store confirmed to
//! be known (the menu of a site stands on every page). The filter may say "known" wrongly, never
//! "new"; so "known" is always confirmed before it counts.

use fastbloom::BloomFilter;

use super::keys::{KeySet, Keys, UrlKey};
use crate::store::{RequestKind, StoreError, StoreReader};
use bowerbird_logic::model::SiteId;

/// Share of new addresses that are asked after in vain: one in a thousand, at 1.8 bytes each.
const FALSE_POSITIVES: f64 = 0.001;
/// Least number of addresses to make room for.
const ROOM: usize = 100_000;
/// Confirmed addresses kept of each of two generations: as many as a hash set of 2^20 places
/// takes, some 14 MB; so the links of a million pages found in one run are all known without
/// asking the store.
const GENERATION: usize = 917_504;

/// Addresses seen of one site.
pub(super) struct Seen {
    bloom: BloomFilter,
    keys: Keys,
    /// Confirmed or asked for lately, and before that. What is asked for stays; the rest goes a
    /// generation at a time.
    young: KeySet,
    old: KeySet,
    /// Addresses under which nothing is stored, but the page of which was read under another.
    aliases: KeySet,
}

impl Seen {
    /// Those that the store knows. There is room for as many again; beyond that the filter only
    /// gets less sharp. `canonical` gives the one form of an address that is stored in another.
    pub(super) fn of(
        store: &StoreReader,
        site: SiteId,
        canonical: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, StoreError> {
        let known = usize::try_from(store.known_urls(site)?).unwrap_or(usize::MAX);
        let room = known.saturating_mul(2).max(ROOM);
        let mut bloom = BloomFilter::with_false_pos(FALSE_POSITIVES).expected_items(room);
        let (keys, mut aliases) = (Keys::default(), KeySet::default());
        store.each_known_url(site, &mut |url, read| {
            bloom.insert(url);
            if read && let Some(other) = canonical(url) {
                aliases.insert(keys.of(&other));
            }
        })?;
        Ok(Self {
            bloom,
            keys,
            young: KeySet::default(),
            old: KeySet::default(),
            aliases,
        })
    }

    /// Adds an address.
    pub(super) fn insert(&mut self, url: &str) {
        self.bloom.insert(url);
    }

    /// Notes that the page at an address was read under another one.
    pub(super) fn alias(&mut self, url: &str) {
        self.aliases.insert(self.keys.of(url));
    }

    /// Whether the page of an address was read under another one.
    pub(super) fn is_alias(&self, key: UrlKey) -> bool {
        !self.aliases.is_empty() && self.aliases.contains(&key)
    }

    /// False: surely new. True: ask the store.
    pub(super) fn may_contain(&self, url: &str) -> bool {
        self.bloom.contains(url)
    }

    /// The key under which an address is confirmed.
    pub(super) fn key(&self, url: &str) -> UrlKey {
        self.keys.of(url)
    }

    /// Whether the store has said that it would not queue the address as `kind`.
    pub(super) fn is_confirmed(&mut self, key: UrlKey, kind: RequestKind) -> bool {
        let key = key.with(number(kind));
        if self.young.contains(&key) {
            return true;
        }
        let was = self.old.contains(&key);
        if was {
            self.keep(key);
        }
        was
    }

    /// Keeps that the store would not queue the address as `kind`. Holds for a run: what is queued,
    /// done or failed in a run is not queued by it again.
    pub(super) fn confirm(&mut self, key: UrlKey, kind: RequestKind) {
        self.keep(key.with(number(kind)));
    }

    fn keep(&mut self, key: UrlKey) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key);
    }
}

fn number(kind: RequestKind) -> u8 {
    match kind {
        RequestKind::List => 1,
        RequestKind::Content => 2,
        RequestKind::Page => 3,
    }
}
