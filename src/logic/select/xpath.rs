//! xpath selectors.
