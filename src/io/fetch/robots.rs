//! robots.txt by RFC 9309.

use std::time::Duration;

/// A parsed robots.txt.
#[derive(Clone, Debug, Default)]
pub struct Robots {}

/// What robots.txt says of one address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RobotsVerdict {
    /// Whether it may be fetched.
    pub allowed: bool,
    /// The crawl delay asked for.
    pub crawl_delay: Option<Duration>,
    /// The rule that decided, such as `Disallow: /private`.
    pub rule: Option<String>,
    /// Whether robots.txt could not be fetched for a fault of the site (then nothing is allowed).
    pub unreachable: bool,
}

impl Robots {
    /// Reads `text`; lines that make no sense are skipped.
    pub fn parse(_text: &str) -> Self {
        todo!()
    }

    /// What it says to `agent` (product token) about `path` (with query).
    pub fn check(&self, _agent: &str, _path: &str) -> RobotsVerdict {
        todo!()
    }

    /// Sitemaps it names.
    pub fn sitemaps(&self) -> &[String] {
        todo!()
    }
}
