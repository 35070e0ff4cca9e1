//! regex selectors.
