//! `[politeness]`: how fast a site may be requested. Input and output: TOML, by serde. The valid
//! ranges are in `rules/check/sections.rs`; runs wait in `engine::politeness`.

use serde::{Deserialize, Serialize};

/// `[politeness]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Politeness {
    /// The minimum time between two requests to one host. A longer robots.txt crawl-delay wins.
    pub delay: String,
    /// Concurrent requests to one host.
    pub concurrency: u32,
    /// Whether robots.txt is obeyed.
    pub robots: bool,
    /// Retries of a failed request.
    pub retries: u32,
    /// Whether a slow site is requested less often.
    pub adaptive: bool,
    /// Times of day without requests to the site, such as `22:00-06:00`, in its time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quiet: Option<String>,
}

impl Default for Politeness {
    fn default() -> Self {
        Self {
            delay: "1s".to_owned(),
            concurrency: 1,
            robots: true,
            retries: 2,
            adaptive: true,
            quiet: None,
        }
    }
}
