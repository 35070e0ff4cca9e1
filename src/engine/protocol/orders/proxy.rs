//! What the faces may ask of the proxy pool, and what the engine reports.

use serde::Serialize;

use std::net::IpAddr;
use std::path::PathBuf;

use bowerbird_io::secrets::Secret;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{PageState, ProxyChange, ProxyId, ProxyTraits, SiteId};
use bowerbird_logic::pools::proxies::Scheme;

/// A command about the proxy pool. Whatever changes it leads to `PoolsChanged`.
#[derive(Clone, Debug, PartialEq)]
pub enum ProxyOrder {
    /// Adds a proxy.
    Add(ProxyDraft),
    /// Reads a list of proxies into the pool → `ProxiesImported`. A proxy that is there already
    /// takes password, tags, tier and country from the list.
    Import {
        /// The list.
        source: ProxySource,
        /// Scheme of lines that name none.
        scheme: Scheme,
        /// What is said of all of them, where the list does not.
        change: ProxyChange,
        /// Whether nothing is to be changed: only reported.
        dry_run: bool,
    },
    /// Removes proxies with their passwords.
    Remove {
        /// Which.
        proxies: Vec<ProxyId>,
    },
    /// Gives a proxy another password, and another user where one is named. It may be tried again at
    /// once.
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
        /// What.
        change: ProxyChange,
    },
    /// Sets tags, tier, country and limit of proxies, each its own.
    SetTraits {
        /// Of which, what.
        traits: Vec<(ProxyId, ProxyTraits)>,
    },
    /// Ends the rests of proxies: they may be tried again at once.
    Wake {
        /// Which.
        proxies: Vec<ProxyId>,
    },
    /// Tests proxies, several at once → `ProxyTested` each, `ProxyTests`. A newer test ends it.
    Test {
        /// Which; all that are enabled when empty.
        proxies: Vec<ProxyId>,
        /// Against what.
        against: TestAgainst,
    },
    /// Ends a test → `ProxyTests`.
    StopTests,
}

/// A proxy that a person adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyDraft {
    /// Name.
    pub name: String,
    /// Address; credentials in it move to where they belong.
    pub url: String,
    /// User.
    pub user: Option<String>,
    /// Password.
    pub password: Option<Secret>,
    /// What is said about it.
    pub traits: ProxyTraits,
}

/// Where a list of proxies lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProxySource {
    /// A file.
    File(PathBuf),
    /// Its text, which may hold passwords.
    Text(Secret),
}

/// What proxies are tested against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum TestAgainst {
    /// Start pages of the project's own sites. Nobody else is asked.
    OwnSites,
    /// The start page of a site.
    Site(SiteId),
    /// An address.
    Address(String),
}

/// How a proxy did in a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProxyTest {
    /// Which.
    pub proxy: ProxyId,
    /// Its name.
    pub name: String,
    /// The site it was tested against.
    pub site: Option<SiteId>,
    /// The address that was asked for.
    pub url: String,
    /// Whether the proxy does its part; the site may refuse it all the same.
    pub works: bool,
    /// What came through it.
    pub state: PageState,
    /// Status of the answer; 0 when there was none.
    pub status: u16,
    /// Time until the answer was there, milliseconds.
    pub took_ms: Option<u64>,
    /// The address it leaves from, when the answer told.
    pub exit_address: Option<IpAddr>,
    /// What happened, in words.
    pub message: Message,
}

impl ProxyTest {
    /// Whether pages of the site come through it.
    pub fn is_useful(&self) -> bool {
        self.works && !self.state.is_block() && self.state != PageState::Outage
    }
}

/// What became of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ImportedProxies {
    /// Names of proxies that were added.
    pub added: Vec<String>,
    /// Names of those that were there already.
    pub known: Vec<String>,
    /// Lines that say a proxy again, with the line that said it first.
    pub repeated: Vec<(usize, usize)>,
    /// Lines that say none, and why.
    pub faults: Vec<(usize, Message)>,
    /// Whether nothing was changed.
    pub dry_run: bool,
}
