//! Which leased request is begun next, so that a slow host holds up none but its own. Flows in:
//! requests as the frontier leases them, lists first. Flows out: the first whose host has room.
//! The pause between two requests of a host is kept elsewhere, for all sites that share it.

use std::collections::HashMap;

use url::Url;

use bowerbird_io::store::{Queued, RequestKind};
use bowerbird_logic::model::RequestId;

/// Requests that may wait here for their hosts: so many of a busy host may stand in the queue
/// before those of another one, and that is asked all the same.
const MAX_HELD: usize = 1024;
/// The same while all are of one host, where more would be of no use.
const MAX_HELD_OF_ONE: usize = 64;
/// Requests under way at once over all hosts.
const MAX_AT_ONCE: u32 = 32;

/// The requests of a run by their hosts.
pub(in crate::crawl) struct ByHost {
    /// Requests at once to one host.
    at_once: u32,
    /// Leased, not begun, in the frontier's order.
    held: Vec<Queued>,
    under_way: HashMap<String, u32>,
    /// The first host, and whether there was another.
    first: Option<String>,
    several: bool,
    /// Whether the last of a host goes first.
    from_end: bool,
}

impl ByHost {
    /// `several` says that the start addresses are of several hosts; else the first request to
    /// another host tells.
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

    /// From now on so many requests at once to one host.
    pub(in crate::crawl) fn limit(&mut self, at_once: u32) {
        self.at_once = at_once.max(1);
    }

    /// Whether the last page that is held of a host goes first: where one after the other fails alike,
    /// one from further on tells more than the next.
    pub(in crate::crawl) fn take_from_end(&mut self, from_end: bool) {
        self.from_end = from_end;
    }

    /// Whether as many as may be are gathered before the next one is begun.
    pub(in crate::crawl) fn takes_from_end(&self) -> bool {
        self.from_end
    }

    /// Requests under way to the host of `queued`.
    pub(in crate::crawl) fn beside(&self, queued: &Queued) -> u32 {
        self.under_way.get(&host_of(queued)).copied().unwrap_or(0)
    }

    /// Whether one more request may be begun at all.
    pub(in crate::crawl) fn has_room(&self) -> bool {
        let most = match self.several {
            true => MAX_AT_ONCE.max(self.at_once),
            false => self.at_once,
        };
        self.under_way.values().sum::<u32>() < most
    }

    /// Whether one more request may be held.
    pub(in crate::crawl) fn can_hold_more(&self) -> bool {
        let most = match self.several {
            true => MAX_HELD,
            false => MAX_HELD_OF_ONE,
        };
        self.held.len() < most
    }

    /// What is held.
    pub(in crate::crawl) fn held(&self) -> impl Iterator<Item = RequestId> + '_ {
        self.held.iter().map(|queued| queued.id)
    }

    /// Takes a leased request in; lists go before the rest.
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

    /// The first request whose host has room; it is under way from now on.
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

    /// A request that was begun has ended.
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

/// Host and port; addresses that cannot be read have one of their own together.
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
