//! jsonpath selectors.
