//! Short keys for addresses, for very large sets. Input: addresses. Output: 95-bit hashes
//! under random keys: among a billion addresses, the chance of any collision is one in eighty
//! billion, and nobody outside can construct one. Twelve bytes, because a run holds millions of
//! them.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

/// Makes keys; only keys of the same maker are comparable.
#[derive(Default)]
pub struct Keys(RandomState, RandomState);

impl Keys {
    /// The key of an address.
    pub fn of(&self, url: &str) -> UrlKey {
        let [a, b, c, d, ..] = self.1.hash_one(url).to_le_bytes();
        UrlKey {
            long: self.0.hash_one(url).to_le_bytes(),
            short: [a, b, c, d & !MARK],
        }
    }
}

/// The bit of a key's last byte that is not part of the hash.
const MARK: u8 = 1;

/// An address. It can carry a mark, which does not affect comparison.
#[derive(Clone, Copy, Debug)]
pub struct UrlKey {
    // A byte array, so that the key takes twelve bytes and not sixteen.
    long: [u8; 8],
    short: [u8; 4],
}

impl UrlKey {
    /// Returns the key with the mark.
    #[must_use]
    pub fn marked(self) -> Self {
        let [a, b, c, d] = self.short;
        Self {
            short: [a, b, c, d | MARK],
            ..self
        }
    }

    /// Whether it carries the mark.
    pub fn is_marked(self) -> bool {
        let [.., last] = self.short;
        last & MARK != 0
    }

    /// A key for the address combined with a small number (below 128).
    #[must_use]
    pub fn with(self, number: u8) -> Self {
        let [a, b, c, d] = self.short;
        Self {
            short: [a, b, c, d ^ number << 1],
            ..self
        }
    }
}

impl PartialEq for UrlKey {
    fn eq(&self, other: &Self) -> bool {
        self.long == other.long && self.marked().short == other.marked().short
    }
}

impl Eq for UrlKey {}

impl Hash for UrlKey {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(u64::from_le_bytes(self.long));
    }
}

/// A set of keys; they are already hashes.
pub type KeySet = HashSet<UrlKey, NoHashHasher>;

/// Uses the key as its own hash.
#[derive(Clone, Default)]
pub struct NoHashHasher;

/// See [`NoHashHasher`].
pub struct Itself(u64);

impl BuildHasher for NoHashHasher {
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
        assert_eq!(size_of::<UrlKey>(), 12);
    }
}
