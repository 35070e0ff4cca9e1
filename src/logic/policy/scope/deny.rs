//! Patterns of which an address must match none, searched anywhere in it.

use regex::Regex;

use super::{LinkCandidate, ScopeRule};

/// Refuses what one of its patterns matches.
#[derive(Debug, Default)]
pub struct Deny(pub Vec<Regex>);

impl ScopeRule for Deny {
    fn admits(&self, link: LinkCandidate<'_>) -> bool {
        !self.0.iter().any(|p| p.is_match(link.url.as_str()))
    }

    fn token(&self) -> &'static str {
        "deny"
    }
}
