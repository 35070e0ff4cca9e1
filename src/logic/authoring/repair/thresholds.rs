//! Bounds of a repair.

/// The least confidence, 0 to 1, at which a change of a part is proposed; below it the report names
/// what was missing.
pub const THRESHOLD: f64 = 0.5;
/// Pages of each kind (old and new, lists and content) that are compared; more add nothing.
pub(super) const MAX_PAGES: usize = 24;
