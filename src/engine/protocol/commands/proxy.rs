//! Proxy pool commands of the front ends, and the engine's reports.

use serde::Serialize;

use std::net::IpAddr;
use std::path::PathBuf;

use bowerbird_io::secrets::Secret;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, ProxyChange, ProxyId, ProxyTraits, SiteId};
use bowerbird_logic::policy::pools::proxies::proxy_list::Scheme;

/// A command about the proxy pool. Every change leads to `PoolsChanged`.
#[derive(Clone, Debug, PartialEq)]
pub enum ProxyCommand {
    /// Adds a proxy.
    Add(ProxyDraft),
    /// Imports a list of proxies into the pool → `ProxiesImported`. An existing proxy gets
    /// password, tags, tier and country from the list.
    Import {
        /// The list.
        source: ProxySource,
        /// Scheme of lines without one.
        scheme: Scheme,
        /// Default settings for values missing in the list.
        change: ProxyChange,
        /// Whether to report only, without changes.
        dry_run: bool,
    },
    /// Removes proxies with their passwords.
    Remove {
        /// Which.
        proxies: Vec<ProxyId>,
    },
    /// Sets a proxy's password, and its user if given. It may be retried at once.
    SetPassword {
        /// Which.
        proxy: ProxyId,
        /// The new user.
        user: Option<String>,
        /// The new password.
        password: Secret,
    },
    /// Enables or disables proxies.
    Enable {
        /// Which.
        proxies: Vec<ProxyId>,
        /// On or off.
        enabled: bool,
    },
    /// Changes tags, tier, country or limit.
    Change {
        /// Which.
        proxies: Vec<ProxyId>,
        /// The change.
        change: ProxyChange,
    },
    /// Sets tags, tier, country and limit of proxies, individually.
    SetTraits {
        /// The settings by proxy.
        traits: Vec<(ProxyId, ProxyTraits)>,
    },
    /// Ends the rests of proxies: they may be retried at once.
    Wake {
        /// Which.
        proxies: Vec<ProxyId>,
    },
    /// Tests proxies, several at once → `ProxyTested` each, `ProxyTests`. A newer test ends it.
    Test {
        /// The proxies; all enabled ones when empty.
        proxies: Vec<ProxyId>,
        /// The test target.
        against: TestAgainst,
    },
    /// Ends a test → `ProxyTests`.
    StopTests,
}

/// A proxy that a person adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyDraft {
    /// Name; empty to name it by host and port.
    pub name: String,
    /// Address; credentials in it are stored separately.
    pub url: String,
    /// User.
    pub user: Option<String>,
    /// Password.
    pub password: Option<Secret>,
    /// Its settings.
    pub traits: ProxyTraits,
}

/// The source of a proxy list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProxySource {
    /// A file.
    File(PathBuf),
    /// Its text, which may contain passwords.
    Text(Secret),
}

/// The target of proxy tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum TestAgainst {
    /// Start pages of the project's own sites. No other servers are contacted.
    OwnSites,
    /// The start page of a site.
    Site(SiteId),
    /// An address.
    Address(String),
}

/// The result of a proxy test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProxyTest {
    /// Which.
    pub proxy: ProxyId,
    /// Its name.
    pub name: String,
    /// The site it was tested against.
    pub site: Option<SiteId>,
    /// The requested address.
    pub url: String,
    /// Whether the proxy works; the site may refuse it anyway.
    pub works: bool,
    /// The state of the answer through it.
    pub state: PageState,
    /// Status of the answer; 0 when there was none.
    pub status: u16,
    /// Time until the answer arrived, milliseconds.
    pub took_ms: Option<u64>,
    /// Its exit address, if the answer reported it.
    pub exit_address: Option<IpAddr>,
    /// What happened, in words.
    pub message: Message,
}

impl ProxyTest {
    /// Whether it can deliver pages of the site.
    pub fn is_useful(&self) -> bool {
        self.works && !self.state.is_block() && self.state != PageState::Outage
    }
}

/// The result of importing a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportedProxies {
    /// Names of proxies that were added.
    pub added: Vec<String>,
    /// Names of existing ones.
    pub known: Vec<String>,
    /// Lines that repeat a proxy, with the line of its first occurrence.
    pub repeated: Vec<(usize, usize)>,
    /// Lines without a valid proxy, and why.
    pub faults: Vec<(usize, Message)>,
    /// Whether nothing was changed.
    pub dry_run: bool,
}
