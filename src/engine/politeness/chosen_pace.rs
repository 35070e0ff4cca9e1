//! How fast people let single runs go. Flows in: the least time between two requests that somebody
//! asked for while a run went on. Flows out: that time, to each request of the run, also to those
//! that wait for their turn already. It only ever slows a run down: the rule's delay, robots.txt and
//! what supervision asks for stay the least.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use bowerbird_logic::model::SiteId;

/// Nobody waits longer between two pages of a run that goes on.
const LONGEST: Duration = Duration::from_secs(600);

/// The gaps asked for, by site.
#[derive(Default)]
pub(crate) struct Paces {
    gaps: Mutex<HashMap<SiteId, Duration>>,
    changed: Notify,
}

impl Paces {
    /// From now on requests of the run of `site` begin at least `gap` apart; zero leaves that to the
    /// rule again.
    pub(crate) fn set(&self, site: SiteId, gap: Duration) {
        match gap.is_zero() {
            true => self.lock().remove(&site),
            false => self.lock().insert(site, gap.min(LONGEST)),
        };
        self.changed.notify_waiters();
    }

    /// The gap asked for; zero where nobody did.
    pub(crate) fn of(&self, site: SiteId) -> Duration {
        self.lock().get(&site).copied().unwrap_or_default()
    }

    /// Comes back when a gap is set after this was called and polled once.
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
