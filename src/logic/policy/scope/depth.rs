//! How many links from a start address a crawl goes.

use super::{LinkCandidate, ScopeRule};

/// Links from a start address at most; the start itself is at 0.
#[derive(Clone, Copy, Debug)]
pub struct Depth(pub u32);

impl ScopeRule for Depth {
    fn admits(&self, link: LinkCandidate<'_>) -> bool {
        link.depth <= self.0
    }

    fn token(&self) -> &'static str {
        "depth"
    }
}
