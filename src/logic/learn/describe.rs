//! Describes a picked element.

use serde::{Deserialize, Serialize};

use crate::logic::page::{ElementIndex, Page};

/// A picked element as the workbench shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picked {
    /// Its number.
    pub element: ElementIndex,
    /// Tag name.
    pub tag: String,
    /// Its text, at most 2,000 characters.
    pub text: String,
    /// Attributes in source order.
    pub attributes: Vec<(String, String)>,
    /// Ancestors from `html` down to itself: number and a short label such as `div#main.post`.
    pub path: Vec<(ElementIndex, String)>,
    /// The shortest robust CSS selector that matches only it.
    pub css: String,
    /// An XPath that matches only it.
    pub xpath: String,
    /// A CSS selector that matches it and its likes (the other items of its list), when it has some.
    pub css_alike: Option<String>,
}

/// Describes element `index` of `page`; `None` when there is no such element.
pub fn describe(_page: &Page, _index: ElementIndex) -> Option<Picked> {
    todo!()
}
