//! Threads, and what stops or wakes the work on them. Flows in: work. Flows out: its result.

pub(crate) mod stop;
pub(crate) mod threads;
pub(crate) mod wakeup;
