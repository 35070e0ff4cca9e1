//! The bodies of one run by their hashes, to tell a page that comes for every address. Flows in:
//! each body with its address. Flows out: whether another address had the same.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// Bodies of one run remembered for telling repeated ones.
const MAX_BODIES: usize = 50_000;

/// Addresses by the hash of their body, to tell a page that comes for every address.
#[derive(Default)]
pub(super) struct Bodies(Mutex<HashMap<u64, String>>);

impl Bodies {
    /// Whether another address had the same body; remembers this one.
    pub(super) fn repeats(&self, body: &str, url: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match seen.get(&hasher.finish()) {
            Some(first) => first != url,
            None => {
                if seen.len() < MAX_BODIES {
                    seen.insert(hasher.finish(), url.to_owned());
                }
                false
            }
        }
    }
}
