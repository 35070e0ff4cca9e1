//! User-set paces of single runs. Input: the minimum time between two requests that a user set
//! during a run. Output: that time, for each request of the run, including those already waiting
//! for their turn. It only slows a run down: the delays of the rule, robots.txt and supervision
//! stay the minimum.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use bowerbird_logic::model::SiteId;

/// The longest time between two pages that can be set.
const LONGEST: Duration = Duration::from_secs(600);

/// The user-set gaps, by site.
#[derive(Default)]
pub(crate) struct Paces {
    gaps: Mutex<HashMap<SiteId, Duration>>,
    changed: Notify,
}

impl Paces {
    /// Sets the minimum gap between requests of the run of `site`; zero restores the rule's.
    pub(crate) fn set(&self, site: SiteId, gap: Duration) {
        match gap.is_zero() {
            true => self.lock().remove(&site),
            false => self.lock().insert(site, gap.min(LONGEST)),
        };
        self.changed.notify_waiters();
    }

    /// The user-set gap; zero if there is none.
    pub(crate) fn of(&self, site: SiteId) -> Duration {
        self.lock().get(&site).copied().unwrap_or_default()
    }

    /// Completes when a gap is set after this was called and polled once.
    pub(crate) fn changed(&self) -> tokio::sync::futures::Notified<'_> {
        self.changed.notified()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SiteId, Duration>> {
        self.gaps.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_bounded_and_goes_when_it_is_none() {
        let paces = Paces::default();
        let site = SiteId(3);
        assert!(paces.of(site).is_zero());
        paces.set(site, Duration::from_secs(100_000));
        assert_eq!(paces.of(site), LONGEST);
        paces.set(site, Duration::ZERO);
        assert!(paces.of(site).is_zero() && paces.lock().is_empty());
    }
}
