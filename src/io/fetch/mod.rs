//! Fetching: one HTTP client builder, sessions (proxy + account + cookies + identity), robots.txt,
//! form logins. Flows in: a request and a session. Flows out: an answer within limits, or a typed
//! fault that says whose it is.

mod error;
mod login;
mod robots;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

pub use error::FetchError;
pub use login::{LoginForm, LoginOutcome};
pub use robots::{Robots, RobotsVerdict};

use crate::io::secrets::Secret;
use crate::logic::model::ProxyId;

/// Bowerbird's own, honest user agent.
pub const USER_AGENT: &str = concat!(
    "Bowerbird/",
    env!("CARGO_PKG_VERSION"),
    " (desktop reader; obeys robots.txt)"
);

/// Limits of every fetch.
#[derive(Clone, Debug, PartialEq)]
pub struct FetchLimits {
    /// Time to connect.
    pub connect: Duration,
    /// Silence at most while reading.
    pub idle: Duration,
    /// Time for the whole answer.
    pub total: Duration,
    /// Bytes after content decoding.
    pub max_bytes: u64,
    /// Redirects.
    pub max_redirects: u32,
}

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            idle: Duration::from_secs(20),
            total: Duration::from_secs(60),
            max_bytes: 32 * 1024 * 1024,
            max_redirects: 10,
        }
    }
}

/// The way out: a proxy of the pool with its credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyRoute {
    /// Which.
    pub id: ProxyId,
    /// `http://host:port`, `socks5://…`.
    pub url: Url,
    /// User and password.
    pub credentials: Option<(String, Secret)>,
}

/// A session: what the site sees as one visitor. Cheap to clone; clones share their cookies.
#[derive(Clone)]
pub struct Session {}

impl Session {
    /// A new session without cookies.
    pub fn new(
        _proxy: Option<ProxyRoute>,
        _local_address: Option<IpAddr>,
        _user_agent: Option<String>,
    ) -> Self {
        todo!()
    }

    /// Its proxy.
    pub fn proxy(&self) -> Option<&ProxyRoute> {
        todo!()
    }

    /// The same cookies and identity through another proxy (or none).
    #[must_use]
    pub fn through(&self, _proxy: Option<ProxyRoute>) -> Self {
        todo!()
    }

    /// Its cookies as text, to be kept as a secret.
    pub fn cookies(&self) -> Secret {
        todo!()
    }

    /// Takes back cookies kept earlier; damaged text is ignored.
    pub fn set_cookies(&self, _cookies: &Secret) {
        todo!()
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// Addresses from the one asked for to the last.
    pub url_chain: Vec<Url>,
    /// Status.
    pub status: u16,
    /// Headers in order, names lower case, `set-cookie` left out.
    pub headers: Vec<(String, String)>,
    /// Body after content decoding.
    pub body: Vec<u8>,
    /// From the first byte sent to the last received.
    pub elapsed: Duration,
}

impl Fetched {
    /// The last address.
    pub fn url(&self) -> Option<&Url> {
        self.url_chain.last()
    }

    /// A header by its lower-case name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
    }
}

/// The fetcher: connection pools by way out. Cheap to clone.
#[derive(Clone)]
pub struct Fetcher {
    #[allow(dead_code)]
    limits: Arc<FetchLimits>,
}

impl Fetcher {
    /// A fetcher with these limits.
    pub fn new(_limits: FetchLimits) -> Self {
        todo!()
    }

    /// Fetches `url`; redirects are followed and recorded. Any status is an answer.
    ///
    /// # Errors
    /// [`FetchError`] when there is no whole answer.
    pub async fn get(&self, _session: &Session, _url: &Url) -> Result<Fetched, FetchError> {
        todo!()
    }

    /// Whether robots.txt lets us fetch `url`, and which crawl delay it asks for. Kept per origin
    /// for a day at most. A missing robots.txt (4xx) allows all, an unreachable one (5xx) nothing
    /// (RFC 9309 §2.3.1).
    pub async fn robots(&self, _session: &Session, _url: &Url) -> RobotsVerdict {
        todo!()
    }

    /// Logs in through a form: fetches its page, fills in hidden fields (CSRF token), user and
    /// password, sends it, and looks whether that worked.
    ///
    /// # Errors
    /// [`FetchError`] when the site cannot be reached.
    pub async fn login(
        &self,
        _session: &Session,
        _form: &LoginForm,
        _user: &str,
        _password: &Secret,
    ) -> Result<LoginOutcome, FetchError> {
        todo!()
    }
}
