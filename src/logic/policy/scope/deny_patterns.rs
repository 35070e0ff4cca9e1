//! Patterns of which an address may match none, searched anywhere in it.

use regex::Regex;

use super::{LinkCandidate, ScopeRule};

/// Rejects addresses that match one of its patterns.
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
