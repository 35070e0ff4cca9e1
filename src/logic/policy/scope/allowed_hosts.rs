//! The hosts in which a crawl stays: those of its start addresses, or their whole sites by the
//! public suffix list.

use url::Url;

use super::{LinkCandidate, ScopeRule};
use crate::page::same_site;

/// How far a crawl may go from its start addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Within {
    /// The same host and port, whether by http or https.
    #[default]
    Host,
    /// The same registrable domain, whatever the host and port.
    Site,
    /// The same host and port, in the folder of the start address or below.
    Folder,
}

impl Within {
    /// By its name in rules and on the command line.
    pub fn from_token(token: &str) -> Option<Self> {
        Some(match token {
            "host" => Self::Host,
            "site" => Self::Site,
            "folder" => Self::Folder,
            _ => return None,
        })
    }
}

/// Keeps a crawl near its start addresses.
#[derive(Debug)]
pub struct CrawlBounds {
    homes: Vec<Url>,
    within: Within,
}

impl CrawlBounds {
    /// Near `homes`.
    pub fn near(homes: Vec<Url>, within: Within) -> Self {
        Self { homes, within }
    }

    /// Whether an address is within the bounds.
    pub fn holds(&self, url: &Url) -> bool {
        let near = |home: &Url| home.host_str() == url.host_str() && home.port() == url.port();
        self.homes.iter().any(|home| match self.within {
            Within::Host => near(home),
            Within::Site => same_site(home, url),
            Within::Folder => near(home) && url.path().starts_with(folder_of(home)),
        })
    }
}

fn folder_of(url: &Url) -> &str {
    let end = url.path().rfind('/');
    end.and_then(|end| url.path().get(..=end)).unwrap_or("/")
}

impl ScopeRule for CrawlBounds {
    fn admits(&self, link: LinkCandidate<'_>) -> bool {
        self.holds(link.url)
    }

    fn token(&self) -> &'static str {
        "place"
    }
}
