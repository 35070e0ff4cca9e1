//! Sessions: what a site sees as one visitor, that is a way out (proxy, local address), a user
//! agent and cookies. Flows in: `Set-Cookie` lines. Flows out: the `Cookie` line of the next
//! request. Cookies leave only into requests, or as a [`Secret`].

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cookie_store::{Cookie, CookieStore};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, SET_COOKIE};
use url::Url;

use super::USER_AGENT;
use crate::io::secrets::Secret;
use crate::logic::model::ProxyId;

/// Values shorter than this are not masked: they would be found in every page.
const SHORTEST_MASKED: usize = 8;

/// Words in the names of cookies and headers that let somebody in, lower case.
const SECRET_NAMES: [&str; 12] = [
    "sess", "sid", "auth", "token", "login", "logged", "csrf", "xsrf", "jwt", "passw", "secret",
    "api-key",
];

/// Whether a cookie or header of this name carries a secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    SECRET_NAMES.iter().any(|word| lower.contains(word))
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
pub struct Session {
    proxy: Option<Arc<ProxyRoute>>,
    local_address: Option<IpAddr>,
    user_agent: Arc<str>,
    /// Further headers of every request.
    headers: Arc<HeaderMap>,
    jar: Arc<Mutex<CookieStore>>,
    /// Counts the new connections that were wanted: sessions of different counts share none.
    connection: u32,
}

impl Session {
    /// A new session without cookies. Without a user agent it is [`USER_AGENT`]; one that cannot
    /// stand in a header (control characters) is replaced by it too.
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
            connection: 0,
        }
    }

    /// Its proxy.
    pub fn proxy(&self) -> Option<&ProxyRoute> {
        self.proxy.as_deref()
    }

    /// The address it sends from, when it is bound to one.
    pub fn local_address(&self) -> Option<IpAddr> {
        self.local_address
    }

    /// Its user agent.
    pub fn user_agent(&self) -> &str {
        &self.user_agent
    }

    /// The same session sending further headers with every request; what cannot stand in a
    /// header is left out.
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

    /// Its further headers.
    pub(super) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The same cookies and identity through another proxy (or none).
    #[must_use]
    pub fn through(&self, proxy: Option<ProxyRoute>) -> Self {
        Self {
            proxy: proxy.map(Arc::new),
            ..self.clone()
        }
    }

    /// The same visitor over connections that were not used before.
    #[must_use]
    pub fn over_new_connection(&self) -> Self {
        Self {
            connection: self.connection + 1,
            ..self.clone()
        }
    }

    /// Which connections it may use.
    pub(super) fn connection(&self) -> u32 {
        self.connection
    }

    /// Whether it has cookies that go to `url`.
    pub fn has_cookies(&self, url: &Url) -> bool {
        !self.jar().matches(url).is_empty()
    }

    /// Forgets all its cookies.
    pub fn forget_cookies(&self) {
        *self.jar() = CookieStore::default();
    }

    /// Its cookies as text, to be kept as a secret. Cookies of the browser session are among
    /// them: logins live in those.
    pub fn cookies(&self) -> Secret {
        let jar = self.jar();
        let cookies: Vec<_> = jar.iter_unexpired().collect();
        Secret::new(serde_json::to_string(&cookies).unwrap_or_default())
    }

    /// Takes back cookies kept earlier, in place of those it has; damaged text is ignored.
    pub fn set_cookies(&self, cookies: &Secret) {
        let Ok(cookies) = serde_json::from_str::<Vec<Cookie<'static>>>(cookies.reveal()) else {
            return;
        };
        let kept = cookies.into_iter().map(Ok::<_, std::convert::Infallible>);
        let Ok(jar) = CookieStore::from_cookies(kept, false);
        *self.jar() = jar;
    }

    /// The `Cookie` line for `url`; `None` without cookies for it. Longer paths go first
    /// (RFC 6265 §5.4).
    pub(super) fn cookie_line(&self, url: &Url) -> Option<HeaderValue> {
        let jar = self.jar();
        let mut cookies = jar.matches(url);
        cookies.sort_by_key(|c| std::cmp::Reverse(c.path.as_ref().len()));
        let line = cookies
            .iter()
            .map(|c| format!("{}={}", c.name(), c.value()))
            .collect::<Vec<_>>()
            .join("; ");
        let mut value = HeaderValue::from_bytes(line.as_bytes()).ok()?;
        value.set_sensitive(true);
        (!line.is_empty()).then_some(value)
    }

    /// `bytes` with the values of login cookies and secret headers overwritten by `*`, length by
    /// length, so that what is kept of an answer holds no way into the account. Some sites write
    /// them into their pages.
    pub fn masked<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let mut masked = Cow::Borrowed(bytes);
        for value in self.confidential() {
            let found: Vec<usize> = memchr::memmem::find_iter(bytes, &value).collect();
            for at in found {
                if let Some(place) = masked.to_mut().get_mut(at..at + value.len()) {
                    place.fill(b'*');
                }
            }
        }
        masked
    }

    /// [`Self::masked`] for a text.
    pub fn masked_text(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.masked(text.as_bytes())).into_owned()
    }

    /// Values that nobody else may see: of cookies that scripts may not read or whose name says
    /// so, and of headers whose name says so. Short ones may be anything (`1`, `en`).
    fn confidential(&self) -> Vec<Vec<u8>> {
        let mut values: Vec<Vec<u8>> = self
            .headers
            .iter()
            .filter(|(name, _)| is_secret_name(name.as_str()))
            .map(|(_, value)| {
                let value = value.as_bytes();
                let scheme = value.iter().position(|b| *b == b' ');
                // `Bearer TOKEN`: the token alone is secret.
                scheme
                    .map_or(value, |at| value.get(at + 1..).unwrap_or(value))
                    .to_vec()
            })
            .collect();
        let jar = self.jar();
        values.extend(
            jar.iter_unexpired()
                .filter(|c| c.http_only() == Some(true) || is_secret_name(c.name()))
                .map(|c| c.value().as_bytes().to_vec()),
        );
        values.retain(|value| value.len() >= SHORTEST_MASKED);
        values
    }

    /// Whom a site sees at `url`, as a number: user agent, further headers and the names of
    /// cookies. What one visitor was shown says nothing of what another would be.
    pub fn visitor(&self, url: &Url) -> i64 {
        let mut hasher = DefaultHasher::new();
        self.user_agent.hash(&mut hasher);
        for (name, value) in self.headers.iter() {
            (name.as_str(), value.as_bytes()).hash(&mut hasher);
        }
        let jar = self.jar();
        let mut names: Vec<&str> = jar.matches(url).iter().map(|c| c.name()).collect();
        names.sort_unstable();
        names.hash(&mut hasher);
        hasher.finish().cast_signed()
    }

    /// Takes the cookies that an answer from `url` sets; those that make no sense are skipped.
    pub(super) fn take_cookies(&self, url: &Url, headers: &HeaderMap) {
        let lines = headers.get_all(SET_COOKIE);
        for line in lines.iter().map(|v| super::answer::text(v.as_bytes())) {
            let _ = self.jar().parse(&line, url);
        }
    }

    fn jar(&self) -> MutexGuard<'_, CookieStore> {
        // A cookie jar is whole after every single step, so a panic elsewhere cannot spoil it.
        self.jar.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn taking(session: &Session, from: &str, line: &str) {
        let mut headers = HeaderMap::new();
        headers.append(SET_COOKIE, HeaderValue::from_str(line).unwrap());
        session.take_cookies(&url(from), &headers);
    }

    fn line(session: &Session, to: &str) -> String {
        session
            .cookie_line(&url(to))
            .map(|v| super::super::answer::text(v.as_bytes()))
            .unwrap_or_default()
    }

    #[test]
    fn cookies_go_back_where_they_came_from() {
        let session = Session::new(None, None, None);
        taking(&session, "http://a.example/x/y", "short=1; Path=/");
        taking(&session, "http://a.example/x/y", "long=2; Path=/x");
        assert_eq!(line(&session, "http://a.example/x/z"), "long=2; short=1");
        assert_eq!(line(&session, "http://a.example/other"), "short=1");
        assert_eq!(line(&session, "http://b.example/x/z"), "");
        taking(&session, "http://a.example/", "short=; Path=/; Max-Age=0");
        assert_eq!(line(&session, "http://a.example/other"), "");
    }

    #[test]
    fn clones_and_other_ways_share_cookies() {
        let session = Session::new(None, None, None);
        let other = session.through(None);
        taking(&session, "http://a.example/", "sid=1");
        assert_eq!(line(&other, "http://a.example/"), "sid=1");
    }

    #[test]
    fn cookies_survive_being_kept() {
        let session = Session::new(None, None, None);
        taking(&session, "http://a.example/", "sid=abc");
        let kept = session.cookies();
        let later = Session::new(None, None, None);
        later.set_cookies(&Secret::new("{damaged"));
        later.set_cookies(&kept);
        assert_eq!(line(&later, "http://a.example/"), "sid=abc");
        later.set_cookies(&Secret::new("{damaged"));
        assert_eq!(line(&later, "http://a.example/"), "sid=abc");
    }

    #[test]
    fn what_lets_somebody_in_is_masked_and_nothing_else() {
        let session = Session::new(None, None, None).with_headers([
            ("Authorization", "Bearer tok-12345"),
            ("X-Reader", "ordinary"),
        ]);
        taking(&session, "http://a.example/", "PHPSESSID=abcdef0123");
        taking(&session, "http://a.example/", "kept=fedcba9876; HttpOnly");
        taking(&session, "http://a.example/", "theme=dark-blue-1");
        taking(&session, "http://a.example/", "sid=1");
        let page = b"1 abcdef0123 fedcba9876 dark-blue-1 ordinary tok-12345 \xff abcdef0123";
        let masked = b"1 ********** ********** dark-blue-1 ordinary ********* \xff **********";
        assert_eq!(session.masked(page).as_ref(), masked);
        assert!(matches!(session.masked(b"nothing"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_user_agent_that_no_header_can_hold_is_replaced() {
        let broken = Session::new(None, None, Some("a\r\nb".to_owned()));
        assert_eq!(broken.user_agent(), USER_AGENT);
        let own = Session::new(None, None, Some("Reader/1".to_owned()));
        assert_eq!(own.user_agent(), "Reader/1");
    }
}
