//! Threads, and tokens that stop or wake their work. Input: work. Output: its result.

pub(crate) mod stop;
pub(crate) mod threads;
pub(crate) mod wakeup;
