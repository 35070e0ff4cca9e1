//! Bounds of what a task may ask for.

/// The shortest interval between two turns of a task, in seconds; a shorter one is refused.
pub const MIN_INTERVAL_SECONDS: u64 = 60;
/// The longest interval between two turns of a task, in seconds: ten years.
pub const MAX_INTERVAL_SECONDS: u64 = 315_360_000;
