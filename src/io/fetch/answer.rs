//! What a fetch returns: the last answer of a chain of redirects, as plain data. Header values
//! arrive as arbitrary bytes and are returned as text. Nothing here uses the network.

use std::time::Duration;

use reqwest::header::HeaderMap;
use serde::{Deserialize, Serialize};
use url::Url;

use super::session::is_secret_name;
use bowerbird_logic::model::PagePicture;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fetched {
    /// Addresses from the requested one to the last, without user and password.
    pub url_chain: Vec<Url>,
    /// Status.
    pub status: u16,
    /// Headers in order, names in lower case; of `set-cookie` only the cookie names.
    pub headers: Vec<(String, String)>,
    /// Body after content decoding.
    pub body: Vec<u8>,
    /// From the first byte sent to the last received.
    pub elapsed: Duration,
    /// Whether the body was skipped because it is not a page.
    pub left: bool,
    /// Whether a browser showed it.
    #[serde(default)]
    pub shown: bool,
    /// The picture of the page, where one was wanted and the browser showed it.
    #[serde(skip)]
    pub picture: Option<PagePicture>,
}

impl Fetched {
    /// The last address.
    pub fn url(&self) -> Option<&Url> {
        self.url_chain.last()
    }

    /// A header by its lower-case name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
    }
}

/// Whether an answer of this content type can be a page: markup, text or JSON. Without a type,
/// anything is possible.
pub fn is_markup(content_type: Option<&str>) -> bool {
    let kind = content_type.unwrap_or_default().trim().to_ascii_lowercase();
    kind.is_empty()
        || ["html", "xml", "text/", "json"]
            .iter()
            .any(|part| kind.contains(part))
}

/// The headers as text, without credentials. Cookies are secrets and stay with the session; only
/// their names are kept, because they show which service protects a site. Tokens that some sites
/// send in other headers are removed. A login challenge (`www-authenticate`) reveals nothing and
/// stays.
pub(crate) fn plain_headers(headers: &HeaderMap) -> Vec<(String, String)> {
    headers
        .iter()
        .filter_map(|(name, value)| {
            let value = text(value.as_bytes());
            let name = name.as_str();
            let kept = match name {
                "set-cookie" => value
                    .split_once('=')
                    .map(|(name, _)| format!("{}=", name.trim()))?,
                "set-cookie2" => return None,
                "www-authenticate" | "proxy-authenticate" => value,
                _ if is_secret_name(name) => return None,
                _ => value,
            };
            Some((name.to_owned(), kept))
        })
        .collect()
}

/// Decodes valid UTF-8, else one character per byte, which is lossless.
pub(super) fn text(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(
        |_| bytes.iter().map(|b| char::from(*b)).collect(),
        str::to_owned,
    )
}

/// `url` without user and password, so that it can be shown and stored.
pub(crate) fn without_credentials(url: &Url) -> Url {
    let mut clean = url.clone();
    // Fails only for addresses without a host, which cannot have credentials either.
    let _ = clean.set_username("");
    let _ = clean.set_password(None);
    clean
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue, SET_COOKIE};

    use super::*;

    #[test]
    fn header_values_of_any_bytes_become_text() {
        let mut headers = HeaderMap::new();
        let name = HeaderName::from_static("x-name");
        headers.append(name.clone(), HeaderValue::from_bytes(b"caf\xe9").unwrap());
        headers.append(name, HeaderValue::from_bytes("café".as_bytes()).unwrap());
        headers.append(SET_COOKIE, HeaderValue::from_static("sid=1"));
        headers.append("x-csrf-token", HeaderValue::from_static("t"));
        let mut expected = vec![("x-name".into(), "café".into()); 2];
        expected.push(("set-cookie".into(), "sid=".into()));
        assert_eq!(plain_headers(&headers), expected);
    }

    #[test]
    fn credentials_are_cut_out() {
        let url = Url::parse("http://ann:pw@example.org:81/a?b#c").unwrap();
        assert_eq!(
            without_credentials(&url).as_str(),
            "http://example.org:81/a?b#c"
        );
        let mail = Url::parse("mailto:ann@example.org").unwrap();
        assert_eq!(without_credentials(&mail), mail);
    }
}
