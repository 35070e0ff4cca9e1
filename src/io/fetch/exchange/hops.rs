//! Decisions about the hops of an exchange: which addresses may be requested, where an answer
//! redirects, whether a failure comes from a kept connection. Pure: values in, values out.

use std::fmt::Write;

use reqwest::StatusCode;
use reqwest::header::{CONTENT_ENCODING, CONTENT_RANGE, HeaderMap};
use url::Url;

use crate::fetch::FetchError;
use crate::fetch::answer::text;
use crate::fetch::error::{host_of, shown};
use crate::fetch::session::Session;

/// An address may occur twice in a chain (a site sets a cookie and redirects back); a third time is
/// a loop.
pub(super) const VISITS_OF_ONE_ADDRESS: usize = 2;

pub(super) fn check_scheme(url: &Url) -> Result<(), FetchError> {
    if matches!(url.scheme(), "http" | "https") && url.has_host() {
        Ok(())
    } else {
        Err(FetchError::Scheme { url: shown(url) })
    }
}

/// Checks whether `url` is in reach of `session`, as far as the address itself shows; its name is
/// checked when it is resolved.
pub(in crate::fetch) fn check_reach(url: &Url, session: &Session) -> Result<(), FetchError> {
    let through_proxy = session.proxy().is_some();
    match session.reach().refuses(url, through_proxy) {
        None => Ok(()),
        Some(space) => Err(FetchError::OutOfReach {
            host: host_of(url),
            address: None,
            space,
        }),
    }
}

/// Whether a body sent to `at` may be sent to `next`: the same server, or the same host on default
/// ports without a downgrade to plain http.
pub(super) fn is_as_safe(at: &Url, next: &Url) -> bool {
    let is_secured = at.scheme() == "http" && next.scheme() == "https";
    let is_usual = at.port().is_none() && next.port().is_none();
    at.origin() == next.origin() || (is_secured && is_usual && at.host_str() == next.host_str())
}

/// Whether the cause of a failure can be a connection that the other side closed meanwhile,
/// including one to a proxy.
pub(super) fn is_hang_up(fault: &FetchError) -> bool {
    matches!(fault, FetchError::Dropped { .. } | FetchError::Proxy { .. })
}

pub(super) fn is_redirect(status: StatusCode) -> bool {
    matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308)
}

/// Joins a `Location`, whose bytes may be in any charset: non-ASCII bytes are kept and
/// percent-encoded. The previous address's fragment stays unless there is a new one (RFC 9110
/// §10.2.2).
pub(super) fn join(base: &Url, location: &[u8]) -> Option<Url> {
    let mut ascii = String::with_capacity(location.len());
    for &byte in location {
        if byte.is_ascii() {
            ascii.push(char::from(byte));
        } else {
            // Writing into a String cannot fail.
            let _ = write!(ascii, "%{byte:02X}");
        }
    }
    let mut next = base.join(ascii.trim()).ok()?;
    if next.fragment().is_none() {
        next.set_fragment(base.fragment());
    }
    Some(next)
}

/// Whether bytes declared as compressed are readable text after all.
pub(super) fn is_readable_text(body: &[u8]) -> bool {
    let is_control = |b: &u8| *b < 0x20 && !matches!(*b, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b);
    !body.iter().take(512).any(is_control)
}

pub(super) fn encoding_of(headers: &HeaderMap) -> String {
    let value = headers.get(CONTENT_ENCODING);
    let value = value.map(|v| text(v.as_bytes())).unwrap_or_default();
    format!("Content-Encoding: {value}")
}

/// The range that a partial answer states.
pub(super) fn part_of(headers: &HeaderMap) -> String {
    let range = headers.get(CONTENT_RANGE);
    let range = range.map_or_else(String::new, |range| text(range.as_bytes()));
    format!("206 {range}").trim().to_owned()
}

/// Whether a partial answer contains the whole page, since no part was requested.
pub(super) fn is_whole(headers: &HeaderMap) -> bool {
    let range = headers
        .get(CONTENT_RANGE)
        .and_then(|range| range.to_str().ok());
    let range = range.and_then(|range| range.trim().strip_prefix("bytes 0-"));
    let ends = range.and_then(|range| range.split_once('/'));
    ends.is_some_and(|(last, length)| {
        let (last, length) = (last.trim().parse::<u64>(), length.trim().parse::<u64>());
        matches!((last, length), (Ok(last), Ok(length)) if last.checked_add(1) == Some(length))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_goes_on_to_the_same_server_only() {
        let goes =
            |from: &str, to: &str| is_as_safe(&Url::parse(from).unwrap(), &Url::parse(to).unwrap());
        assert!(goes("http://a.example:81/x", "http://a.example:81/y"));
        assert!(goes("http://a.example/x", "https://a.example/x"));
        for to in [
            "http://a.example:81/x",
            "https://a.example:444/x",
            "http://b.example/x",
            "https://www.a.example/x",
        ] {
            assert!(!goes("http://a.example/x", to), "{to}");
        }
        assert!(!goes("https://a.example/x", "http://a.example/x"));
    }

    #[test]
    fn locations_join_whatever_their_bytes() {
        let base = Url::parse("http://a.example/x/y?q#part").unwrap();
        let check = |location: &[u8], expected: &str| {
            assert_eq!(join(&base, location).unwrap().as_str(), expected);
        };
        check(b"z", "http://a.example/x/z#part");
        check(b"/z#own", "http://a.example/z#own");
        check(b"//b.example/", "http://b.example/#part");
        check(b"?p=1", "http://a.example/x/y?p=1#part");
        check(b"/\xd6\xd0", "http://a.example/%D6%D0#part");
        check(" /中 ".as_bytes(), "http://a.example/%E4%B8%AD#part");
        assert_eq!(join(&base, b"http://["), None);
    }
}
