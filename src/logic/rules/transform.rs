//! Transform steps.
