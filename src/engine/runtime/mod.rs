//! Threads, and tokens that stop or wake their work. Flows in: work. Flows out: its result.

pub(crate) mod stop;
pub(crate) mod threads;
pub(crate) mod wakeup;
