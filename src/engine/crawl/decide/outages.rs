//! Whether a site is down. Flows in: pages that were given up because nobody answered well. Flows
//! out: how many in a row, which decides whether the run ends; and the pages of a host that cannot
//! be reached, held until that is known. They are given up when the host answers again or the run
//! comes to its end, and wait for the next run when the run ends because the host is down.

use url::Url;

use super::deferred::Aside;
use crate::crawl::read::Reading;
use crate::crawl::run::site_run::SiteRun;
use bowerbird_io::store::Queued;
use bowerbird_logic::model::PageState;

/// Of so many outages on several hosts one counts: a list of links may have some dead ones in a
/// row, while a computer without a network reaches none.
const OF_SEVERAL_HOSTS: u32 = 4;

/// Faults by which a host cannot be reached at all. Silence may be of one page alone.
const UNREACHABLE: [&str; 2] = ["fetch-connect", "fetch-dns"];

/// An address that was not asked because it lies inside of the network.
const NOT_ASKED: &str = "fetch-out-of-reach";

/// Whether a page was not asked for: that says nothing of its site, nor of the way there.
pub(in crate::crawl) fn was_not_asked(reading: &Reading) -> bool {
    let fault = reading.fault.as_ref();
    fault.is_some_and(|fault| fault.id.as_str() == NOT_ASKED)
}

/// Answers that came and that this program does not take: faults of single pages.
const PAGE_FAULTS: [&str; 4] = [
    "fetch-too-large",
    "fetch-head-too-large",
    "fetch-too-many-elements",
    "fetch-too-much-work",
];

/// Whether it was this program that asked for no page or took none: that is no outage of the site.
pub(in crate::crawl) fn is_own_refusal(reading: &Reading) -> bool {
    let fault = reading.fault.as_ref().map(|fault| fault.id.as_str());
    was_not_asked(reading) || fault.is_some_and(|id| PAGE_FAULTS.contains(&id))
}

/// The outages in a row.
#[derive(Default)]
pub(in crate::crawl) struct Outages {
    streak: u32,
    host: String,
    of_host: u32,
    held: Vec<Aside>,
}

impl Outages {
    /// How many outages in a row come before one of `url`.
    pub(in crate::crawl) fn streak(&self, url: &str) -> u32 {
        let of_host = match host_of(url) == self.host {
            true => self.of_host,
            false => 0,
        };
        of_host.max(self.streak / OF_SEVERAL_HOSTS)
    }

    /// Counts one of `url`; what is held of another host, which is to be given up.
    fn count(&mut self, url: &str) -> Vec<Aside> {
        self.streak += 1;
        let host = host_of(url);
        if host == self.host {
            self.of_host += 1;
            return Vec::new();
        }
        (self.host, self.of_host) = (host, 1);
        self.take()
    }

    /// What is held; nothing is from now on.
    pub(in crate::crawl) fn take(&mut self) -> Vec<Aside> {
        std::mem::take(&mut self.held)
    }

    /// What is held.
    pub(in crate::crawl) fn held(&self) -> &[Aside] {
        &self.held
    }
}

impl SiteRun {
    /// Notes that a page is given up; it is held back here where its host cannot be reached.
    pub(in crate::crawl) fn note_outage(
        &mut self,
        queued: Queued,
        reading: Reading,
    ) -> Option<Aside> {
        let state = reading.state();
        let counts = matches!(state, PageState::Outage | PageState::Incomplete);
        if !counts || is_own_refusal(&reading) {
            return Some(Aside { queued, reading });
        }
        let fault = reading.fault.as_ref().map(|fault| fault.id.as_str());
        let is_gone = fault.is_some_and(|id| UNREACHABLE.contains(&id));
        for aside in self.deferred.down.count(&queued.request.url) {
            self.lose(aside);
        }
        let aside = Aside { queued, reading };
        if !is_gone {
            return Some(aside);
        }
        self.deferred.down.held.push(aside);
        None
    }

    /// The site answers, or the run is at its end: what is held is given up.
    pub(in crate::crawl) fn give_up_held(&mut self) {
        for aside in self.deferred.down.take() {
            self.lose(aside);
        }
    }

    /// A good answer.
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
