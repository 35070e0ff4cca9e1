//! The address of a Redis server. Input: what a person typed. Output: the address without its
//! password, which is a secret.

use url::Url;

use super::QueueError;
use crate::secrets::Secret;

/// The port without one in the address.
const PORT: u16 = 6379;

/// The address of a server: `redis://[USER@]HOST[:PORT][/DATABASE]`, or `rediss://` for TLS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueAddress {
    url: Url,
}

impl QueueAddress {
    /// Reads an address; a password in it is returned apart. A host alone is an address too.
    ///
    /// # Errors
    /// [`QueueError::Address`].
    pub fn parse(text: &str) -> Result<(Self, Option<Secret>), QueueError> {
        let text = text.trim();
        let wrong = || QueueError::Address {
            // What was typed may hold a password.
            text: text.rsplit('@').next().unwrap_or_default().to_owned(),
        };
        let whole = match text.contains("://") {
            true => text.to_owned(),
            false => format!("redis://{text}"),
        };
        let mut url = Url::parse(&whole).map_err(|_| wrong())?;
        let is_known = matches!(url.scheme(), "redis" | "rediss");
        let has_host = url.host_str().is_some_and(|host| !host.is_empty());
        let database = url.path().trim_matches('/');
        let names_database = database.is_empty() || database.parse::<u32>().is_ok();
        if !is_known || !has_host || !names_database || url.query().is_some() {
            return Err(wrong());
        }
        let password = url.password().map(decoded).map(Secret::new);
        url.set_password(None).map_err(|()| wrong())?;
        url.set_fragment(None);
        Ok((Self { url }, password))
    }

    /// The address as text, without a password.
    pub fn shown(&self) -> &str {
        self.url.as_str()
    }

    /// Its host, without the brackets of an IPv6 address.
    pub fn host(&self) -> &str {
        let host = self.url.host_str().unwrap_or_default();
        host.trim_matches(['[', ']'])
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.url.port().unwrap_or(PORT)
    }

    /// Whether it is reached over TLS.
    pub fn is_secure(&self) -> bool {
        self.url.scheme() == "rediss"
    }

    /// The user, if one is named.
    pub fn user(&self) -> Option<String> {
        let user = self.url.username();
        (!user.is_empty()).then(|| decoded(user))
    }

    /// The number of the database.
    pub fn database(&self) -> i64 {
        self.url.path().trim_matches('/').parse().unwrap_or(0)
    }
}

/// A user or a password without percent-encoding.
fn decoded(text: &str) -> String {
    let pair = format!("v={}", text.replace('+', "%2B"));
    let mut pairs = url::form_urlencoded::parse(pair.as_bytes());
    pairs
        .next()
        .map_or_else(String::new, |(_, value)| value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_no_password() {
        let (address, password) =
            QueueAddress::parse("rediss://ann:p%40s+s@r.example:7000/2").unwrap();
        assert_eq!(address.shown(), "rediss://ann@r.example:7000/2");
        assert_eq!(password.unwrap().reveal(), "p@s+s");
        assert_eq!((address.host(), address.port()), ("r.example", 7000));
        assert_eq!(address.user().as_deref(), Some("ann"));
        assert!(address.is_secure() && address.database() == 2);
    }

    #[test]
    fn a_host_alone_is_an_address() {
        let (address, password) = QueueAddress::parse(" localhost ").unwrap();
        assert_eq!((address.host(), address.port()), ("localhost", 6379));
        assert!(password.is_none() && !address.is_secure());
        let (address, _) = QueueAddress::parse("redis://[::1]:7").unwrap();
        assert_eq!((address.host(), address.port()), ("::1", 7));
    }

    #[test]
    fn other_addresses_are_refused_without_their_password() {
        for text in [
            "",
            "http://a.example",
            "redis://",
            "redis://h/x",
            "redis://u:secret@:1",
        ] {
            let error = QueueAddress::parse(text).unwrap_err();
            assert!(!error.to_string().contains("secret"), "{text}");
        }
    }
}
