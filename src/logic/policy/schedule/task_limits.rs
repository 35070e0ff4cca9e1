//! Bounds of what a task may ask for, and of its name.

/// The shortest interval between two turns of a task, in seconds; a shorter one is refused.
pub const MIN_INTERVAL_SECONDS: u64 = 60;
/// The longest interval between two turns of a task, in seconds: ten years.
pub const MAX_INTERVAL_SECONDS: u64 = 315_360_000;
/// The maximum length of a task's name, or of a tag, in letters.
pub const MAX_NAME_CHARS: usize = 100;
