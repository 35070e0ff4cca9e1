//! Who may ask: whoever has the token, by a name of this machine, and no page of another site. A page in
//! a browser can send requests to this machine, under a name of its own if it likes (DNS rebinding);
//! hence the checks of `Host`, `Origin` and `Sec-Fetch-Site` before the token.

use std::net::{IpAddr, SocketAddr};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::HeaderMap;
use hyper::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN};
use ring::hmac;

use crate::secrets::Secret;

/// Random bytes of a token.
const TOKEN_BYTES: usize = 32;
/// Where the page that sends a request is from, as browsers say (Fetch Metadata).
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A new token: 64 hexadecimal digits.
///
/// # Errors
/// When the system has no random numbers.
pub fn new_token() -> std::io::Result<Secret> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Secret::new(digits))
}

/// What a request must have.
pub struct Access {
    /// Compares in constant time: both sides are signed by it.
    key: hmac::Key,
    token: hmac::Tag,
    names: Vec<String>,
    is_loopback: bool,
}

/// Why a request is refused, as a status of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// The address has another name, or a page of another site asks.
    Elsewhere,
    /// The token is missing or wrong.
    Token,
}

impl Access {
    /// Requests with `token`, by an address of this machine, `localhost` or one of `names`.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn new(token: &Secret, names: Vec<String>) -> std::io::Result<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
        let key = hmac::Key::new(hmac::HMAC_SHA256, &bytes);
        let token = hmac::sign(&key, token.reveal().as_bytes());
        Ok(Self {
            key,
            token,
            names,
            is_loopback: true,
        })
    }

    /// The same for a server that listens at `address`.
    pub(super) fn at(self, address: SocketAddr) -> Self {
        let is_loopback = address.ip().is_loopback();
        Self {
            is_loopback,
            ..self
        }
    }

    /// Whether a request with these headers is to be answered.
    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let text = |name: &HeaderName| {
            let mut values = headers.get_all(name).iter();
            let first = values.next().map(|value| value.to_str().unwrap_or("\0"));
            // Two values of one name are nobody's honest request.
            first.map(|value| if values.next().is_some() { "\0" } else { value })
        };
        let is_here = text(&HOST).is_some_and(|host| self.is_name(host));
        let of_page = text(&ORIGIN).is_some();
        let from = text(&SEC_FETCH_SITE);
        let of_other = from.is_some_and(|site| !matches!(site, "none" | "same-origin"));
        if !is_here || of_page || of_other {
            return Err(Refused::Elsewhere);
        }
        let given = text(&AUTHORIZATION).and_then(token_of);
        match given.is_some_and(|given| self.is_token(&given)) {
            true => Ok(()),
            false => Err(Refused::Token),
        }
    }

    fn is_token(&self, given: &[u8]) -> bool {
        hmac::verify(&self.key, given, self.token.as_ref()).is_ok()
    }

    fn is_name(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(v6) => v6.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        let named = self
            .names
            .iter()
            .any(|known| known.eq_ignore_ascii_case(&name));
        // A name can be made to lead anywhere, an address cannot.
        let is_address = name
            .parse::<IpAddr>()
            .is_ok_and(|ip| ip.is_loopback() || !self.is_loopback);
        named || is_address || name == "localhost"
    }
}

/// The token in an `Authorization` header: `Bearer TOKEN`, or the password of `Basic`, which feed readers
/// send.
fn token_of(header: &str) -> Option<Vec<u8>> {
    let (scheme, rest) = header.trim().split_once(' ')?;
    let rest = rest.trim();
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(rest.as_bytes().to_vec());
    }
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = STANDARD.decode(rest).ok()?;
    let colon = decoded.iter().position(|byte| *byte == b':')?;
    decoded.get(colon + 1..).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(listens: &str) -> Access {
        let token = Secret::new("right");
        let access = Access::new(&token, vec!["box.lan".to_owned()]).expect("random numbers");
        access.at(listens.parse().expect("an address"))
    }

    fn check(access: &Access, headers: &[(&str, &str)]) -> Result<(), Refused> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a name");
            map.append(name, value.parse().expect("a value"));
        }
        access.check(&map)
    }

    #[test]
    fn the_token_is_asked_for_and_other_names_and_pages_are_refused_before_it() {
        let here = access("127.0.0.1:8787");
        let bearer = ("authorization", "Bearer right");
        for host in ["127.0.0.1:8787", "localhost", "[::1]:8787", "BOX.lan.:80"] {
            assert_eq!(check(&here, &[("host", host), bearer]), Ok(()), "{host}");
        }
        // The name stands for the person; only the password counts.
        let basic = ("authorization", "Basic YW55Ym9keTpyaWdodA==");
        assert_eq!(check(&here, &[("host", "localhost"), basic]), Ok(()));
        for host in [
            "evil.example",
            "evil.example:8787",
            "192.168.1.5",
            "127.0.0.1.evil.example",
        ] {
            let refused = check(&here, &[("host", host), bearer]);
            assert_eq!(refused, Err(Refused::Elsewhere), "{host}");
        }
        let local = ("host", "localhost:8787");
        for token in [
            "Bearer wrong",
            "Bearer",
            "right",
            "Basic right",
            "Bearer righ",
            "Bearer rightt",
        ] {
            let refused = check(&here, &[local, ("authorization", token)]);
            assert_eq!(refused, Err(Refused::Token), "{token}");
        }
        assert_eq!(check(&here, &[local]), Err(Refused::Token));
        for page in [
            ("origin", "https://evil.example"),
            ("origin", "null"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("host", "evil.example"),
        ] {
            let refused = check(&here, &[local, bearer, page]);
            assert_eq!(refused, Err(Refused::Elsewhere), "{page:?}");
        }
        assert_eq!(check(&here, &[bearer]), Err(Refused::Elsewhere));
        // On the network it is asked by its address there.
        let there = access("0.0.0.0:8787");
        assert_eq!(
            check(&there, &[("host", "192.168.1.5:8787"), bearer]),
            Ok(())
        );
        let refused = check(&there, &[("host", "evil.example"), bearer]);
        assert_eq!(refused, Err(Refused::Elsewhere));
    }

    #[test]
    fn tokens_are_long_and_never_the_same() {
        let (one, other) = (new_token().expect("one"), new_token().expect("another"));
        assert_eq!(one.reveal().len(), 2 * TOKEN_BYTES);
        assert_ne!(one, other);
    }
}
