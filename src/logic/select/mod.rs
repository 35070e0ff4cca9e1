//! Selectors: CSS, XPath 1.0, regular expressions, JSONPath. Flows in: a compiled [`Selector`]
//! and a page (or JSON). Flows out: the matches in document order, by element number.

mod css;
mod jsonpath;
mod regex;
mod xpath;

use serde::{Deserialize, Serialize};

use crate::logic::messages::{Explain, Message};
use crate::logic::page::{ElementIndex, Page};

/// The language of a selector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SelectorKind {
    /// CSS selectors, level 4 as far as the `scraper` crate goes.
    Css,
    /// XPath 1.0.
    XPath,
    /// Regular expressions over the page's source; group 1, else the whole match.
    Regex,
    /// JSONPath (RFC 9535).
    JsonPath,
}

/// What of a matched element is the value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Take {
    /// Its text ([`crate::logic::page::inner_text`]).
    #[default]
    Text,
    /// The text directly in it.
    OwnText,
    /// Its outer HTML.
    Html,
    /// An attribute's value.
    Attribute(String),
}

/// One match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selected {
    /// The element that matched or that owns what matched; `None` for regex and computed values.
    pub element: Option<ElementIndex>,
    /// The taken value. For a missing attribute there is no match at all.
    pub value: String,
}

/// A compiled selector.
pub struct Selector {
    kind: SelectorKind,
    source: String,
}

impl Selector {
    /// Compiles `source`.
    ///
    /// # Errors
    /// [`SelectError`] with position and hint when it does not parse.
    pub fn compile(_kind: SelectorKind, _source: &str) -> Result<Self, SelectError> {
        todo!()
    }

    /// Its language.
    pub fn kind(&self) -> SelectorKind {
        self.kind
    }

    /// Its text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// All matches on `page`, inside `scope` when given (the scope itself included for CSS when
    /// it matches `:scope`; XPath starts there as context node). JSONPath finds nothing here.
    /// `default_take` applies to element matches; an XPath that yields attributes or text keeps
    /// those values.
    pub fn select(
        &self,
        _page: &Page,
        _scope: Option<ElementIndex>,
        _take: &Take,
    ) -> Vec<Selected> {
        todo!()
    }

    /// All matches in a JSON document; only JSONPath finds anything.
    pub fn select_json<'a>(&self, _json: &'a serde_json::Value) -> Vec<&'a serde_json::Value> {
        todo!()
    }
}

/// A selector that cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectError {
    /// Its language.
    pub kind: SelectorKind,
    /// The selector.
    pub selector: String,
    /// Character position of the fault, from 0, where known.
    pub position: Option<usize>,
    /// What is wrong and what to do.
    pub message: Message,
}

impl Explain for SelectError {
    fn explain(&self) -> Message {
        self.message.clone()
    }
}

impl std::fmt::Display for SelectError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::logic::messages::english(&self.message))
    }
}

impl std::error::Error for SelectError {}
