//! Whether a site is down. Input: pages given up without a good answer. Output: the number of
//! consecutive ones, which decides whether the run ends; and the pages of an unreachable host, held
//! until it is known whether the site is down. They are given up when the host answers again or the
//! run completes, and wait for the next run when this one ends because the host is down.

use url::Url;

use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::deferred_pages::HeldPage;
use crate::crawl::read::Reading;
use bowerbird_io::store::Queued;
use bowerbird_logic::model::PageState;

/// This many outages on several hosts count as one: a list of links may contain consecutive dead
/// ones, while a computer without a network reaches none.
const OF_SEVERAL_HOSTS: u32 = 4;

/// Faults that make a host unreachable. A timeout may affect a single page only.
const UNREACHABLE: [&str; 2] = ["fetch-connect", "fetch-dns"];

/// An address that was not requested because it is inside the network.
const NOT_ASKED: &str = "fetch-out-of-reach";

/// Whether a page was not requested: that says nothing about its site or the connection.
pub(in crate::crawl) fn was_not_asked(reading: &Reading) -> bool {
    let fault = reading.fault.as_ref();
    fault.is_some_and(|fault| fault.id.as_str() == NOT_ASKED)
}

/// Answers that arrived but that this program rejects: faults of single pages.
const PAGE_FAULTS: [&str; 4] = [
    "fetch-too-large",
    "fetch-head-too-large",
    "fetch-too-many-elements",
    "fetch-too-much-work",
];

/// Whether this program refused to request or accept the page: that is no outage of the site.
pub(in crate::crawl) fn is_own_refusal(reading: &Reading) -> bool {
    let fault = reading.fault.as_ref().map(|fault| fault.id.as_str());
    was_not_asked(reading) || fault.is_some_and(|id| PAGE_FAULTS.contains(&id))
}

/// The consecutive outages.
#[derive(Default)]
pub(in crate::crawl) struct Outages {
    streak: u32,
    host: String,
    of_host: u32,
    held: Vec<HeldPage>,
}

impl Outages {
    /// The number of consecutive outages before one at `url`.
    pub(in crate::crawl) fn streak(&self, url: &str) -> u32 {
        let of_host = match host_of(url) == self.host {
            true => self.of_host,
            false => 0,
        };
        of_host.max(self.streak / OF_SEVERAL_HOSTS)
    }

    /// Counts an outage at `url`; returns held pages of another host, which are to be given up.
    fn count(&mut self, url: &str) -> Vec<HeldPage> {
        self.streak += 1;
        let host = host_of(url);
        if host == self.host {
            self.of_host += 1;
            return Vec::new();
        }
        (self.host, self.of_host) = (host, 1);
        self.take()
    }

    /// Takes all held pages.
    pub(in crate::crawl) fn take(&mut self) -> Vec<HeldPage> {
        std::mem::take(&mut self.held)
    }

    /// The held pages.
    pub(in crate::crawl) fn held(&self) -> &[HeldPage] {
        &self.held
    }
}

impl OutcomeDecider {
    /// Records that a page is given up; holds it if its host is unreachable.
    pub(in crate::crawl) fn note_outage(
        &mut self,
        queued: Queued,
        reading: Reading,
    ) -> Option<HeldPage> {
        let state = reading.state();
        let counts = matches!(state, PageState::Outage | PageState::Incomplete);
        if !counts || is_own_refusal(&reading) {
            return Some(HeldPage { queued, reading });
        }
        let fault = reading.fault.as_ref().map(|fault| fault.id.as_str());
        let is_gone = fault.is_some_and(|id| UNREACHABLE.contains(&id));
        for page in self.deferred.down.count(&queued.request.url) {
            self.lose(page);
        }
        let page = HeldPage { queued, reading };
        if !is_gone {
            return Some(page);
        }
        self.deferred.down.held.push(page);
        None
    }

    /// Gives up the held pages: the site answers, or the run is at its end.
    pub(in crate::crawl) fn give_up_held(&mut self) {
        for page in self.deferred.down.take() {
            self.lose(page);
        }
    }

    /// Records a good answer.
    pub(in crate::crawl) fn is_up(&mut self) {
        if self.deferred.down.streak > 0 {
            self.give_up_held();
            self.deferred.down = Outages::default();
        }
    }
}

fn host_of(url: &str) -> String {
    let url = Url::parse(url).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    let port = url.as_ref().and_then(Url::port_or_known_default);
    format!("{host}:{}", port.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_hosts_are_given_more_time_than_one() {
        let mut down = Outages::default();
        for n in 0..4 {
            assert_eq!(down.streak("http://a.example/x"), n);
            down.count("http://a.example/y");
        }
        assert_eq!(down.streak("http://a.example:81/x"), 1);
        let mut down = Outages::default();
        for n in 0..16 {
            let url = format!("http://h{n}.example/");
            assert_eq!(down.streak(&url), n / OF_SEVERAL_HOSTS);
            down.count(&url);
        }
    }
}
