//! A session as it travels to a worker on another machine, and the changes of its cookies that come
//! back. It holds secrets: whoever serialises it seals the result for one receiver.

use std::sync::{Arc, Mutex};

use cookie_store::Cookie;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use url::Url;

use super::cookie_jar::{CookieJar, domain_of};
use super::{Credentials, ProxyRoute, Session};
use crate::fetch::RobotsPolicy;
use crate::secrets::Secret;
use bowerbird_logic::model::ProxyId;
use bowerbird_logic::policy::address_policy::Reach;
use bowerbird_logic::policy::pools::secret_scope::SecretScope;

/// A session as plain values.
#[derive(Serialize, Deserialize)]
pub struct PortableSession {
    proxy: Option<PortableProxy>,
    user_agent: String,
    headers: Vec<(String, Vec<u8>)>,
    cookies: Vec<Cookie<'static>>,
    /// Origin, name and value of the secret header.
    credentials: Option<(Url, String, Vec<u8>)>,
    account: Option<SecretScope>,
    connection: u32,
    reach: Reach,
    robots: RobotsPolicy,
}

/// A proxy with its password.
#[derive(Serialize, Deserialize)]
struct PortableProxy {
    id: i64,
    url: Url,
    credentials: Option<(String, String)>,
}

/// How the cookies of a session changed during a request.
#[derive(Default, Serialize, Deserialize)]
pub struct CookieChanges {
    set: Vec<Cookie<'static>>,
    /// Name, path and domain of those that are gone.
    removed: Vec<(String, String, String)>,
}

impl Session {
    /// Whether it carries a secret of the user: an account, a secret header, a proxy's password.
    pub fn has_secrets(&self) -> bool {
        self.kept_credentials().is_some()
            || self.kept_account().is_some()
            || self
                .proxy()
                .is_some_and(|proxy| proxy.credentials.is_some())
    }

    /// The session for a worker; `None` if it can only be used here: bound to an address of this
    /// machine, or through a proxy that is being tried.
    pub fn portable(&self) -> Option<PortableSession> {
        let on_trial = |proxy: &ProxyRoute| proxy.meter.patience().is_some();
        if self.local_address.is_some() || self.proxy().is_some_and(on_trial) {
            return None;
        }
        let credentials = match self.kept_credentials().as_ref() {
            None => None,
            Some(kept) => {
                let origin = Url::parse(&kept.origin.ascii_serialization()).ok()?;
                let (name, value) = (kept.name.to_string(), kept.value.as_bytes().to_vec());
                Some((origin, name, value))
            }
        };
        let headers = self.headers.iter();
        let headers = headers.map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()));
        Some(PortableSession {
            proxy: self.proxy().map(|proxy| PortableProxy {
                id: proxy.id.0,
                url: proxy.url.clone(),
                credentials: proxy
                    .credentials
                    .as_ref()
                    .map(|(user, password)| (user.clone(), password.reveal().to_owned())),
            }),
            user_agent: self.user_agent.to_string(),
            headers: headers.collect(),
            cookies: self.jar().unexpired().cloned().collect(),
            credentials,
            account: self.kept_account().clone(),
            connection: self.connection,
            reach: self.reach(),
            robots: self.robots,
        })
    }

    /// Applies what a worker received; other changes meanwhile stay.
    pub fn apply_cookie_changes(&self, changes: CookieChanges) {
        let mut jar = self.jar();
        for (name, path, domain) in &changes.removed {
            jar.remove(name, path, domain);
        }
        for cookie in changes.set {
            jar.put_received(cookie);
        }
    }
}

impl PortableSession {
    /// The session as a worker uses it.
    pub fn into_session(self) -> Session {
        let proxy = self.proxy.map(|proxy| {
            let credentials = proxy.credentials;
            let credentials = credentials.map(|(user, word)| (user, Secret::new(word)));
            ProxyRoute::new(ProxyId(proxy.id), proxy.url, credentials)
        });
        let headers: HeaderMap = self
            .headers
            .iter()
            .filter_map(|(name, value)| {
                let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
                Some((name, HeaderValue::from_bytes(value).ok()?))
            })
            .collect();
        let credentials = self.credentials.and_then(|(origin, name, value)| {
            let mut value = HeaderValue::from_bytes(&value).ok()?;
            value.set_sensitive(true);
            Some(Credentials {
                origin: origin.origin(),
                name: HeaderName::from_bytes(name.as_bytes()).ok()?,
                value,
            })
        });
        Session {
            headers: Arc::new(headers),
            jar: Arc::new(Mutex::new(CookieJar::of_kept(self.cookies))),
            credentials: Arc::new(Mutex::new(credentials)),
            account: Arc::new(Mutex::new(self.account)),
            connection: self.connection,
            robots: self.robots,
            ..Session::new(proxy, None, Some(self.user_agent)).reaching(self.reach)
        }
    }
}

/// The cookies of a session before a request.
pub struct CookiesBefore(Vec<Cookie<'static>>);

impl Session {
    /// Its cookies now.
    pub fn cookies_before(&self) -> CookiesBefore {
        CookiesBefore(self.jar().unexpired().cloned().collect())
    }

    /// How its cookies changed since.
    pub fn cookie_changes(&self, before: &CookiesBefore) -> CookieChanges {
        let jar = self.jar();
        let is_same = |one: &Cookie, other: &Cookie| {
            one.name() == other.name()
                && one.path == other.path
                && domain_of(one) == domain_of(other)
        };
        let now: Vec<&Cookie<'static>> = jar.unexpired().collect();
        let set = now.iter().filter(|cookie| !before.0.contains(**cookie));
        let gone = before
            .0
            .iter()
            .filter(|old| !now.iter().any(|new| is_same(new, old)));
        CookieChanges {
            set: set.map(|cookie| (*cookie).clone()).collect(),
            removed: gone
                .filter_map(|old| {
                    let domain = domain_of(old)?.to_owned();
                    let path: &str = old.path.as_ref();
                    Some((old.name().to_owned(), path.to_owned(), domain))
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_the_same_visitor_elsewhere_and_its_cookies_come_back() {
        let home = Url::parse("https://a.example/").unwrap();
        let here = Session::new(None, None, Some("agent".to_owned()))
            .with_headers([("accept-language", "en")]);
        here.jar().take("one=1", &home);
        here.jar().take("two=2; Max-Age=1000", &home);
        assert!(here.set_credentials(&home, "authorization", &Secret::new("Bearer x")));
        assert!(here.has_secrets());
        let text = serde_json::to_string(&here.portable().unwrap()).unwrap();
        let portable: PortableSession = serde_json::from_str(&text).unwrap();
        let there = portable.into_session();
        assert_eq!(there.visitor(&home), here.visitor(&home));
        assert_eq!(there.cookie_line(&home), here.cookie_line(&home));
        let before = there.cookies_before();
        there.jar().take("one=9", &home);
        there.jar().take("two=; Max-Age=0", &home);
        here.jar().take("mine=3", &home);
        let changes = serde_json::to_string(&there.cookie_changes(&before)).unwrap();
        here.apply_cookie_changes(serde_json::from_str(&changes).unwrap());
        assert_eq!(here.cookie_line(&home).unwrap(), "mine=3; one=9");
    }

    #[test]
    fn a_session_bound_to_this_machine_stays_here() {
        let bound = Session::new(None, Some("127.0.0.1".parse().unwrap()), None);
        assert!(bound.portable().is_none());
    }
}
