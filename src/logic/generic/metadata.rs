//! Title, date, author of a page.

use crate::logic::page::Page;

/// What a page says about itself; empty where unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Title without the site's name.
    pub title: String,
    /// Publication date, ISO 8601.
    pub date: String,
    /// Author.
    pub author: String,
}

/// Reads the metadata off `page`.
pub fn metadata(_page: &Page) -> Metadata {
    Metadata::default()
}
