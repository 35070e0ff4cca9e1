//! `[network]`: proxies, sender address, user agent, headers. Input and output: TOML, by serde.
//! Nothing is validated here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
            private: false,
            user_agent: None,
            headers: BTreeMap::new(),
        }
    }
}
