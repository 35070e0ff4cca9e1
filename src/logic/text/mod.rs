//! Words of texts: the terms under which a record is found, Chinese too.

mod terms;

pub use terms::{index_terms, match_expression, snippet};
