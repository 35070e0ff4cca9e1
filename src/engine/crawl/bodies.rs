//! The bodies of one run by their hashes, to tell a page that comes for every address. Flows in:
//! each body with its address. Flows out: whether another address had the same, and of which kind.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// Bodies of one run remembered for telling repeated ones.
const MAX_BODIES: usize = 50_000;

/// Whether another address of the run had the same body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeats {
    /// None had.
    Nothing,
    /// One that is no list.
    Page,
    /// A list: the front page, say, that comes for every article.
    List,
}

/// Addresses by the hash of their body, with whether they are lists.
#[derive(Default)]
pub(super) struct Bodies(Mutex<HashMap<u64, (String, bool)>>);

impl Bodies {
    /// Whether another address had the same body; remembers this one.
    pub(super) fn repeats(&self, body: &str, url: &str, is_list: bool) -> Repeats {
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match seen.get(&hasher.finish()) {
            Some((first, _)) if first == url => Repeats::Nothing,
            Some((_, true)) => Repeats::List,
            Some((_, false)) => Repeats::Page,
            None => {
                if seen.len() < MAX_BODIES {
                    seen.insert(hasher.finish(), (url.to_owned(), is_list));
                }
                Repeats::Nothing
            }
        }
    }
}
