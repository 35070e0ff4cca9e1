//! Addresses seen: a Bloom filter of all of them, and the last ones that the store confirmed as
//! known (a site's menu is on every page). The filter may wrongly report "known", never "new", so
//! "known" is always confirmed.

use fastbloom::BloomFilter;

use super::keys::{KeySet, Keys, UrlKey};
use crate::store::{RequestKind, StoreError, StoreReader};
use bowerbird_logic::model::SiteId;

/// Share of new addresses that are queried needlessly: one in a thousand, at 1.8 bytes each.
const FALSE_POSITIVES: f64 = 0.001;
/// Minimum number of addresses to allocate for.
const ROOM: usize = 100_000;
/// Confirmed addresses kept in each of two generations: the capacity of a hash set with 2^20 slots,
/// some 14 MB. So the links of a million pages found in one run are known without querying the
/// store.
const GENERATION: usize = 917_504;

/// Addresses seen of one site.
pub(super) struct Seen {
    bloom: BloomFilter,
    keys: Keys,
    /// Recently confirmed or queried addresses, and the generation before. Queried ones stay; the
    /// rest is dropped by generation.
    young: KeySet,
    old: KeySet,
    /// Addresses under which nothing is stored, but whose page was read under another one.
    aliases: KeySet,
}

impl Seen {
    /// The addresses known to the store. There is capacity for as many again; beyond that the
    /// filter only becomes less precise. `canonical` returns the canonical form of an address
    /// stored in another form.
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

    /// Notes that the page of an address was read under another one.
    pub(super) fn alias(&mut self, url: &str) {
        self.aliases.insert(self.keys.of(url));
    }

    /// Whether the page of an address was read under another one.
    pub(super) fn is_alias(&self, key: UrlKey) -> bool {
        !self.aliases.is_empty() && self.aliases.contains(&key)
    }

    /// False: certainly new. True: query the store.
    pub(super) fn may_contain(&self, url: &str) -> bool {
        self.bloom.contains(url)
    }

    /// The key that confirms an address.
    pub(super) fn key(&self, url: &str) -> UrlKey {
        self.keys.of(url)
    }

    /// Whether the store reported that it would not queue the address as `kind`.
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

    /// Records that the store would not queue the address as `kind`. This holds for a run: it does
    /// not queue again what is queued, done or failed.
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
