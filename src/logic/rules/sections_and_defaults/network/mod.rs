//! `[network]`: proxies, sender address, user agent, headers. Input: the section. Output: the
//! values as written. Which headers may be set is in `headers`.

pub(in crate::rules) mod headers;

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::policy::pools::ProxyPolicy;
use crate::rules::check::reader::{Faults, Section};
use headers::read_headers;

/// By what pages are fetched. Documents for programs (feeds, sitemaps, APIs) are never shown in a
/// browser.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FetchMode {
    /// By plain requests; in the browser where a page is made by its scripts.
    #[default]
    Auto,
    /// By plain requests only.
    Http,
    /// In the browser only.
    Browser,
}

impl FetchMode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Http, Self::Browser];

    /// Its name in rules and on the command line.
    pub fn token(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Http => "http",
            Self::Browser => "browser",
        }
    }

    /// The one of this name.
    pub fn parse(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.token() == token)
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// `[network]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Network {
    /// `none` (never a proxy), `pool` (a proxy of the pool if the site blocks us), `always` (a
    /// proxy of the pool from the first request on), `tag:NAME` and `tier:N` (the same, with
    /// proxies of this tag or country, or of this tier or cheaper), or a name.
    pub proxy: String,
    /// Address to send from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local_address: Option<String>,
    /// By what pages are fetched.
    #[serde(skip_serializing_if = "FetchMode::is_default")]
    pub fetch: FetchMode,
    /// Whether links and redirects from the web may reach this machine and private networks, and
    /// whether the start's name may resolve to an address there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// User agent instead of Bowerbird's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
    /// Additional request headers; none that identify a person.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            proxy: "pool".to_owned(),
            local_address: None,
            fetch: FetchMode::default(),
            private: false,
            user_agent: None,
            headers: BTreeMap::new(),
        }
    }
}

pub(crate) fn read_network(faults: &mut Faults<'_>, root: &Section<'_, '_>) -> Network {
    let mut network = Network::default();
    let keys = [
        "proxy",
        "local_address",
        "fetch",
        "private",
        "user_agent",
        "headers",
    ];
    let section = root.section(faults, "network", &keys);
    let Some(section) = section else {
        return network;
    };
    if section.node("proxy").is_some()
        && let Some(proxy) = section.required_text(faults, "proxy")
    {
        if ProxyPolicy::parse(&proxy.value).is_none() {
            let message = Message::new("rules-proxy").with("text", proxy.value.as_str());
            faults.add(proxy.span.start, message);
        }
        network.proxy = proxy.value;
    }
    if let Some(address) = section.text(faults, "local_address") {
        if address.value.parse::<IpAddr>().is_err() {
            let message = Message::new("rules-local-address").with("text", address.value.as_str());
            faults.add(address.span.start, message);
        }
        network.local_address = Some(address.value);
    }
    if let Some(fetch) = section.text(faults, "fetch") {
        match FetchMode::parse(&fetch.value) {
            Some(mode) => network.fetch = mode,
            None => {
                let message = Message::new("rules-fetch").with("text", fetch.value.as_str());
                faults.add(fetch.span.start, message);
            }
        }
    }
    network.private = section.flag(faults, "private").unwrap_or_default();
    if let Some(agent) = section.text(faults, "user_agent") {
        let visible = agent.value.chars().all(|c| matches!(c, ' '..='~'));
        if !visible || agent.value.trim().is_empty() {
            faults.add(agent.span.start, Message::new("rules-user-agent"));
        }
        network.user_agent = Some(agent.value);
    }
    network.headers = read_headers(faults, &section);
    network
}
