//! What a person names: a site by its number, an address as typed, the zone of this machine.

use jiff::tz::TimeZone;
use url::Url;

use crate::context::EngineContext;
use crate::protocol::EngineError;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{Site, SiteId};

/// The site, or an error if it was removed.
pub(in crate::controller) fn find_site(
    context: &EngineContext,
    site: SiteId,
) -> Result<Site, EngineError> {
    context
        .store
        .site(site)?
        .ok_or_else(|| EngineError::no_such_site(site))
}

/// An address as a person types it: a missing scheme becomes https, or http for loopback.
pub(in crate::controller) fn typed_url(typed: &str) -> Result<Url, EngineError> {
    let typed = typed.trim();
    let failed = |reason: String| {
        EngineError(
            Message::new("engine-bad-url")
                .with("url", typed)
                .with("reason", reason),
        )
    };
    // The parser would escape them, and ask for an address that nobody means.
    if typed.contains(char::is_whitespace) {
        return Err(EngineError(
            Message::new("engine-url-spaces").with("url", typed),
        ));
    }
    if let Some((scheme, _)) = typed.split_once("://") {
        let known = ["http", "https"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known));
        if !known {
            return Err(EngineError(
                Message::new("engine-bad-scheme")
                    .with("url", typed)
                    .with("scheme", scheme),
            ));
        }
        return Url::parse(typed).map_err(|error| failed(error.to_string()));
    }
    let secure =
        Url::parse(&format!("https://{typed}")).map_err(|error| failed(error.to_string()))?;
    let loopback = match secure.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    if loopback {
        return Url::parse(&format!("http://{typed}")).map_err(|error| failed(error.to_string()));
    }
    Ok(secure)
}

/// The name of the time zone of this machine.
pub(in crate::controller) fn system_zone() -> String {
    TimeZone::system()
        .iana_name()
        .map_or_else(|| "UTC".to_owned(), ToOwned::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, expected: Option<&str>) {
        let url = typed_url(typed).ok().map(String::from);
        assert_eq!(url.as_deref(), expected, "{typed}");
    }

    #[test]
    fn typed_addresses_get_their_scheme() {
        check("example.org/a", Some("https://example.org/a"));
        check(" http://example.org ", Some("http://example.org/"));
        check("127.0.0.1:8080/x", Some("http://127.0.0.1:8080/x"));
        check("localhost:8080", Some("http://localhost:8080/"));
        check("[::1]:80", Some("http://[::1]/"));
        check("例え.jp", Some("https://xn--r8jz45g.jp/"));
        check("ftp://example.org/", None);
        check("", None);
        check("https://example.org/hello world", None);
    }
}
