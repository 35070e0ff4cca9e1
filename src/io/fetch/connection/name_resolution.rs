//! Resolves names with a separate time limit, so that a silent name server is distinguished from a
//! silent site. Input: a name. Output: addresses in reach of the session, or why there are
//! none. The checked addresses are those connected to: a name that resolves differently next time
//! is checked again.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::phases;
use bowerbird_logic::policy::address_policy::{AddressSpace, Reach, space_of_resolved};

/// The name server did not answer in time.
#[derive(Debug)]
pub(crate) struct NameTimeout {
    /// Seconds waited.
    pub(super) seconds: u64,
}

impl std::fmt::Display for NameTimeout {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no answer from the name server in {} s", self.seconds)
    }
}

impl std::error::Error for NameTimeout {}

/// The name resolves only to addresses out of reach.
#[derive(Debug)]
pub(crate) struct OutOfReach {
    /// The first of them.
    pub(crate) address: IpAddr,
    /// The address space it is in.
    pub(crate) space: AddressSpace,
}

impl std::fmt::Display for OutOfReach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is out of reach", self.address)
    }
}

impl std::error::Error for OutOfReach {}

/// The system's resolver, with a time limit.
pub(super) struct Names {
    pub(super) limit: Duration,
    /// Where connections may go; unrestricted when absent, as for a proxy.
    pub(super) reach: Option<Reach>,
    /// Names that must stay internal.
    pub(super) inside: NamesInside,
}

/// Names that the user typed and that resolved to internal addresses. They resolve to nothing else
/// while the program runs: otherwise whoever controls such a name could serve a page from the web
/// in place of the internal one, with the internal network in its reach (DNS rebinding).
#[derive(Clone, Debug, Default)]
pub(crate) struct NamesInside(Arc<Mutex<HashSet<String>>>);

impl NamesInside {
    /// Maximum number of names remembered; further ones are not added.
    const MOST: usize = 10_000;

    fn add(&self, name: &str) {
        let mut names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if names.len() < Self::MOST {
            names.insert(name.to_ascii_lowercase());
        }
    }

    fn has(&self, name: &str) -> bool {
        let names = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        names.contains(&name.to_ascii_lowercase())
    }
}

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let (limit, reach) = (self.limit, self.reach);
        let stays_inside = self.inside.has(name.as_str());
        Box::pin(async move {
            phases::enter_resolving();
            let found = resolve_name(name.as_str(), limit).await??;
            let addresses = match reach {
                Some(reach) if stays_inside => in_reach(found, reach.without_public())?,
                Some(reach) => in_reach(found, reach)?,
                None => found,
            };
            phases::found(addresses.len());
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// Why a name has no address to connect to.
#[derive(Debug)]
pub(crate) enum Unresolved {
    /// It leads only out of reach.
    OutOfReach(OutOfReach),
    /// The name server did not answer in this many seconds.
    Late(u64),
    /// It does not exist.
    Unknown,
}

/// The addresses of a name (or of an address written as one) in `reach`; the caller sets the port.
pub(crate) async fn resolve_in_reach(
    name: &str,
    reach: Option<Reach>,
    limit: Duration,
    inside: &NamesInside,
) -> Result<Vec<SocketAddr>, Unresolved> {
    let found = match resolve_name(name.trim_matches(['[', ']']), limit).await {
        Ok(Ok(found)) if !found.is_empty() => found,
        Ok(_) => return Err(Unresolved::Unknown),
        Err(late) => return Err(Unresolved::Late(late.seconds)),
    };
    let reach = reach.map(|reach| match inside.has(name) {
        true => reach.without_public(),
        false => reach,
    });
    match reach {
        Some(reach) => in_reach(found, reach).map_err(Unresolved::OutOfReach),
        None => Ok(found),
    }
}

/// Resolves a name; the caller sets the port.
async fn resolve_name(
    name: &str,
    limit: Duration,
) -> Result<std::io::Result<Vec<SocketAddr>>, NameTimeout> {
    let found = within(limit, tokio::net::lookup_host((name.to_owned(), 0))).await?;
    Ok(found.map(Iterator::collect))
}

/// The addresses of `found` that are in `reach`.
fn in_reach(found: Vec<SocketAddr>, reach: Reach) -> Result<Vec<SocketAddr>, OutOfReach> {
    let out = found.iter().map(|found| found.ip()).find_map(|address| {
        let space = space_of_resolved(address);
        (!reach.has(space)).then_some(OutOfReach { address, space })
    });
    let Some(out) = out else {
        return Ok(found);
    };
    let mut kept = found;
    kept.retain(|found| reach.has(space_of_resolved(found.ip())));
    match kept.is_empty() {
        true => Err(out),
        false => Ok(kept),
    }
}

/// The reach from an address that the user named. If all addresses of the name are internal now,
/// they are in reach, and the name stays internal from then on. A name that cannot be resolved is
/// classified by its spelling.
pub(crate) async fn reach_of_named(url: &Url, limit: Duration, inside: &NamesInside) -> Reach {
    let reach = Reach::of_start(url);
    let Some(Host::Domain(name)) = url.host() else {
        return reach;
    };
    let Ok(Ok(found)) = resolve_name(name, limit).await else {
        return reach;
    };
    let spaces = || found.iter().map(|found| space_of_resolved(found.ip()));
    // Nobody types a public name and means a metadata service.
    if found.is_empty() || !spaces().all(AddressSpace::can_be_allowed) {
        return reach;
    }
    if spaces().all(|space| space != AddressSpace::Public) {
        inside.add(name);
    }
    spaces().fold(reach, Reach::with)
}

/// Awaits `work`, or reports that it took too long.
async fn within<T>(limit: Duration, work: impl Future<Output = T>) -> Result<T, NameTimeout> {
    let late = |_| NameTimeout {
        seconds: limit.as_secs().max(1),
    };
    tokio::time::timeout(limit, work).await.map_err(late)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_silent_name_server_is_named() {
        let limit = Duration::from_millis(1);
        let late = within(limit, std::future::pending::<()>()).await;
        assert_eq!(late.unwrap_err().seconds, 1);
        let limit = Duration::from_secs(8);
        assert_eq!(within(limit, async { 7 }).await.unwrap(), 7);
    }

    fn found(addresses: &[&str]) -> Vec<SocketAddr> {
        let parsed = addresses.iter().map(|text| text.parse::<IpAddr>().unwrap());
        parsed.map(|address| SocketAddr::new(address, 0)).collect()
    }

    #[test]
    fn addresses_out_of_reach_are_left_out_and_named_when_there_are_no_others() {
        let mixed = found(&["127.0.0.1", "93.184.216.34", "fd00::1", "198.18.0.9"]);
        let kept = in_reach(mixed.clone(), Reach::PUBLIC).unwrap();
        assert_eq!(kept, found(&["93.184.216.34", "198.18.0.9"]));
        assert_eq!(
            in_reach(mixed.clone(), Reach::PUBLIC.and_inside()).unwrap(),
            mixed
        );
        let inside = found(&["10.1.2.3", "::1"]);
        let out = in_reach(inside, Reach::PUBLIC).unwrap_err();
        assert_eq!(
            (out.address.to_string().as_str(), out.space),
            ("10.1.2.3", AddressSpace::Private)
        );
    }

    #[tokio::test]
    async fn the_resolver_itself_holds_names_against_the_reach() {
        let limit = Duration::from_secs(8);
        let inside = NamesInside::default();
        let ask = |reach| {
            let inside = inside.clone();
            let names = Names {
                limit,
                reach,
                inside,
            };
            names.resolve("localhost".parse().unwrap())
        };
        let refused = ask(Some(Reach::PUBLIC)).await.err().unwrap();
        let refused = refused.downcast_ref::<OutOfReach>().unwrap();
        assert_eq!(refused.space, AddressSpace::Loopback);
        assert!(
            ask(Some(Reach::PUBLIC.with(AddressSpace::Loopback)))
                .await
                .is_ok()
        );
        assert!(ask(None).await.is_ok());
        inside.add("LocalHost");
        assert!(
            ask(Some(Reach::PUBLIC.with(AddressSpace::Loopback)))
                .await
                .is_ok()
        );
    }

    #[test]
    fn a_name_that_led_inside_leads_to_the_web_no_more() {
        let reach = Reach::PUBLIC.and_inside().without_public();
        let out = in_reach(found(&["93.184.216.34"]), reach).unwrap_err();
        assert_eq!(out.space, AddressSpace::Public);
        let kept = in_reach(found(&["93.184.216.34", "10.0.0.1"]), reach).unwrap();
        assert_eq!(kept, found(&["10.0.0.1"]));
        // Synthetic addresses of a VPN count as the web.
        assert!(in_reach(found(&["198.18.0.9"]), reach).is_err());
    }
}
