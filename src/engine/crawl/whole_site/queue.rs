//! The addresses of a crawl: those seen, each in twelve bytes, and those that wait, first in first
//! out, each stored as its difference to the previous one. A million fit in some 60 MB.

use std::collections::VecDeque;

use bowerbird_io::frontier::{KeySet, UrlKey};

/// The size in bytes after which a new block begins.
const BLOCK: usize = 64 * 1024;

/// Addresses waiting.
#[derive(Default)]
pub(super) struct Queue {
    blocks: VecDeque<Vec<u8>>,
    length: usize,
    /// The last address added, and the last one removed: blocks hold differences.
    newest: String,
    oldest: String,
    /// The start of the next address in the first block.
    at: usize,
}

impl Queue {
    /// Appends an address, found `depth` links from the start.
    pub(super) fn push(&mut self, url: &str, depth: u32) {
        if self.blocks.back().is_none_or(|block| block.len() >= BLOCK) {
            self.newest.clear();
            self.blocks.push_back(Vec::new());
        }
        let shared = shared_length(&self.newest, url);
        if let Some(block) = self.blocks.back_mut() {
            let own = url.get(shared..).unwrap_or_default();
            for number in [
                shared,
                own.len(),
                usize::try_from(depth).unwrap_or(usize::MAX),
            ] {
                put_number(block, number);
            }
            block.extend_from_slice(own.as_bytes());
        }
        url.clone_into(&mut self.newest);
        self.length += 1;
    }

    /// Removes the first one, with its depth.
    pub(super) fn pop(&mut self) -> Option<(String, u32)> {
        if self.blocks.front()?.len() <= self.at {
            self.blocks.pop_front();
            self.at = 0;
            self.oldest.clear();
        }
        let mut rest = self.blocks.front()?.get(self.at..)?;
        let before = rest.len();
        let shared = take_number(&mut rest)?;
        let length = take_number(&mut rest)?;
        let depth = take_number(&mut rest)?;
        let own = rest.get(..length)?;
        self.at += before - rest.len() + length;
        self.oldest.truncate(shared);
        self.oldest.push_str(std::str::from_utf8(own).ok()?);
        self.length -= 1;
        Some((
            self.oldest.clone(),
            u32::try_from(depth).unwrap_or(u32::MAX),
        ))
    }

    /// The number of waiting addresses.
    pub(super) fn len(&self) -> usize {
        self.length
    }
}

/// The length of the common prefix in bytes, up to a character boundary.
fn shared_length(one: &str, other: &str) -> usize {
    let mut bytes = one.bytes().zip(other.bytes());
    let shared = bytes
        .position(|(a, b)| a != b)
        .unwrap_or_else(|| one.len().min(other.len()));
    other.floor_char_boundary(shared)
}

/// Seven bits a byte, the lowest first; the eighth bit says that more follow.
fn put_number(block: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        block.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    block.push(number as u8);
}

fn take_number(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    let mut shift = 0;
    loop {
        let (byte, others) = rest.split_first()?;
        *rest = others;
        number |= usize::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

/// The addresses seen. The mark on a key says that the address has a record.
#[derive(Default)]
pub(super) struct SeenAddresses {
    keys: KeySet,
}

impl SeenAddresses {
    /// Adds an address; returns whether it is new.
    pub(super) fn insert(&mut self, key: UrlKey) -> bool {
        self.keys.insert(key)
    }

    /// Records that the address has a record; returns whether it had none.
    pub(super) fn write(&mut self, key: UrlKey) -> bool {
        let before = self.keys.replace(key.marked());
        before.is_none_or(|before| !before.is_marked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_io::frontier::Keys;

    #[test]
    fn addresses_come_out_as_they_went_in() {
        let mut queue = Queue::default();
        let url = |n: u32| {
            format!(
                "http://host/新闻/{}/{}.html",
                n % 7,
                "x".repeat(n as usize % 300)
            )
        };
        // Several blocks, with alternating reads and writes.
        let mut next = 0;
        for n in 0..5000 {
            queue.push(&url(n), n);
            if n % 3 > 0 {
                assert_eq!(queue.pop(), Some((url(next), next)));
                next += 1;
            }
        }
        assert_eq!(queue.len(), 5000 - next as usize);
        while let Some(popped) = queue.pop() {
            assert_eq!(popped, (url(next), next));
            next += 1;
        }
        assert_eq!((next, queue.len(), queue.pop()), (5000, 0, None));
        queue.push("http://h/", 1);
        assert_eq!(queue.pop(), Some(("http://h/".to_owned(), 1)));
    }

    #[test]
    fn an_address_is_new_once_and_written_once() {
        let (keys, mut seen) = (Keys::default(), SeenAddresses::default());
        let (a, b) = (keys.of("http://h/a"), keys.of("http://h/b"));
        assert!(seen.insert(a));
        assert!(!seen.insert(a));
        assert!(seen.write(a));
        assert!(!seen.write(a));
        assert!(!seen.insert(a));
        assert!(seen.write(b), "come upon by a redirect");
        assert!(!seen.insert(b));
        assert!(!seen.write(b));
    }

    proptest::proptest! {
        #[test]
        fn any_addresses_come_out_again(urls in proptest::collection::vec("[a中/é]{0,9}", 0..40)) {
            let mut queue = Queue::default();
            for url in &urls {
                queue.push(url, 3);
            }
            for url in urls {
                proptest::prop_assert_eq!(queue.pop(), Some((url, 3)));
            }
        }
    }
}
