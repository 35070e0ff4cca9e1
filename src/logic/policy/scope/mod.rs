//! Which links a crawl follows: one kind of rule per file, joined by "and". Input: a link with
//! its depth. Output: whether it is followed, else which rule refused it. Pure, evaluated in
//! order, the cheap ones first.

mod allow_patterns;
mod allowed_hosts;
mod deny_patterns;
mod depth;
mod folder;
mod url_endings;

use url::Url;

pub use allow_patterns::Allow;
pub use allowed_hosts::{CrawlBounds, Within};
pub use deny_patterns::Deny;
pub use depth::Depth;
pub use folder::Folder;
pub use url_endings::{Ending, NoPages};

/// A candidate link for the frontier.
#[derive(Clone, Copy, Debug)]
pub struct LinkCandidate<'a> {
    /// Its target, without fragment.
    pub url: &'a Url,
    /// The number of links from a start address.
    pub depth: u32,
}

/// One rule about links.
pub trait ScopeRule: Send + Sync {
    /// Whether the rule accepts the link.
    fn admits(&self, link: LinkCandidate<'_>) -> bool;

    /// The rule's name, a token.
    fn token(&self) -> &'static str;
}

/// All rules of a crawl.
#[derive(Default)]
pub struct Scope(Vec<Box<dyn ScopeRule>>);

impl Scope {
    /// Appends a rule.
    pub fn add(&mut self, rule: impl ScopeRule + 'static) {
        self.0.push(Box::new(rule));
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rule that refuses the link, as a token; `None` if all accept it.
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
