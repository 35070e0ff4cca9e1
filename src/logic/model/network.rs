//! Proxies and accounts of the pools. Passwords are not in here: they live in `io::secrets`
//! under the name of their owner.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{AccountId, ProxyId, SiteId};
use crate::logic::messages::Message;

/// How a proxy fared lately.
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

/// A proxy of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proxy {
    /// Row id.
    pub id: ProxyId,
    /// Name, unique.
    pub name: String,
    /// `http://host:port`, `https://…`, `socks5://…`; never with credentials.
    pub url: String,
    /// User name, when it wants one; the password is the secret `proxy:NAME`.
    pub user: Option<String>,
    /// Whether the pool hands it out.
    pub enabled: bool,
    /// How it fared lately.
    pub health: ProxyHealth,
    /// Not handed out before this time.
    pub rest_until: Option<Timestamp>,
    /// Why it is faulty.
    pub fault: Option<Message>,
    /// Requests that went well through it.
    pub uses_ok: u64,
    /// Requests that failed by its fault.
    pub uses_failed: u64,
}

/// Whether an account is logged in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoginState {
    /// Never tried.
    #[default]
    Untried,
    /// The last login went well.
    LoggedIn,
    /// The site refused user or password.
    Refused,
    /// The site locked the account; it rests.
    Locked,
}

/// An account of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Row id.
    pub id: AccountId,
    /// The site it belongs to.
    pub site: SiteId,
    /// Name of that site.
    pub site_name: String,
    /// User name at the site; the password is the secret `account:SITE:USER`.
    pub user: String,
    /// Whether the pool hands it out.
    pub enabled: bool,
    /// Whether it is logged in.
    pub state: LoginState,
    /// Not used before this time.
    pub rest_until: Option<Timestamp>,
    /// Why it does not work.
    pub fault: Option<Message>,
}
