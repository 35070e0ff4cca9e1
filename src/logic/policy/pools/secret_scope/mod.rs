//! Whether a secret may be sent to an address: the only policy about it. A [`SecretScope`] is
//! stored with each secret: the places that the user gave it for. It is never derived from what a
//! page, a server or a changed rule says later.
//!
//! - A site under the public suffix list is identified by its registered domain: `www.example.org`
//!   and `login.example.org` are one place, whatever their ports.
//! - A numeric address, a name of one label and a public suffix itself have no such domain: host
//!   and port must be the same.
//! - A place given by its exact host and port (proxy, mail server, webhook) matches only that.
//! - A secret given for a secure place (https) never goes to an insecure one (http); the reverse is
//!   allowed.
//!   round it may.

use std::collections::BTreeSet;
use std::fmt;
use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use url::Url;

/// A place that a secret may be sent to, or is about to be sent to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SecretPlace {
    /// Whether the connection is encrypted.
    secure: bool,
    /// A registered domain when there is no port, else the whole host.
    host: String,
    /// The port; `None` for all hosts and ports of a registered domain.
    port: Option<u16>,
}

/// The text names no host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no host")]
pub struct NoPlace;

impl SecretPlace {
    /// The place of a site's address: its registered domain, or else host and port.
    pub fn of_site(url: &Url) -> Option<Self> {
        let exact = Self::exact(url)?;
        Some(match registered(&exact.host) {
            Some(domain) => Self {
                host: domain.to_owned(),
                port: None,
                ..exact
            },
            None => exact,
        })
    }

    /// The place of an address by its exact host and port; for schemes without a usual port, port 0.
    pub fn exact(url: &Url) -> Option<Self> {
        let port = url.port_or_known_default().unwrap_or_default();
        Self::at(url.scheme() == "https", url.host_str()?, port)
    }

    /// A host and port outside the web, such as a mail server's. `None` if the host is empty.
    pub fn at(secure: bool, host: &str, port: u16) -> Option<Self> {
        let host = host.trim().trim_end_matches('.').to_lowercase();
        (!host.is_empty()).then_some(Self {
            secure,
            host,
            port: Some(port),
        })
    }

    /// Parses a place typed by a person: an address, `host`, or `host:port`. Without a scheme a
    /// domain is secure; a numeric address or a name of one label, which rarely has a certificate,
    /// is not.
    ///
    /// # Errors
    /// When it names no host of the web.
    pub fn named(text: &str) -> Result<Self, NoPlace> {
        let text = text.trim();
        let parsed = |text: &str| {
            let url = Url::parse(text).map_err(|_| NoPlace)?;
            let of_web = matches!(url.scheme(), "http" | "https");
            let place = Self::of_site(&url).filter(|_| of_web);
            place.ok_or(NoPlace)
        };
        if text.contains("://") {
            return parsed(text);
        }
        let secured = parsed(&format!("https://{text}"))?;
        match secured.port {
            None => Ok(secured),
            Some(_) => parsed(&format!("http://{text}")),
        }
    }

    /// Whether a secret for this place may be sent to `url`.
    fn covers(&self, url: &Url) -> bool {
        let Some(there) = Self::exact(url) else {
            return false;
        };
        self.covers_place(&there)
    }

    fn covers_place(&self, there: &Self) -> bool {
        let same = match self.port {
            Some(_) => self.host == there.host && self.port == there.port,
            None => self.is_of_host(&there.host),
        };
        same && (there.secure || !self.secure)
    }

    /// Whether a host, whatever its port, belongs to this place.
    fn is_of_host(&self, host: &str) -> bool {
        match self.port {
            Some(_) => self.host == host,
            None => registered(host).is_some_and(|domain| domain == self.host),
        }
    }
}

/// The registered domain; `None` for numeric addresses, names of one label and public suffixes.
fn registered(host: &str) -> Option<&str> {
    let is_number = host.parse::<IpAddr>().is_ok() || host.starts_with('[');
    psl::domain_str(host).filter(|_| !is_number)
}

impl fmt::Display for SecretPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

impl From<SecretPlace> for String {
    fn from(place: SecretPlace) -> Self {
        place.to_string()
    }
}

impl TryFrom<String> for SecretPlace {
    type Error = NoPlace;

    /// Parses the output of [`fmt::Display`].
    fn try_from(text: String) -> Result<Self, NoPlace> {
        let (scheme, rest) = text.split_once("://").ok_or(NoPlace)?;
        let secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(NoPlace),
        };
        let port = rest.rsplit_once(':').and_then(|(host, port)| {
            let port = port.parse::<u16>().ok()?;
            Some((host, port))
        });
        let place = match port {
            Some((host, port)) => Self::at(secure, host, port),
            None => Self::at(secure, rest, 0).map(|place| Self {
                port: None,
                ..place
            }),
        };
        place.ok_or(NoPlace)
    }
}

/// The places that a secret was given for. An empty scope allows nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretScope(BTreeSet<SecretPlace>);

impl SecretScope {
    /// The sites of several addresses.
    pub fn of_sites<'u>(urls: impl IntoIterator<Item = &'u Url>) -> Self {
        Self(urls.into_iter().filter_map(SecretPlace::of_site).collect())
    }

    /// One place; empty for `None`.
    pub fn only(place: Option<SecretPlace>) -> Self {
        Self(place.into_iter().collect())
    }

    /// Allows one more place; returns false if it was allowed already.
    pub fn allow(&mut self, place: SecretPlace) -> bool {
        self.0.insert(place)
    }

    /// Allows all places of another scope.
    pub fn allow_all(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    /// Whether the secret may be sent to `url`.
    pub fn allows(&self, url: &Url) -> bool {
        self.0.iter().any(|place| place.covers(url))
    }

    /// Whether the secret may be sent to a place outside the web.
    pub fn allows_place(&self, there: &SecretPlace) -> bool {
        self.0.iter().any(|place| place.covers_place(there))
    }

    /// Whether a host belongs to one of the places, whatever the port and encryption. A cookie
    /// stores only its host.
    pub fn is_of_host(&self, host: &str) -> bool {
        let host = host.trim_start_matches('.').trim_end_matches('.');
        let host = host.to_lowercase();
        self.0.iter().any(|place| place.is_of_host(&host))
    }

    /// Whether nothing is allowed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The places in readable form, such as `https://example.org`.
    pub fn shown(&self) -> String {
        let all: Vec<String> = self.0.iter().map(SecretPlace::to_string).collect();
        match all.is_empty() {
            true => "–".to_owned(),
            false => all.join(", "),
        }
    }
}

#[cfg(test)]
mod tests;
