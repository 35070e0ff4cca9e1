//! Proxies of the pool: what they are, how they fare overall and at each site, and what is noted
//! about their use. Passwords are not in here: they live in `io::secrets` as `proxy:NAME`.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::{PageState, ProxyId, SiteId};

/// How a proxy fared at its last use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProxyHealth {
    /// Never used or tested.
    #[default]
    Untested,
    /// Its last use went well.
    Good,
    /// Its last use failed by its own fault; it rests until `rest_until`.
    Faulty,
}

/// Uses that went well or not, the older ones counting less. `logic::pools::score` says how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// Weight of good uses, as of `seen_at`.
    pub good: f64,
    /// Weight of failed ones.
    pub bad: f64,
    /// Time until an answer began, milliseconds, averaged; 0 when unknown.
    pub latency_ms: f64,
    /// When the weights were right.
    pub seen_at: Option<Timestamp>,
}

/// How a proxy fares at one site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProxyAtSite {
    /// The site.
    pub site: SiteId,
    /// Its name.
    pub site_name: String,
    /// Good and refused uses there.
    pub track: Track,
    /// Requests that went well.
    pub uses_ok: u64,
    /// Requests that were refused or failed.
    pub uses_failed: u64,
    /// The last good one.
    pub good_at: Option<Timestamp>,
    /// How the site refused it last; none when it has answered since.
    pub refused: Option<PageState>,
    /// Refusals in a row.
    pub refusals: u32,
    /// Not taken for this site before this time.
    pub rest_until: Option<Timestamp>,
}

impl ProxyAtSite {
    /// Of a proxy that was never used at `site`, whose name is not looked up.
    pub fn unused(site: SiteId) -> Self {
        Self {
            site,
            site_name: String::new(),
            track: Track::default(),
            uses_ok: 0,
            uses_failed: 0,
            good_at: None,
            refused: None,
            refusals: 0,
            rest_until: None,
        }
    }
}

/// What a person says about a proxy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProxyTraits {
    /// What it costs: 1 is the cheapest and tried first.
    pub tier: u8,
    /// Free words, such as `datacenter`, by which rules choose.
    pub tags: BTreeSet<String>,
    /// Where its exit lies, such as `DE`; rules choose by it as by a tag. Empty when unknown.
    pub country: String,
    /// Bytes it may carry in a calendar month (UTC).
    pub month_limit: Option<u64>,
}

impl Default for ProxyTraits {
    fn default() -> Self {
        Self {
            tier: 1,
            tags: BTreeSet::new(),
            country: String::new(),
            month_limit: None,
        }
    }
}

/// What a person changes about proxies; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProxyChange {
    /// Tags that come.
    pub add_tags: BTreeSet<String>,
    /// Tags that go.
    pub remove_tags: BTreeSet<String>,
    /// New tier.
    pub tier: Option<u8>,
    /// New country; empty for none.
    pub country: Option<String>,
    /// New limit in bytes a month; the inner `None` lifts it.
    pub month_limit: Option<Option<u64>>,
}

impl ProxyChange {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Applies it.
    pub fn apply(&self, traits: &mut ProxyTraits) {
        traits.tags.extend(self.add_tags.iter().cloned());
        traits.tags.retain(|tag| !self.remove_tags.contains(tag));
        if let Some(tier) = self.tier {
            traits.tier = tier.max(1);
        }
        if let Some(country) = &self.country {
            traits.country.clone_from(country);
        }
        if let Some(limit) = self.month_limit {
            traits.month_limit = limit;
        }
    }
}

/// A proxy of the pool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proxy {
    /// Row id.
    pub id: ProxyId,
    /// Name, unique.
    pub name: String,
    /// `http://host:port`, `https://…`, `socks5://…`, `socks5h://…`; never with credentials.
    pub url: String,
    /// User name, when it wants one; the password is the secret `proxy:NAME`.
    pub user: Option<String>,
    /// Whether the pool hands it out.
    pub enabled: bool,
    /// What a person says about it.
    #[serde(flatten)]
    pub traits: ProxyTraits,
    /// How it fared lately.
    pub health: ProxyHealth,
    /// Good uses and faults of its own.
    pub track: Track,
    /// Not handed out before this time.
    pub rest_until: Option<Timestamp>,
    /// Its last fault; kept when it works again.
    pub fault: Option<Message>,
    /// When that was.
    pub fault_at: Option<Timestamp>,
    /// Faults in a row.
    pub faults: u32,
    /// Its last good use.
    pub good_at: Option<Timestamp>,
    /// The address that a test saw it leave from.
    pub exit_address: Option<String>,
    /// Requests that went well through it.
    pub uses_ok: u64,
    /// Requests that failed by its fault.
    pub uses_failed: u64,
    /// Bytes carried in the calendar month of the query, after unpacking.
    pub month_bytes: u64,
    /// Bytes carried since it was added.
    pub bytes: u64,
    /// The sites it was used for, by name.
    pub sites: Vec<ProxyAtSite>,
}

impl Proxy {
    /// How it fares at `site`, when it was used there.
    pub fn at(&self, site: SiteId) -> Option<&ProxyAtSite> {
        self.sites.iter().find(|at| at.site == site)
    }
}

/// Uses of one proxy, to be kept together.
#[derive(Clone, Debug, PartialEq)]
pub struct ProxyUse {
    /// Which proxy.
    pub proxy: ProxyId,
    /// For which site; none for a test of an address.
    pub site: Option<SiteId>,
    /// When the last of them was.
    pub at: Timestamp,
    /// Requests that went well.
    pub good: u32,
    /// Their time until an answer began, milliseconds, on average.
    pub latency_ms: Option<f64>,
    /// Requests sent.
    pub requests: u64,
    /// Bytes that came.
    pub bytes: u64,
    /// Its own fault, which came after the good ones.
    pub fault: Option<Message>,
    /// How the site refused it, after the good ones.
    pub refused: Option<PageState>,
    /// The address it leaves from, where an answer told.
    pub exit_address: Option<String>,
}

impl ProxyUse {
    /// No use yet.
    pub fn none(proxy: ProxyId, site: Option<SiteId>, at: Timestamp) -> Self {
        Self {
            proxy,
            site,
            at,
            good: 0,
            latency_ms: None,
            requests: 0,
            bytes: 0,
            fault: None,
            refused: None,
            exit_address: None,
        }
    }
}
