//! How long a page is asked for that a list names and the site does not deliver.

/// The number of runs that request such a page before it is given up. After that, only a list that
/// links to it queues it again.
pub const MISSING_PAGE_RUNS: u32 = 5;
