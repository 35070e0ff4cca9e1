//! Patterns of which an address must match at least one, searched anywhere in it.

use regex::Regex;

use super::{LinkCandidate, ScopeRule};

/// Accepts addresses that match one of its patterns; all, if there are none.
#[derive(Debug, Default)]
pub struct Allow(pub Vec<Regex>);

impl ScopeRule for Allow {
    fn admits(&self, link: LinkCandidate<'_>) -> bool {
        self.0.is_empty() || self.0.iter().any(|p| p.is_match(link.url.as_str()))
    }

    fn token(&self) -> &'static str {
        "allow"
    }
}
