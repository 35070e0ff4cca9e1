//! Bounds of a repair.

/// Minimum confidence of a proposal, 0 to 1; below it the report says what was missing.
pub const THRESHOLD: f64 = 0.5;
/// The number of pages of each kind (old and new, lists and content) compared; more add nothing.
pub(super) const MAX_PAGES: usize = 24;
