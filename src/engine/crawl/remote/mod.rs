//! Fetching and reading on another machine. `owner` hands a request of a run to a worker and takes its
//! answer; `worker` is the other side: it fetches and reads for owners, and keeps nothing. Both say the
//! same `messages`. `project_workers` is what the front ends ask for: settings, who is there, who is accepted.
//! The owner permits, waits and decides as without workers.

mod messages;
pub(in crate::crawl) mod owner;
pub(crate) mod project_workers;
pub(crate) mod worker;
