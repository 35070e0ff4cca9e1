//! Selects the next leased request to start, so that a slow host delays only its own requests.
//! Input: requests in lease order, lists first. Output: the first one whose host has
//! capacity. The delay between two requests to a host is managed elsewhere, for all sites that
//! share it.

use std::collections::HashMap;

use url::Url;

use bowerbird_io::store::{Queued, RequestKind};
use bowerbird_logic::model::RequestId;

/// The maximum number of requests waiting here for their hosts: this many for a busy host may
/// precede those for another, which is still served.
const MAX_HELD: usize = 1024;
/// The same while all are for one host, where more would be useless.
const MAX_HELD_OF_ONE: usize = 64;
/// The maximum number of concurrent requests over all hosts.
const MAX_AT_ONCE: u32 = 32;

/// The requests of a run by their hosts.
pub(in crate::crawl) struct ByHost {
    /// Concurrent requests to one host.
    at_once: u32,
    /// Leased, not started, in the frontier's order.
    held: Vec<Queued>,
    under_way: HashMap<String, u32>,
    /// The first host, and whether there was another.
    first: Option<String>,
    several: bool,
    /// Whether the last request of a host goes first.
    from_end: bool,
}

impl ByHost {
    /// `several` says that the start addresses are on several hosts; otherwise the first request to
    /// another host shows it.
    pub(in crate::crawl) fn new(at_once: u32, several: bool) -> Self {
        Self {
            at_once: at_once.max(1),
            held: Vec::new(),
            under_way: HashMap::new(),
            first: None,
            several,
            from_end: false,
        }
    }

    /// Limits the concurrent requests to one host from now on.
    pub(in crate::crawl) fn limit(&mut self, at_once: u32) {
        self.at_once = at_once.max(1);
    }

    /// Sets whether the last held page of a host goes first: when consecutive pages fail alike, a
    /// later one is more informative than the next.
    pub(in crate::crawl) fn take_from_end(&mut self, from_end: bool) {
        self.from_end = from_end;
    }

    /// Whether the queue is filled before the next request is started.
    pub(in crate::crawl) fn takes_from_end(&self) -> bool {
        self.from_end
    }

    /// The number of concurrent requests to the host of `queued`.
    pub(in crate::crawl) fn beside(&self, queued: &Queued) -> u32 {
        self.under_way.get(&host_of(queued)).copied().unwrap_or(0)
    }

    /// Whether another request may be started at all.
    pub(in crate::crawl) fn has_room(&self) -> bool {
        let most = match self.several {
            true => MAX_AT_ONCE.max(self.at_once),
            false => self.at_once,
        };
        self.under_way.values().sum::<u32>() < most
    }

    /// Whether another request may be held.
    pub(in crate::crawl) fn can_hold_more(&self) -> bool {
        let most = match self.several {
            true => MAX_HELD,
            false => MAX_HELD_OF_ONE,
        };
        self.held.len() < most
    }

    /// The held requests.
    pub(in crate::crawl) fn held(&self) -> impl Iterator<Item = RequestId> + '_ {
        self.held.iter().map(|queued| queued.id)
    }

    /// Takes all held requests out.
    pub(in crate::crawl) fn take_held(&mut self) -> Vec<Queued> {
        std::mem::take(&mut self.held)
    }

    /// Adds a leased request; lists go before the rest.
    pub(in crate::crawl) fn hold(&mut self, queued: Queued) {
        let host = host_of(&queued);
        match &self.first {
            Some(first) => self.several |= *first != host,
            None => self.first = Some(host),
        }
        let is_list = |queued: &Queued| queued.request.kind == RequestKind::List;
        let at = match is_list(&queued) {
            true => self.held.iter().take_while(|held| is_list(held)).count(),
            false => self.held.len(),
        };
        self.held.insert(at, queued);
    }

    /// Starts the first request whose host has capacity.
    pub(in crate::crawl) fn begin(&mut self) -> Option<Queued> {
        let free = |queued: &Queued| self.beside(queued) < self.at_once;
        let mut at = self.held.iter().position(free)?;
        let first = self.held.get(at)?;
        if self.from_end && first.request.kind != RequestKind::List {
            at = self.held.iter().rposition(free)?;
        }
        let queued = self.held.remove(at);
        *self.under_way.entry(host_of(&queued)).or_default() += 1;
        Some(queued)
    }

    /// Records that a started request has ended.
    pub(in crate::crawl) fn ended(&mut self, queued: &Queued) {
        let host = host_of(queued);
        if let Some(busy) = self.under_way.get_mut(&host) {
            *busy = busy.saturating_sub(1);
            if *busy == 0 {
                self.under_way.remove(&host);
            }
        }
    }
}

/// Host and port; unparsable addresses share one entry.
fn host_of(queued: &Queued) -> String {
    let url = Url::parse(&queued.request.url).ok();
    url.map_or_else(String::new, |url| {
        format!(
            "{}:{}",
            url.host_str().unwrap_or_default(),
            url.port_or_known_default().unwrap_or_default()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bowerbird_io::store::NewRequest;
    use bowerbird_logic::model::{ListPosition, RunId};

    fn queued(id: i64, kind: RequestKind, url: &str) -> Queued {
        Queued {
            id: RequestId(id),
            found_in: RunId(1),
            request: NewRequest {
                url: url.to_owned(),
                kind,
                position: ListPosition::default(),
                depth: 0,
                fields: Vec::new(),
                sources: Default::default(),
            },
            attempts: 0,
            again: false,
        }
    }

    fn page(id: i64, url: &str) -> Queued {
        queued(id, RequestKind::Content, url)
    }

    #[test]
    fn a_busy_host_holds_up_none_but_its_own() {
        let mut hosts = ByHost::new(1, false);
        hosts.hold(page(1, "http://slow.example/1"));
        hosts.hold(page(2, "http://slow.example/2"));
        hosts.hold(page(3, "http://quick.example/1"));
        let first = hosts.begin().expect("one");
        assert_eq!(first.id, RequestId(1));
        assert!(hosts.has_room());
        let second = hosts.begin().expect("of the other host");
        assert_eq!(second.id, RequestId(3));
        assert_eq!(hosts.begin(), None);
        hosts.ended(&first);
        assert_eq!(hosts.begin().map(|next| next.id), Some(RequestId(2)));
    }

    #[test]
    fn one_host_alone_has_no_more_than_its_share() {
        let mut hosts = ByHost::new(2, false);
        for id in 1..5 {
            hosts.hold(page(id, "http://one.example/"));
        }
        assert!(hosts.begin().is_some() && hosts.has_room());
        assert!(hosts.begin().is_some() && !hosts.has_room());
    }

    #[test]
    fn lists_go_first() {
        let mut hosts = ByHost::new(1, false);
        hosts.hold(page(1, "http://a.example/1"));
        hosts.hold(queued(2, RequestKind::List, "http://a.example/list"));
        hosts.hold(queued(3, RequestKind::List, "http://a.example/more"));
        let order: Vec<_> = std::iter::from_fn(|| {
            let next = hosts.begin()?;
            hosts.ended(&next);
            Some(next.id.0)
        })
        .collect();
        assert_eq!(order, [2, 3, 1]);
    }
}
