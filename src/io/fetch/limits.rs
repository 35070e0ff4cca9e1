//! Limits of every fetch: times, bytes, redirects. robots.txt has tighter ones in `robots::cache`,
//! kept connections in `connection::connection_limits`, cookies in `session::cookie_jar`.

use std::time::Duration;

/// Limits of every fetch.
#[derive(Clone, Debug, PartialEq)]
pub struct FetchLimits {
    /// Time to resolve a name. The value a [`Fetcher`] was made with counts, as for
    /// [`Self::connect`].
    pub name: Duration,
    /// Time to connect; twice that where a host has several addresses. One connection pool serves
    /// all limits of a [`Fetcher`], so the value it was made with counts.
    pub connect: Duration,
    /// Time for the TLS handshake. The value a [`Fetcher`] was made with counts, as for
    /// [`Self::connect`].
    pub secure: Duration,
    /// Maximum time without data while waiting and reading.
    pub idle: Duration,
    /// Time for the whole answer, redirects included.
    pub total: Duration,
    /// Maximum bytes after content decoding.
    pub max_bytes: u64,
    /// Maximum number of redirects.
    pub max_redirects: u32,
}

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            name: Duration::from_secs(8),
            connect: Duration::from_secs(10),
            secure: Duration::from_secs(10),
            idle: Duration::from_secs(20),
            total: Duration::from_secs(60),
            max_bytes: 32 * 1024 * 1024,
            max_redirects: 10,
        }
    }
}

impl FetchLimits {
    /// Tighter limits for resources needed to draw a page (style sheets, images).
    pub fn subresource() -> Self {
        Self {
            idle: Duration::from_secs(8),
            total: Duration::from_secs(15),
            max_bytes: 8 * 1024 * 1024,
            max_redirects: 5,
            ..Self::default()
        }
    }
}
