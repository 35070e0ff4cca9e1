//! How many links a crawl follows from a start address.

use super::{LinkCandidate, ScopeRule};

/// The maximum number of links from a start address; the start itself is at 0.
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
