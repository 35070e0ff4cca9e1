//! The kinds of source that a site may be.

use serde::{Deserialize, Serialize};

use crate::messages::Message;

/// What a site's lists are: the `kind` in `[site]` of its rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// Pages that list links to content pages.
    #[default]
    List,
    /// Feeds (RSS, Atom, JSON Feed).
    Feed,
    /// Sitemaps.
    Sitemap,
    /// Result pages of searches.
    Search,
    /// JSON of an API.
    Api,
    /// Content pages listed one by one.
    Pages,
    /// A whole site, followed link by link.
    Crawl,
}

impl SourceKind {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::List,
        Self::Feed,
        Self::Sitemap,
        Self::Search,
        Self::Api,
        Self::Pages,
        Self::Crawl,
    ];

    /// Its name in rule files and in the project file; also the name of its section in a rule.
    pub fn token(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Feed => "feed",
            Self::Sitemap => "sitemap",
            Self::Search => "search",
            Self::Api => "api",
            Self::Pages => "pages",
            Self::Crawl => "crawl",
        }
    }

    /// Its word in the catalogues.
    pub fn name(self) -> Message {
        Message::new(format!("app-kind-{}", self.token()))
    }

    /// The kind with that token.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.token() == token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_what_serde_writes() {
        for kind in SourceKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.token());
            assert_eq!(SourceKind::from_token(kind.token()), Some(kind));
        }
        assert_eq!(SourceKind::from_token("lists"), None);
    }
}
