//! A fast hash for short keys. Input: bytes. Output: a number, the same on every machine and
//! in every run. Not for keys with which an attacker could cause harmful collisions: the number of
//! keys is bounded by the content of one page.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Fowler, Noll and Vo's hash (FNV-1a, 64 bits).
#[derive(Clone, Copy)]
pub(crate) struct Fnv(u64);

/// Builds [`Fnv`] hashers.
pub(super) type Quick = BuildHasherDefault<Fnv>;

/// A map with fast hashes.
pub(crate) type QuickMap<K, V> = HashMap<K, V, Quick>;

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    /// Hashes numbers in one step: they are small, and byte by byte takes eight times as long.
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::hash::Hash;

    use super::*;

    #[test]
    fn keys_are_told_apart_and_hashed_alike() {
        let of = |key: (&str, usize)| {
            let mut hash = Fnv::default();
            key.hash(&mut hash);
            hash.finish()
        };
        assert_eq!(of(("div", 3)), of(("div", 3)));
        let mut seen = std::collections::HashSet::new();
        for name in ["div", "li", "", "a"] {
            for number in 0..200 {
                assert!(seen.insert(of((name, number))), "{name} {number}");
            }
        }
    }
}
