//! css selectors.
