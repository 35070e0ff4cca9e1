//! Addresses as short keys, for sets of very many. Flows in: addresses. Flows out: hashes of 127
//! bits under random keys: that two of a billion addresses meet is less likely than that the
//! memory errs, and nobody outside can prepare addresses that do.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

/// Makes keys; those of one maker compare.
#[derive(Default)]
pub struct Keys(RandomState, RandomState);

impl Keys {
    /// The key of an address.
    pub fn of(&self, url: &str) -> UrlKey {
        let halves = [&self.0, &self.1].map(|state| u128::from(state.hash_one(url)));
        UrlKey(halves.into_iter().fold(0, |key, half| key << 64 | half) & !MARK)
    }
}

/// The bit of a key that is no part of the hash.
const MARK: u128 = 1;

/// An address. A mark may be put on it, which makes no difference to which address it is.
#[derive(Clone, Copy, Debug)]
pub struct UrlKey(u128);

impl UrlKey {
    /// The key with the mark.
    #[must_use]
    pub fn marked(self) -> Self {
        Self(self.0 | MARK)
    }

    /// Whether it has the mark.
    pub fn is_marked(self) -> bool {
        self.0 & MARK != 0
    }

    /// The key of the address together with a small number, a key of its own.
    #[must_use]
    pub fn with(self, number: u8) -> Self {
        Self(self.0 ^ u128::from(number) << 1)
    }
}

impl PartialEq for UrlKey {
    fn eq(&self, other: &Self) -> bool {
        (self.0 ^ other.0) & !MARK == 0
    }
}

impl Eq for UrlKey {}

impl Hash for UrlKey {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64((self.0 >> 64) as u64);
    }
}

/// A set of keys; they are hashes already.
pub type KeySet = HashSet<UrlKey, ByItself>;

/// Takes the key for its hash.
#[derive(Clone, Default)]
pub struct ByItself;

/// See [`ByItself`].
pub struct Itself(u64);

impl BuildHasher for ByItself {
    type Hasher = Itself;

    fn build_hasher(&self) -> Itself {
        Itself(0)
    }
}

impl Hasher for Itself {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_addresses_apart_and_marks_do_not() {
        let keys = Keys::default();
        let (a, b) = (keys.of("http://h/a"), keys.of("http://h/b"));
        assert_eq!(a, keys.of("http://h/a"));
        assert_ne!(a, b);
        assert_ne!(a, a.with(1));
        assert_ne!(a.with(1), a.with(2));
        assert_eq!(a, a.marked());
        assert!(a.marked().is_marked() && !a.is_marked());
        let mut set = KeySet::default();
        assert!(set.insert(a));
        assert!(!set.insert(a.marked()) && set.insert(b) && set.insert(a.with(1)));
    }
}
