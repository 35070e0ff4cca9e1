//! A page as a browser sent it. Input: the body of a request. Output: a page with a usable address, or
//! why it is none.

use serde::Deserialize;
use url::Url;

/// The largest page, in bytes.
pub const MAX_PAGE_BYTES: usize = 16 * 1024 * 1024;
/// The longest address in bytes, and the longest title in characters.
const MAX_URL: usize = 8 * 1024;
const MAX_TITLE: usize = 500;
/// How a form names the page that a bookmark sends.
const FORM_FIELD: &[u8] = b"page=";

/// A page that a browser sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentPage {
    /// Its address, of the web, without credentials.
    pub url: Url,
    /// Its title; may be empty.
    pub title: String,
    /// Its source after scripts, in UTF-8.
    pub html: String,
    /// The name of the browser, as it was paired.
    pub browser: String,
    /// Whether a bookmark sent it, not the extension.
    pub by_bookmark: bool,
}

/// What the body says.
#[derive(Deserialize)]
struct Body {
    url: String,
    #[serde(default)]
    title: String,
    html: String,
    /// The key of a bookmark.
    #[serde(default)]
    key: String,
}

/// Why a body is no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPage {
    /// It is not what a browser sends.
    Malformed,
    /// Its address is not of the web.
    Address,
}

/// A page and the key that came with it, before it is known who sent it.
pub(super) struct DecodedPage {
    pub(super) url: Url,
    pub(super) title: String,
    pub(super) html: String,
    pub(super) key: String,
}

/// Reads the body that the extension sends.
pub(super) fn read(body: &[u8]) -> Result<DecodedPage, NoPage> {
    let read: Body = serde_json::from_slice(body).map_err(|_| NoPage::Malformed)?;
    if read.html.trim().is_empty() || read.html.len() > MAX_PAGE_BYTES {
        return Err(NoPage::Malformed);
    }
    if read.url.len() > MAX_URL {
        return Err(NoPage::Address);
    }
    let mut url = Url::parse(&read.url).map_err(|_| NoPage::Address)?;
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
        return Err(NoPage::Address);
    }
    // Neither fails for an address of the web.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Ok(DecodedPage {
        url,
        title: read.title.trim().chars().take(MAX_TITLE).collect(),
        html: read.html,
        key: read.key,
    })
}

/// Reads the form that a bookmark sends, as plain text: one field with JSON, which has no line breaks.
pub(super) fn read_form(body: &[u8]) -> Result<DecodedPage, NoPage> {
    let body = body.strip_prefix(FORM_FIELD).ok_or(NoPage::Malformed)?;
    read(body.trim_ascii_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_the_web_are_read_and_others_refused() {
        let body =
            r#"{"url":"https://me:word@a.example/x#y","title":" A ","html":"<p>\u6e2f</p>"}"#;
        let Ok(page) = read(body.as_bytes()) else {
            panic!("a page");
        };
        assert_eq!(page.url.as_str(), "https://a.example/x#y");
        assert_eq!(
            (page.title.as_str(), page.html.as_str()),
            ("A", "<p>港</p>")
        );
        let form = format!("page={body}\r\n");
        assert!(read_form(form.as_bytes()).is_ok());
        assert!(read_form(body.as_bytes()).is_err());
        for (url, html) in [
            ("file:///etc/passwd", "x"),
            ("javascript:alert(1)", "x"),
            ("about:blank", "x"),
            ("", "x"),
            ("https://a.example/", " "),
        ] {
            let body = serde_json::json!({ "url": url, "html": html }).to_string();
            assert!(read(body.as_bytes()).is_err(), "{url}");
        }
        for body in [
            "",
            "null",
            "[]",
            "{\"url\":1,\"html\":\"x\"}",
            "{\"html\":\"x\"}",
        ] {
            assert!(read(body.as_bytes()).is_err(), "{body}");
        }
        let long = format!("https://a.example/{}", "x".repeat(MAX_URL));
        let body = serde_json::json!({ "url": long, "html": "x" }).to_string();
        assert_eq!(read(body.as_bytes()).err(), Some(NoPage::Address));
    }
}
