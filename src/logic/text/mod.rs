//! Words of texts: the terms under which a record is found, Chinese too. Flows in: texts and what
//! people type into a search box. Flows out: text for the index, expressions for the index that
//! never have a syntax error, and lines to show.

mod snippet;
mod terms;

pub use snippet::snippet;
pub use terms::{index_terms, match_expression};
