//! Who may send: by the address of this machine, and from where. A page in a browser can send requests
//! to this machine, under a name of its own if it likes (DNS rebinding); hence `Host` and `Origin`.

use hyper::HeaderMap;
use hyper::header::{AUTHORIZATION, HOST, HeaderName, ORIGIN};

/// What a navigation is for, as browsers say (Fetch Metadata).
const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
/// Origins of extensions: of Chromium and its like, of Firefox.
const EXTENSIONS: [&str; 2] = ["chrome-extension://", "moz-extension://"];
/// The longest origin of an extension.
const MAX_ORIGIN: usize = 128;

/// The one value of a header; one that is given twice, or is no text, is nobody's honest request.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let first = values.next()?;
    let text = first.to_str().ok()?;
    values.next().is_none().then_some(text)
}

/// Whether the request is for this machine by its address, at `port`.
pub(super) fn is_for_here(headers: &HeaderMap, port: u16) -> bool {
    single(headers, &HOST).is_some_and(|host| {
        host == format!("127.0.0.1:{port}") || host == format!("localhost:{port}")
    })
}

/// The origin of the extension that sends; `None` for anything else.
pub(super) fn extension_origin(headers: &HeaderMap) -> Option<&str> {
    let origin = single(headers, &ORIGIN)?;
    let host = EXTENSIONS
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme))?;
    let is_host = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_one = !host.is_empty() && origin.len() <= MAX_ORIGIN && host.chars().all(is_host);
    is_one.then_some(origin)
}

/// Whether a page navigates there in a tab, where the person sees it, and not in a frame.
pub(super) fn is_in_a_tab(headers: &HeaderMap) -> bool {
    !headers.contains_key(&SEC_FETCH_DEST)
        || single(headers, &SEC_FETCH_DEST).is_some_and(|dest| dest == "document")
}

/// Whether what a bookmark sent may be a page at `url`. Browsers hide the origin of secure pages from
/// plain HTTP (`null`).
pub(super) fn is_origin_of(headers: &HeaderMap, url: &url::Url) -> bool {
    !headers.contains_key(&ORIGIN)
        || single(headers, &ORIGIN)
            .is_some_and(|origin| origin == "null" || origin == url.origin().ascii_serialization())
}

/// The token of a request.
pub(super) fn token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = single(headers, &AUTHORIZATION)?.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&str, &str)]) -> HeaderMap {
        let mut map = HeaderMap::new();
        for (name, value) in all {
            let name: HeaderName = name.parse().expect("a name");
            map.append(name, value.parse().expect("a value"));
        }
        map
    }

    #[test]
    fn only_this_machine_by_its_address_and_port() {
        for host in ["127.0.0.1:8788", "localhost:8788"] {
            assert!(is_for_here(&headers(&[("host", host)]), 8788), "{host}");
        }
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example:8788",
            "127.0.0.1.evil.example:8788",
            "localhost.evil.example:8788",
        ] {
            assert!(!is_for_here(&headers(&[("host", host)]), 8788), "{host}");
        }
        let twice = [("host", "127.0.0.1:8788"), ("host", "127.0.0.1:8788")];
        assert!(!is_for_here(&headers(&twice), 8788));
        assert!(!is_for_here(&headers(&[]), 8788));
    }

    #[test]
    fn only_extensions_send_with_a_token_and_only_tabs_by_a_bookmark() {
        for origin in ["chrome-extension://abcdefgh", "moz-extension://0a1b-2c"] {
            let found = headers(&[("origin", origin)]);
            assert_eq!(extension_origin(&found), Some(origin));
        }
        for origin in [
            "https://evil.example",
            "null",
            "chrome-extension://",
            "chrome-extension://a/b",
            "moz-extension://a b",
            "http://chrome-extension",
        ] {
            assert_eq!(extension_origin(&headers(&[("origin", origin)])), None);
        }
        assert!(is_in_a_tab(&headers(&[("sec-fetch-dest", "document")])));
        assert!(is_in_a_tab(&headers(&[])));
        for dest in ["iframe", "empty", "embed"] {
            assert!(!is_in_a_tab(&headers(&[("sec-fetch-dest", dest)])));
        }
        let page = url::Url::parse("http://a.example/x").expect("an address");
        for (origin, may) in [
            ("null", true),
            ("http://a.example", true),
            ("http://b.example", false),
            ("https://a.example", false),
        ] {
            assert_eq!(is_origin_of(&headers(&[("origin", origin)]), &page), may);
        }
        let bearer = headers(&[("authorization", "Bearer abc")]);
        assert_eq!(token(&bearer), Some("abc"));
        assert_eq!(token(&headers(&[("authorization", "Basic abc")])), None);
    }
}
