//! CSS selectors with extensions for text (`:contains()`, `:icontains()`, `:matches()`) and
//! jQuery's positions (`:eq()`, `:first`, `:last`, `:lt()`, `:gt()`, `:even`, `:odd`), which count
//! the matches of the selector so far. Input: a selector, a page, a scope. Output: elements
//! in document order. Selectors without extensions are not handled here.

mod evaluation;
mod parse;
mod pseudo;
mod text;

use ::regex::Regex;

pub use parse::{compile, has_extension};

/// A compiled selector: alternatives that were joined by commas.
#[derive(Debug)]
pub struct Program {
    chains: Vec<Chain>,
}

/// Compounds joined by combinators.
#[derive(Debug)]
struct Chain {
    /// The beginning that scraper can match: whole compounds, and the plain part of the next one.
    prefix: scraper::Selector,
    /// Whether it names `:scope`.
    names_scope: bool,
    /// The rest of the compound at which the prefix ends.
    parts: Vec<Part>,
    steps: Vec<Step>,
}

/// A combinator with the compound after it.
#[derive(Debug)]
struct Step {
    combinator: Combinator,
    parts: Vec<Part>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combinator {
    Descendant,
    Child,
    NextSibling,
    LaterSibling,
}

/// A condition on an element, or on its place among the matches so far.
#[derive(Debug)]
enum Part {
    /// Standard CSS conditions.
    Plain(scraper::Selector),
    Contains {
        text: String,
        any_case: bool,
    },
    Matches(Regex),
    Place(Place),
    /// Whether one of the chains matches: `:is()`, or `:not()` when negative.
    Among {
        chains: Vec<Chain>,
        negative: bool,
    },
    /// `:not(:first)` and the like: a compound applied to the matches so far.
    Without(Vec<Part>),
    /// `:has()`.
    Has(Vec<Vec<Step>>),
}

/// A position among matches, from 0; negative from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    At(i64),
    Before(i64),
    After(i64),
    Even,
    Odd,
}

impl Part {
    fn counts(&self) -> bool {
        matches!(self, Self::Place(_) | Self::Without(_))
    }
}

#[cfg(test)]
mod tests;
