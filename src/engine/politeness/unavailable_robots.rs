//! A robots.txt that is unavailable for a long time. RFC 9309 section 2.3.1.4: while it is
//! unreachable because of a site fault, nothing may be fetched; after a reasonably long time (it
//! suggests 30 days) a crawler may treat it as missing. Input: the results of fetching it, run
//! after run. Output: whether it counts as missing. The start of the unavailability is stored in
//! the project. How long a failure is kept before robots.txt is fetched again is in
//! `bowerbird_io::fetch::robots`.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use url::Url;

use bowerbird_io::store::{Store, StoreError};
use bowerbird_logic::messages::Message;

/// The time after which it counts as missing, as the RFC suggests.
const COUNTS_AS_MISSING_AFTER: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A run's state of unavailable files.
#[derive(Default)]
pub(crate) struct UnavailableRobots {
    /// Origins whose file was fetched in this run.
    had: Mutex<HashSet<String>>,
    /// The message for the user about one that counts as missing.
    note: Mutex<Option<Message>>,
}

impl UnavailableRobots {
    /// Records the result for the file of `url`'s origin; returns whether it now counts as missing.
    pub(crate) fn counts_as_missing(&self, store: &Store, url: &Url, unreachable: bool) -> bool {
        let origin = url.origin().ascii_serialization();
        if !unreachable {
            let mut had = self.had.lock().unwrap_or_else(PoisonError::into_inner);
            if had.insert(origin.clone())
                && let Err(error) = tokio::task::block_in_place(|| forget(store, &origin))
            {
                tracing::warn!(%error, "cannot note that robots.txt can be had again");
            }
            return false;
        }
        let now = Timestamp::now();
        let since = tokio::task::block_in_place(|| since(store, &origin, now));
        let since = since.unwrap_or(now);
        if now.duration_since(since) < COUNTS_AS_MISSING_AFTER {
            return false;
        }
        let days = now.duration_since(since).as_hours() / 24;
        let mut note = self.note.lock().unwrap_or_else(PoisonError::into_inner);
        note.get_or_insert_with(|| {
            Message::new("engine-robots-long-gone")
                .with("host", origin)
                .with("days", days)
        });
        true
    }

    /// The message for the user.
    pub(crate) fn note(&self) -> Option<Message> {
        let note = self.note.lock().unwrap_or_else(PoisonError::into_inner);
        note.clone()
    }
}

/// Since when the file is unavailable: now, if unknown.
fn since(store: &Store, origin: &str, now: Timestamp) -> Result<Timestamp, StoreError> {
    let key = key(origin);
    let known = store.setting(&key)?.and_then(|text| text.parse().ok());
    // A future time was recorded by a wrong clock.
    if let Some(known) = known.filter(|known: &Timestamp| *known <= now) {
        return Ok(known);
    }
    store.set_setting(&key, &now.to_string())?;
    Ok(now)
}

fn forget(store: &Store, origin: &str) -> Result<(), StoreError> {
    let key = key(origin);
    match store.setting(&key)?.is_some_and(|since| !since.is_empty()) {
        true => store.set_setting(&key, ""),
        false => Ok(()),
    }
}

fn key(origin: &str) -> String {
    format!("robots-unreachable:{origin}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_time_counts_until_the_file_is_had_or_the_clock_was_wrong() {
        let store = Store::temporary().unwrap();
        let at = |day: i64| Timestamp::from_second(1_700_000_000 + day * 86_400).unwrap();
        let origin = "http://a.example";
        assert_eq!(since(&store, origin, at(0)).unwrap(), at(0));
        assert_eq!(since(&store, origin, at(31)).unwrap(), at(0));
        assert_eq!(since(&store, "http://b.example", at(31)).unwrap(), at(31));
        assert_eq!(since(&store, origin, at(-3)).unwrap(), at(-3));
        forget(&store, origin).unwrap();
        assert_eq!(since(&store, origin, at(40)).unwrap(), at(40));
    }
}
