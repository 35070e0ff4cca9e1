//! The bodies of one run by hash, to detect a page sent for every address. Input: each body with
//! its address. Output: whether another address had the same, and of which kind.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// The maximum number of bodies remembered per run.
const MAX_BODIES: usize = 50_000;

/// Whether another address of the run had the same body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeats {
    /// None had.
    Nothing,
    /// One that is not a list.
    Page,
    /// A list: for example the front page, sent for every article.
    List,
}

/// Addresses by the hash of their body, with whether they are lists.
#[derive(Default)]
pub(super) struct Bodies(Mutex<HashMap<u64, Known>>);

/// What is known about a body.
struct Known {
    /// The first address that had it.
    first: String,
    is_list: bool,
    /// Whether addresses of different forms had it.
    mixed: bool,
}

impl Bodies {
    /// Whether another address had the same body; records this one.
    pub(super) fn repeats(&self, body: &str, url: &str, is_list: bool) -> Repeats {
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match seen.get_mut(&hasher.finish()) {
            Some(known) if known.first == url => Repeats::Nothing,
            Some(known) => {
                known.mixed |= form(&known.first) != form(url);
                match known.is_list {
                    true => Repeats::List,
                    false => Repeats::Page,
                }
            }
            None => {
                if seen.len() < MAX_BODIES {
                    let known = Known {
                        first: url.to_owned(),
                        is_list,
                        mixed: false,
                    };
                    seen.insert(hasher.finish(), known);
                }
                Repeats::Nothing
            }
        }
    }

    /// Whether all addresses that had the body differ only in numbers, like the days of a calendar.
    pub(super) fn of_one_form(&self, body: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        body.hash(&mut hasher);
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&hasher.finish()).is_none_or(|known| !known.mixed)
    }
}

/// An address with each number replaced by one sign.
fn form(url: &str) -> String {
    let mut form = String::with_capacity(url.len());
    for c in url.chars() {
        match c.is_ascii_digit() {
            true if form.ends_with('#') => {}
            true => form.push('#'),
            false => form.push(c),
        }
    }
    form
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_a_calendar_have_one_form() {
        let bodies = Bodies::default();
        for day in 1..12 {
            let url = format!("http://h/calendar/2026-01-{day:02}?v=1");
            bodies.repeats("nothing on this day", &url, false);
        }
        assert!(bodies.of_one_form("nothing on this day"));
        bodies.repeats("the front page", "http://h/", false);
        bodies.repeats("the front page", "http://h/p/7", false);
        assert!(!bodies.of_one_form("the front page"));
    }
}
