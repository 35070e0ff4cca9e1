//! What is found in the values of records, and what is put in its place.

use serde::Serialize;

/// An order to find and replace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FindReplace {
    /// The text, or the pattern.
    pub find: String,
    /// What takes its place; `$1` is the first group of a pattern.
    pub with: String,
    /// Whether it is a regular expression.
    pub is_pattern: bool,
    /// Only in this column or field; in all if `None`.
    pub field: Option<String>,
}
