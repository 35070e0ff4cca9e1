//! Which links a crawl follows: rules of one kind a file, joined by "and". Flows in: a link with its
//! depth. Flows out: whether it is followed, else which rule refused it. Pure, in the order given,
//! the cheap ones first.

mod allow;
mod deny;
mod depth;
mod ending;
mod folder;
mod place;

use url::Url;

pub use allow::Allow;
pub use deny::Deny;
pub use depth::Depth;
pub use ending::{Ending, NoPages};
pub use folder::Folder;
pub use place::{CrawlBounds, Within};

/// A link on its way into the frontier.
#[derive(Clone, Copy, Debug)]
pub struct LinkCandidate<'a> {
    /// Where it leads, without fragment.
    pub url: &'a Url,
    /// Links from a start address to there.
    pub depth: u32,
}

/// One rule about links.
pub trait ScopeRule: Send + Sync {
    /// Whether the rule lets the link through.
    fn admits(&self, link: LinkCandidate<'_>) -> bool;

    /// The rule's name, a token.
    fn token(&self) -> &'static str;
}

/// All rules of a crawl.
#[derive(Default)]
pub struct Scope(Vec<Box<dyn ScopeRule>>);

impl Scope {
    /// Adds a rule behind the others.
    pub fn add(&mut self, rule: impl ScopeRule + 'static) {
        self.0.push(Box::new(rule));
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rule that refuses the link, as a token; none where all let it through.
    pub fn refusal(&self, link: LinkCandidate<'_>) -> Option<&'static str> {
        let refuses = self.0.iter().find(|rule| !rule.admits(link));
        refuses.map(|rule| rule.token())
    }

    /// Whether the link is followed.
    pub fn admits(&self, link: LinkCandidate<'_>) -> bool {
        self.refusal(link).is_none()
    }
}

impl std::fmt::Debug for Scope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|r| r.token()))
            .finish()
    }
}

#[cfg(test)]
mod tests;
