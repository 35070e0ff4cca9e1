//! Proxies of the pool: their settings, their results overall and at each site, and their uses.
//! Passwords are not in here: they are stored in `io::secrets` as `proxy:NAME`.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::model::{PageState, ProxyId, SiteId};

/// The result of a proxy's last use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProxyHealth {
    /// Never used or tested.
    #[default]
    Untested,
    /// Its last use succeeded.
    Good,
    /// Its last use failed through its own fault; it rests until `rest_until`.
    Faulty,
}

/// The weight of good and failed uses, older ones counting less. See
/// `logic::policy::pools::proxies::proxy_score`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// Weight of good uses, as of `seen_at`.
    pub good: f64,
    /// Weight of failed ones.
    pub bad: f64,
    /// Average time until an answer began, milliseconds; 0 when unknown.
    pub latency_ms: f64,
    /// The time that the weights refer to.
    pub seen_at: Option<Timestamp>,
}

/// The results of a proxy at one site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProxyAtSite {
    /// The site.
    pub site: SiteId,
    /// Its name.
    pub site_name: String,
    /// Good and refused uses there.
    pub track: Track,
    /// Successful requests.
    pub uses_ok: u64,
    /// Requests that were refused or failed.
    pub uses_failed: u64,
    /// The time of the last good one.
    pub good_at: Option<Timestamp>,
    /// How the site last refused it; `None` once it has answered since.
    pub refused: Option<PageState>,
    /// Consecutive refusals.
    pub refusals: u32,
    /// Not used for this site before this time.
    pub rest_until: Option<Timestamp>,
}

impl ProxyAtSite {
    /// The entry of a proxy never used at `site`; its name is not looked up.
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

/// A proxy's user settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProxyTraits {
    /// Its cost: 1 is the cheapest and tried first.
    pub tier: u8,
    /// Free words, such as `datacenter`, that rules can select by.
    pub tags: BTreeSet<String>,
    /// Country of its exit, such as `DE`; rules can select by it as by a tag. Empty when unknown.
    pub country: String,
    /// The maximum number of bytes in a calendar month (UTC).
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

/// A change to proxy settings; absent values stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProxyChange {
    /// Tags to add.
    pub add_tags: BTreeSet<String>,
    /// Tags to remove.
    pub remove_tags: BTreeSet<String>,
    /// New tier.
    pub tier: Option<u8>,
    /// New country; empty removes it.
    pub country: Option<String>,
    /// New limit in bytes a month; the inner `None` removes it.
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
    /// User name, if required; the password is the secret `proxy:NAME`.
    pub user: Option<String>,
    /// Whether the pool uses it.
    pub enabled: bool,
    /// Its user settings.
    #[serde(flatten)]
    pub traits: ProxyTraits,
    /// The result of its last use.
    pub health: ProxyHealth,
    /// Good uses and faults of its own.
    pub track: Track,
    /// Not used before this time.
    pub rest_until: Option<Timestamp>,
    /// Its last fault; kept when it works again.
    pub fault: Option<Message>,
    /// The time of that fault.
    pub fault_at: Option<Timestamp>,
    /// Consecutive faults.
    pub faults: u32,
    /// Its last good use.
    pub good_at: Option<Timestamp>,
    /// The exit address that a test observed.
    pub exit_address: Option<String>,
    /// Successful requests through it.
    pub uses_ok: u64,
    /// Requests that failed by its fault.
    pub uses_failed: u64,
    /// Bytes transferred in the calendar month of the query, after decompression.
    pub month_bytes: u64,
    /// Bytes transferred since it was added.
    pub bytes: u64,
    /// The sites it was used for, by name.
    pub sites: Vec<ProxyAtSite>,
}

impl Proxy {
    /// Its results at `site`, if it was used there.
    pub fn at(&self, site: SiteId) -> Option<&ProxyAtSite> {
        self.sites.iter().find(|at| at.site == site)
    }
}

/// Uses of one proxy, stored together.
#[derive(Clone, Debug, PartialEq)]
pub struct ProxyUse {
    /// The proxy.
    pub proxy: ProxyId,
    /// The site; `None` for a test of an address.
    pub site: Option<SiteId>,
    /// The time of the last use.
    pub at: Timestamp,
    /// Successful requests.
    pub good: u32,
    /// Their average time until an answer began, milliseconds.
    pub latency_ms: Option<f64>,
    /// Requests sent.
    pub requests: u64,
    /// Bytes received.
    pub bytes: u64,
    /// Its own fault, after the good uses.
    pub fault: Option<Message>,
    /// How the site refused it, after the good uses.
    pub refused: Option<PageState>,
    /// Its exit address, if an answer reported it.
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
