//! Joining and normalising addresses.
//!
//! Below: many links at once, canonical addresses, and links that do something.

pub(super) mod actions;
pub(super) mod canonical;
pub(super) mod link_joiner;
pub(super) mod permalink_signs;
pub(super) mod picture_address;

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};
use url::Url;

/// The maximum length of an address in bytes. Servers accept request lines of 8 KB to 16 KB; longer
/// addresses are never requested, and would cost memory and disk on every page that links them.
pub const MAX_ADDRESS_BYTES: usize = 16 * 1024;

/// Joins `href` to `base`; `None` if it is not http(s), does not parse or is longer than
/// [`MAX_ADDRESS_BYTES`].
pub fn join(base: &Url, href: &str) -> Option<Url> {
    join_encoded(base, href, UTF_8)
}

/// As [`join`], with the query's characters in the page's `encoding`, as browsers send them
/// (WHATWG URL, "query state").
pub fn join_encoded(base: &Url, href: &str, encoding: &'static Encoding) -> Option<Url> {
    if href.len() > MAX_ADDRESS_BYTES {
        return None;
    }
    let url = parse_joined(base, href, encoding)?;
    let is_page = matches!(url.scheme(), "http" | "https") && url.has_host();
    (is_page && url.as_str().len() <= MAX_ADDRESS_BYTES).then_some(url)
}

/// Joins `href` to `base` by the URL standard, whatever the scheme.
pub(super) fn parse_joined(base: &Url, href: &str, encoding: &'static Encoding) -> Option<Url> {
    let encode = encoder(encoding);
    let legacy: url::EncodingOverride<'_> = if encoding == UTF_8 {
        None
    } else {
        Some(&encode)
    };
    Url::options()
        .base_url(Some(base))
        .encoding_override(legacy)
        .parse(href)
        .ok()
}

fn encoder(encoding: &'static Encoding) -> impl Fn(&str) -> Cow<'_, [u8]> {
    move |text| encoding.encode(text).0
}

/// `url` without its fragment: its form in the frontier.
pub fn without_fragment(url: &Url) -> Url {
    let mut url = url.clone();
    url.set_fragment(None);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(href: &str, expected: Option<&str>) {
        let base = Url::parse("https://example.org/news/list?page=2").unwrap();
        assert_eq!(join(&base, href).as_ref().map(Url::as_str), expected);
    }

    #[test]
    fn addresses_without_measure_are_none() {
        let base = Url::parse("https://example.org/").unwrap();
        let long = |length: usize| format!("https://example.org/{}", "a".repeat(length - 20));
        assert!(join(&base, &long(MAX_ADDRESS_BYTES)).is_some());
        assert!(join(&base, &long(MAX_ADDRESS_BYTES + 1)).is_none());
        // Each character becomes three.
        assert!(join(&base, &"ü".repeat(MAX_ADDRESS_BYTES / 4)).is_none());
    }

    #[test]
    fn addresses_join_as_in_browsers() {
        check("a.html", Some("https://example.org/news/a.html"));
        check("//cdn.example.org/x", Some("https://cdn.example.org/x"));
        check(" \n/top ", Some("https://example.org/top"));
        check("?page=3", Some("https://example.org/news/list?page=3"));
        check("#c", Some("https://example.org/news/list?page=2#c"));
        check(
            "新闻?词=好",
            Some("https://example.org/news/%E6%96%B0%E9%97%BB?%E8%AF%8D=%E5%A5%BD"),
        );
    }

    #[test]
    fn other_schemes_are_no_links() {
        for href in [
            "javascript:void(0)",
            "JavaScript:x",
            "mailto:a@example.org",
            "data:,x",
            "tel:1",
            "ftp://example.org/",
            "about:blank",
            "http://",
            "https://[x",
            "http://a b/",
        ] {
            check(href, None);
        }
    }

    #[test]
    fn queries_take_the_encoding_of_the_page() {
        let base = Url::parse("http://example.org/").unwrap();
        let url = join_encoded(&base, "s?q=中", encoding_rs::GBK).unwrap();
        assert_eq!(url.as_str(), "http://example.org/s?q=%D6%D0");
    }

    #[test]
    fn fragments_go() {
        let url = Url::parse("http://example.org/a?b#c").unwrap();
        assert_eq!(without_fragment(&url).as_str(), "http://example.org/a?b");
    }
}
