//! Masks account credentials in stored answers, because some sites write them into their pages; and
//! which cookies and headers carry credentials.
//! Input: bytes of an answer. Output: the same with asterisks.

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use cookie_store::Cookie;
use reqwest::header::HeaderValue;

use super::Session;
use super::cookie_jar::{Mask, covered};

/// Minimum length of masked values: shorter ones would occur in every page.
const SHORTEST_MASKED: usize = 8;

/// Words in the names of cookies and headers that carry credentials, in lower case.
const SECRET_NAMES: [&str; 12] = [
    "sess", "sid", "auth", "token", "login", "logged", "csrf", "xsrf", "jwt", "passw", "secret",
    "api-key",
];

/// Whether a cookie or header of this name carries a secret.
pub(in crate::fetch) fn is_secret_name(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    SECRET_NAMES.iter().any(|word| lower.contains(word))
}

impl Session {
    /// `bytes` with the values of login cookies and secret headers overwritten by `*`, with the
    /// same length, so that a stored answer gives no access to the account. Some sites write them
    /// into their pages.
    pub fn masked<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let mut masked = Cow::Borrowed(bytes);
        for value in self.secret_headers() {
            let found = memchr::memmem::find_iter(bytes, &value);
            masked = covered(masked, found.map(|at| at..at + value.len()).collect());
        }
        self.secret_cookies().cover(masked)
    }

    /// [`Self::masked`] for the beginning of an answer: a secret cut off at its end is overwritten
    /// too.
    pub fn masked_part<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let mut masked = self.masked(bytes);
        let secrets = self.secret_headers().into_iter();
        let begun = secrets.chain(self.secret_cookies().values());
        let longest = begun.filter_map(|secret| {
            let mut lengths = (1..secret.len().min(bytes.len() + 1)).rev();
            lengths.find(|length| bytes.ends_with(secret.get(..*length).unwrap_or_default()))
        });
        if let Some(length) = longest.max() {
            let from = bytes.len().saturating_sub(length);
            let place = std::iter::once(from..bytes.len()).collect();
            masked = covered(masked, place);
        }
        masked
    }

    /// [`Self::masked`] for a text.
    pub fn masked_text(&self, text: &str) -> String {
        String::from_utf8_lossy(&self.masked(text.as_bytes())).into_owned()
    }

    /// Values of headers whose name marks them as secret. Short ones may be anything (`1`, `en`).
    fn secret_headers(&self) -> Vec<Vec<u8>> {
        let secret = self.headers.iter();
        let secret = secret.filter(|(name, _)| is_secret_name(name.as_str()));
        let mut values: Vec<Vec<u8>> = secret.map(|(_, value)| without_scheme(value)).collect();
        if let Some(credentials) = self.kept_credentials().as_ref() {
            let value = without_scheme(&credentials.value);
            // `Basic`: sites may write out the decoded value.
            let unpacked = BASE64.decode(&value).unwrap_or_default();
            let password = unpacked.splitn(2, |b| *b == b':').nth(1);
            values.extend(password.map(<[u8]>::to_vec));
            values.push(value);
        }
        values.retain(|value| value.len() >= SHORTEST_MASKED);
        values
    }

    /// The same for cookies that scripts may not read or whose name marks them as secret.
    fn secret_cookies(&self) -> Arc<Mask> {
        let secret = |c: &Cookie| c.http_only() == Some(true) || is_secret_name(c.name());
        self.jar().mask(secret, SHORTEST_MASKED)
    }
}

/// The secret part of a header: for `Bearer TOKEN` only the token.
fn without_scheme(value: &HeaderValue) -> Vec<u8> {
    let value = value.as_bytes();
    let scheme = value.iter().position(|b| *b == b' ');
    let secret = scheme.map_or(value, |at| value.get(at + 1..).unwrap_or(value));
    secret.to_vec()
}
