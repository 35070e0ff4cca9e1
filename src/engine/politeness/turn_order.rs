//! The order in which waiting requests get the turns of one host: the site that was served the
//! longest ago comes first, so that sites of one host share its delay. Input: waiting requests and
//! granted turns. Output: which requests come before a given one. Never looks at the clock.

use tokio::time::Instant;

use super::pace::Pace;
use bowerbird_logic::model::SiteId;

/// Maximum sites whose last turn is remembered. A forgotten one is as early as a new one, and it
/// was the earliest of all.
const MAX_SERVED: usize = 64;

/// A request that waits for a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingTurn {
    /// Its number, in the order of arrival.
    number: u64,
    /// Its site; `None` for requests of no site of the project: a page that a person views, a crawl
    /// of a whole site.
    site: Option<SiteId>,
    /// Its pace.
    pub(super) pace: Pace,
    /// When it arrived.
    pub(super) since: Instant,
}

/// The waiting requests of a host, and the sites that had turns.
#[derive(Debug, Default)]
pub(super) struct TurnOrder {
    last: u64,
    waiting: Vec<WaitingTurn>,
    /// The one served the longest ago comes first.
    served: Vec<Option<SiteId>>,
}

impl TurnOrder {
    /// Adds a waiting request; returns its number.
    pub(super) fn enter(&mut self, site: Option<SiteId>, pace: Pace, since: Instant) -> u64 {
        self.last += 1;
        self.waiting.push(WaitingTurn {
            number: self.last,
            site,
            pace,
            since,
        });
        self.last
    }

    /// Removes a request that has its turn or no longer waits for one.
    pub(super) fn leave(&mut self, number: u64) {
        self.waiting.retain(|waiting| waiting.number != number);
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Records that the request of that number gets its turn.
    pub(super) fn serve(&mut self, number: u64) {
        let Some(site) = self.find(number).map(|waiting| waiting.site) else {
            return;
        };
        self.served.retain(|served| *served != site);
        self.served.push(site);
        if self.served.len() > MAX_SERVED {
            self.served.remove(0);
        }
    }

    /// The requests that come before the one of that number.
    pub(super) fn before(&self, number: u64) -> impl Iterator<Item = &WaitingTurn> {
        let rank = |waiting: &WaitingTurn| {
            let served = self.served.iter().position(|site| *site == waiting.site);
            (served, waiting.number)
        };
        let own = self.find(number).map(rank);
        // `None` is less than `Some`: a site without a turn yet comes first.
        self.waiting
            .iter()
            .filter(move |other| own.is_some_and(|own| rank(other) < own))
    }

    fn find(&self, number: u64) -> Option<&WaitingTurn> {
        self.waiting.iter().find(|waiting| waiting.number == number)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::politeness::pace::AskedBy;

    #[test]
    fn the_site_served_the_longest_ago_comes_first() {
        let pace = Pace {
            delay: Duration::from_secs(1),
            asked_by: AskedBy::Rule,
            at_once: 1,
            adaptive: false,
        };
        let now = Instant::now();
        let mut order = TurnOrder::default();
        let enter = |order: &mut TurnOrder, site| order.enter(Some(SiteId(site)), pace, now);
        let first = |order: &TurnOrder, numbers: &[u64]| {
            let mut free = numbers
                .iter()
                .filter(|number| order.before(**number).count() == 0);
            *free.next().expect("one comes first")
        };
        let one = [1, 1, 2].map(|site| enter(&mut order, site));
        assert_eq!(first(&order, &one), one[0], "the one that came first");
        order.serve(one[0]);
        order.leave(one[0]);
        assert_eq!(first(&order, &one[1..]), one[2], "the other site");
        order.serve(one[2]);
        order.leave(one[2]);
        let again = enter(&mut order, 2);
        assert_eq!(first(&order, &[one[1], again]), one[1]);
        let new = enter(&mut order, 3);
        assert_eq!(first(&order, &[one[1], again, new]), new, "never served");
        order.leave(new);
        order.leave(one[1]);
        assert_eq!(first(&order, &[again]), again);
        order.leave(again);
        assert!(order.is_empty());
    }
}
