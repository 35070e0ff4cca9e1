//! Generic extraction: content without a rule, one method a file on shared node features. Flows
//! in: a page. Flows out: its main text with title, date and author. Never recurses over the tree
//! and never fails: a page without content has empty content.

mod auto;
mod cevc;
mod features;
mod lines;
mod metadata;
mod noise;
mod words;

pub use metadata::{Metadata, metadata};

use crate::logic::page::Page;

/// The methods by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// The best the program has.
    Auto,
    /// CEVC (thesis on multi-channel crawling).
    Cevc,
}

impl Method {
    /// Every method.
    pub const ALL: [Self; 2] = [Self::Auto, Self::Cevc];

    /// Its name in rule files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cevc => "cevc",
        }
    }

    /// The method a name names.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.name() == name)
    }
}

/// What generic extraction found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Main text, paragraphs separated by newlines; empty when there is none.
    pub text: String,
    /// Title, date, author.
    pub metadata: Metadata,
}

/// Extracts the main content of `page`.
pub fn extract(page: &Page, method: Method) -> Content {
    Content {
        text: text(page, method),
        metadata: metadata(page),
    }
}

/// The main text of `page` alone.
pub fn text(page: &Page, method: Method) -> String {
    let tree = features::Tree::of(page);
    match method {
        Method::Cevc => cevc::extract(&tree),
        Method::Auto => auto::extract(&tree, ""),
    }
}
