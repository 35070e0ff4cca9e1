//! The parts of a rule as they run: selectors and patterns compiled, names resolved. Built only
//! by the checker, so that whatever is in here is known to work.

use regex::Regex;

use super::FieldType;
use super::transform::Step;
use crate::logic::page::{ElementIndex, Page};
use crate::logic::select::{Selected, Selector, Take};

/// One compiled alternative.
pub(super) struct Finder {
    /// What it looks for.
    pub selector: Selector,
    /// What it takes of a match.
    pub taking: Taking,
}

/// What a finder takes of a match.
pub(super) enum Taking {
    /// Text, HTML or an attribute.
    Plain(Take),
    /// The address the match points to, joined to the page's.
    Address,
}

impl Finder {
    /// The values found on `page`, inside `scope` when given.
    pub fn values(&self, page: &Page, scope: Option<ElementIndex>) -> Vec<String> {
        self.select(page, scope)
            .into_iter()
            .map(|match_| match_.value)
            .collect()
    }

    /// The elements found on `page`, each once, in page order.
    pub fn elements(&self, page: &Page) -> Vec<ElementIndex> {
        let mut elements: Vec<ElementIndex> = self
            .selector
            .select(page, None, &Take::OwnText)
            .into_iter()
            .filter_map(|match_| match_.element)
            .collect();
        elements.sort_unstable();
        elements.dedup();
        elements
    }

    /// The matches on `page`, inside `scope` when given.
    pub fn select(&self, page: &Page, scope: Option<ElementIndex>) -> Vec<Selected> {
        match &self.taking {
            Taking::Plain(take) => self.selector.select(page, scope, take),
            Taking::Address => self.addresses(page, scope),
        }
    }

    /// Links point by `href`, images, frames and players by `src`.
    fn addresses(&self, page: &Page, scope: Option<ElementIndex>) -> Vec<Selected> {
        let by_attribute = |name: &str| {
            let take = Take::Attribute(name.to_owned());
            self.selector.select(page, scope, &take)
        };
        let mut found = by_attribute("href");
        if found.is_empty() {
            found = by_attribute("src");
        }
        found.retain_mut(|match_| match page.join(match_.value.trim()) {
            Some(url) => {
                match_.value = url.into();
                true
            }
            None => false,
        });
        found
    }
}

/// A compiled field.
pub(super) struct Field {
    /// Its column.
    pub name: String,
    /// Alternatives in order.
    pub alternatives: Vec<Finder>,
    /// Whether a record needs it.
    pub required: bool,
    /// Whether it takes all matches.
    pub many: bool,
    /// Value when nothing is found.
    pub default: Option<String>,
    /// Type of its values.
    pub kind: FieldType,
    /// Steps in order.
    pub steps: Vec<Step>,
}

/// A compiled `next`.
pub(super) struct Next {
    /// How to find the link.
    pub finder: Finder,
}

/// A compiled `[list]`.
pub(super) struct List {
    /// Container of one item.
    pub item: Option<Finder>,
    /// Link to the content page.
    pub link: Finder,
    /// Link to the next list page.
    pub next: Option<Next>,
    /// Patterns of which a link must match one, when there are any.
    pub allow: Vec<Regex>,
    /// Patterns of which a link must match none.
    pub deny: Vec<Regex>,
    /// Fields read off an item.
    pub fields: Vec<Field>,
}

/// A compiled `[record]`.
pub(super) struct Records {
    /// Container of one record.
    pub item: Finder,
    /// Link to the next page of the same content.
    pub next: Option<Next>,
}
