//! Sessions: one visitor as a site sees it, that is an egress (proxy, local address), a user agent
//! and cookies. Input: `Set-Cookie` lines. Output: the `Cookie` line of the next request.
//! Cookies leave only into requests, or as a [`Secret`].
//!
//! Below: the cookies of a session.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cookie_store::{Cookie, CookieDomain, CookieExpiration};
use jiff::Timestamp;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, SET_COOKIE};
use url::{Origin, Url};

use super::USER_AGENT;
use super::proxy_traffic::TrafficMeter;
use super::robots_policy::RobotsPolicy;
use crate::secrets::Secret;
use bowerbird_logic::model::ProxyId;
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::policy::pools::cookies::ImportedCookie;
use bowerbird_logic::policy::pools::secret_scope::SecretScope;
pub(crate) use browser_visitor::BrowserCookie;
use cookie_jar::CookieJar;
pub(super) use masking::is_secret_name;
pub use portable::{CookieChanges, PortableSession};

/// Whether the user allowed all sessions of this process to access the local network.
static ALLOW_PRIVATE: AtomicBool = AtomicBool::new(false);

/// Allows every session of this process to access this machine and private networks: the user's
/// choice on the command line.
pub fn allow_private() {
    ALLOW_PRIVATE.store(true, Ordering::Relaxed);
}

/// The egress: a proxy of the pool with its credentials.
#[derive(Clone, Debug)]
pub struct ProxyRoute {
    /// The proxy's id.
    pub id: ProxyId,
    /// `http://host:port`, `socks5://…`.
    pub url: Url,
    /// User and password.
    pub credentials: Option<(String, Secret)>,
    /// Counts the traffic; clones share it.
    pub meter: Arc<TrafficMeter>,
}

impl ProxyRoute {
    /// A route through a proxy known to work.
    pub fn new(id: ProxyId, url: Url, credentials: Option<(String, Secret)>) -> Self {
        Self {
            id,
            url,
            credentials,
            meter: Arc::new(TrafficMeter::proven()),
        }
    }

    /// A route through an unproven proxy: it must begin an answer within this time, until
    /// [`TrafficMeter::prove`] is called.
    #[must_use]
    pub fn on_trial(self, patience: Duration) -> Self {
        Self {
            meter: Arc::new(TrafficMeter::on_trial(patience)),
            ..self
        }
    }
}

/// A secret header for one origin, such as `Authorization`.
#[derive(Clone)]
struct Credentials {
    origin: Origin,
    name: HeaderName,
    value: HeaderValue,
}

/// A session: one visitor as the site sees it. Cheap to clone; clones share their cookies.
#[derive(Clone)]
pub struct Session {
    proxy: Option<Arc<ProxyRoute>>,
    local_address: Option<IpAddr>,
    user_agent: Arc<str>,
    /// Additional headers of every request.
    headers: Arc<HeaderMap>,
    jar: Arc<Mutex<CookieJar>>,
    credentials: Arc<Mutex<Option<Credentials>>>,
    /// The places of the account that the cookies belong to.
    account: Arc<Mutex<Option<SecretScope>>>,
    /// Counts requested new connections: sessions with different counts share none.
    connection: u32,
    /// The reach of its requests.
    reach: Reach,
    pub(super) robots: RobotsPolicy,
}

impl Session {
    /// A new session without cookies. A missing user agent, or one invalid in a header (control
    /// characters), is replaced by [`USER_AGENT`].
    pub fn new(
        proxy: Option<ProxyRoute>,
        local_address: Option<IpAddr>,
        user_agent: Option<String>,
    ) -> Self {
        let user_agent = user_agent
            .filter(|agent| !agent.is_empty() && HeaderValue::from_str(agent).is_ok())
            .unwrap_or_else(|| USER_AGENT.to_owned());
        Self {
            proxy: proxy.map(Arc::new),
            local_address,
            user_agent: user_agent.into(),
            headers: Arc::default(),
            jar: Arc::default(),
            credentials: Arc::default(),
            account: Arc::default(),
            connection: 0,
            reach: Reach::PUBLIC,
            robots: RobotsPolicy::default(),
        }
    }

    /// Returns the session with another `reach`. A new one only reaches the public web.
    #[must_use]
    pub fn reaching(&self, reach: Reach) -> Self {
        Self {
            reach,
            ..self.clone()
        }
    }

    /// The reach of its requests.
    pub fn reach(&self) -> Reach {
        match ALLOW_PRIVATE.load(Ordering::Relaxed) {
            true => self.reach.and_inside(),
            false => self.reach,
        }
    }

    /// Its proxy.
    pub fn proxy(&self) -> Option<&ProxyRoute> {
        self.proxy.as_deref()
    }

    /// The local address it is bound to, if any.
    pub fn local_address(&self) -> Option<IpAddr> {
        self.local_address
    }

    /// Its user agent.
    pub fn user_agent(&self) -> &str {
        &self.user_agent
    }

    /// Returns the session with additional headers in every request; invalid ones are left out.
    #[must_use]
    pub fn with_headers<'h>(self, headers: impl IntoIterator<Item = (&'h str, &'h str)>) -> Self {
        let headers: HeaderMap = headers
            .into_iter()
            .filter_map(|(name, value)| {
                let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
                Some((name, HeaderValue::from_str(value).ok()?))
            })
            .collect();
        Self {
            headers: Arc::new(headers),
            ..self
        }
    }

    /// Its additional headers.
    pub(super) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the session with the same cookies and identity, but another proxy (or none).
    #[must_use]
    pub fn through(&self, proxy: Option<ProxyRoute>) -> Self {
        Self {
            proxy: proxy.map(Arc::new),
            ..self.clone()
        }
    }

    /// Returns the session with the same identity, but only new connections.
    #[must_use]
    pub fn over_new_connection(&self) -> Self {
        Self {
            connection: self.connection + 1,
            ..self.clone()
        }
    }

    /// The group of connections it may use.
    pub(super) fn connection(&self) -> u32 {
        self.connection
    }

    /// Whether it has cookies for `url`.
    pub fn has_cookies(&self, url: &Url) -> bool {
        self.jar().matches(url).next().is_some()
    }

    /// Returns the session with the cookies of another one, shared with it; egress and user agent
    /// stay.
    #[must_use]
    pub fn with_cookies_of(&self, other: &Self) -> Self {
        Self {
            jar: Arc::clone(&other.jar),
            account: Arc::clone(&other.account),
            ..self.clone()
        }
    }

    /// Returns the session with a copy of its cookies; later changes are not shared.
    #[must_use]
    pub fn with_own_cookies(&self) -> Self {
        let jar = self.jar().clone();
        let account = self.kept_account().clone();
        Self {
            jar: Arc::new(Mutex::new(jar)),
            account: Arc::new(Mutex::new(account)),
            ..self.clone()
        }
    }

    /// Returns a session with the same egress and user agent for a new visitor.
    #[must_use]
    pub fn without_cookies(&self) -> Self {
        Self {
            jar: Arc::default(),
            credentials: Arc::default(),
            account: Arc::default(),
            ..self.clone()
        }
    }

    /// Its cookies of the hosts in `scope` as text, to be stored as a secret; those of other hosts
    /// do not belong to the account. Session cookies are included, because logins use them.
    pub fn cookies(&self, scope: &SecretScope) -> Secret {
        self.written(scope, |_| true)
    }

    /// The same, but only cookies with an expiry time.
    pub fn lasting_cookies(&self, scope: &SecretScope) -> Secret {
        self.written(scope, |cookie| {
            matches!(cookie.expires, CookieExpiration::AtUtc(_))
        })
    }

    fn written(&self, scope: &SecretScope, which: impl Fn(&Cookie<'static>) -> bool) -> Secret {
        let jar = self.jar();
        let cookies: Vec<_> = jar
            .unexpired()
            .filter(|cookie| which(cookie))
            .filter(|cookie| match &cookie.domain {
                CookieDomain::HostOnly(host) | CookieDomain::Suffix(host) => scope.is_of_host(host),
                CookieDomain::NotPresent | CookieDomain::Empty => false,
            })
            .collect();
        Secret::new(serde_json::to_string(&cookies).unwrap_or_default())
    }

    /// Marks its cookies as those of an account: from now on they are sent to the hosts of `scope`
    /// only as it allows, by port and scheme. Cookies of other hosts are unchanged.
    pub fn belong_to_account(&self, scope: &SecretScope) {
        *self.kept_account() = Some(scope.clone());
    }

    fn kept_account(&self) -> MutexGuard<'_, Option<SecretScope>> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces its cookies by stored ones, as far as the limits of a jar allow; damaged text is
    /// ignored.
    pub fn set_cookies(&self, cookies: &Secret) {
        let Ok(cookies) = serde_json::from_str::<Vec<Cookie<'static>>>(cookies.reveal()) else {
            return;
        };
        *self.jar() = CookieJar::of_kept(cookies);
    }

    /// When its cookies expire: the first of those that scripts may not read, where logins are
    /// stored, else the last of all. `None` for session cookies, which never state an end.
    pub fn cookies_until(&self) -> Option<Timestamp> {
        let jar = self.jar();
        let mut first_kept: Option<Timestamp> = None;
        let mut last: Option<Timestamp> = None;
        for cookie in jar.unexpired() {
            let CookieExpiration::AtUtc(end) = &cookie.expires else {
                continue;
            };
            let Ok(end) = Timestamp::from_second(end.unix_timestamp()) else {
                continue;
            };
            if cookie.http_only() == Some(true) {
                first_kept = Some(first_kept.map_or(end, |first| first.min(end)));
            }
            last = last.max(Some(end));
        }
        first_kept.or(last)
    }

    /// Stores cookies that the user imported from a browser; returns how many the jar accepted.
    pub fn bring_cookies(&self, cookies: &[ImportedCookie]) -> usize {
        let mut jar = self.jar();
        let taken = cookies.iter().filter(|cookie| {
            let url = format!("https://{}{}", cookie.domain, cookie.path);
            let url = Url::parse(&url);
            url.is_ok_and(|url| jar.take(&line_of(cookie), &url))
        });
        taken.count()
    }

    /// Returns the session with another user agent; one invalid in a header changes nothing.
    #[must_use]
    pub fn with_user_agent(&self, user_agent: &str) -> Self {
        let usable = !user_agent.is_empty() && HeaderValue::from_str(user_agent).is_ok();
        Self {
            user_agent: match usable {
                true => user_agent.into(),
                false => Arc::clone(&self.user_agent),
            },
            ..self.clone()
        }
    }

    /// Sends a secret header with every request to the origin (scheme, host, port) of `url`, and to
    /// no other. Returns false if it is invalid in a request.
    pub fn set_credentials(&self, url: &Url, name: &str, value: &Secret) -> bool {
        let name = HeaderName::from_bytes(name.as_bytes());
        let value = HeaderValue::from_str(value.reveal());
        let (Ok(name), Ok(mut value)) = (name, value) else {
            return false;
        };
        value.set_sensitive(true);
        *self.kept_credentials() = Some(Credentials {
            origin: url.origin(),
            name,
            value,
        });
        true
    }

    /// Forgets the visitor's identity: cookies and secret header.
    pub fn forget_login(&self) {
        *self.jar() = CookieJar::default();
        *self.kept_credentials() = None;
        *self.kept_account() = None;
    }

    /// The secret header for `url`.
    pub(super) fn credentials_for(&self, url: &Url) -> Option<(HeaderName, HeaderValue)> {
        let kept = self.kept_credentials();
        let credentials = kept.as_ref().filter(|kept| kept.origin == url.origin())?;
        Some((credentials.name.clone(), credentials.value.clone()))
    }

    fn kept_credentials(&self) -> MutexGuard<'_, Option<Credentials>> {
        self.credentials
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it has a cookie of this name for `url`.
    pub(super) fn has_cookie(&self, url: &Url, name: &str) -> bool {
        self.jar().matches(url).any(|cookie| cookie.name() == name)
    }

    /// The `Cookie` line for `url`; `None` if there are no cookies for it.
    pub(super) fn cookie_line(&self, url: &Url) -> Option<HeaderValue> {
        let kept_back = self.kept_account().as_ref().is_some_and(|scope| {
            url.host_str().is_some_and(|host| scope.is_of_host(host)) && !scope.allows(url)
        });
        if kept_back {
            return None;
        }
        let line = self.jar().line(url);
        let mut value = HeaderValue::from_bytes(line.as_bytes()).ok()?;
        value.set_sensitive(true);
        (!line.is_empty()).then_some(value)
    }

    /// Identifies the visitor at `url` by a number: user agent, additional headers and the names of
    /// cookies. What one visitor was shown says nothing about another.
    pub fn visitor(&self, url: &Url) -> i64 {
        let mut hasher = DefaultHasher::new();
        self.user_agent.hash(&mut hasher);
        for (name, value) in self.headers.iter() {
            (name.as_str(), value.as_bytes()).hash(&mut hasher);
        }
        self.credentials_for(url).is_some().hash(&mut hasher);
        let jar = self.jar();
        let mut names: Vec<&str> = jar.matches(url).map(|c| c.name()).collect();
        names.sort_unstable();
        names.hash(&mut hasher);
        hasher.finish().cast_signed()
    }

    /// Stores the cookies set by an answer from `url`; invalid or too large ones are skipped.
    pub(super) fn take_cookies(&self, url: &Url, headers: &HeaderMap) {
        let lines = headers.get_all(SET_COOKIE);
        for line in lines.iter().map(|v| super::answer::text(v.as_bytes())) {
            self.jar().take(&line, url);
        }
    }

    fn jar(&self) -> MutexGuard<'_, CookieJar> {
        // A cookie jar is consistent after every step, so a panic elsewhere cannot corrupt it.
        self.jar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The `Set-Cookie` line that would produce the cookie.
fn line_of(cookie: &ImportedCookie) -> String {
    let mut line = format!("{}={}; Path={}", cookie.name, cookie.value, cookie.path);
    if cookie.subdomains {
        line.push_str(&format!("; Domain={}", cookie.domain));
    }
    if let Some(end) = cookie.expires {
        line.push_str(&format!(
            "; Expires={}",
            end.strftime("%a, %d %b %Y %H:%M:%S GMT")
        ));
    }
    for (on, word) in [
        (cookie.secure, "; Secure"),
        (cookie.http_only, "; HttpOnly"),
    ] {
        if on {
            line.push_str(word);
        }
    }
    line
}

mod browser_visitor;
mod cookie_jar;
mod masking;
mod portable;

#[cfg(test)]
mod tests;
