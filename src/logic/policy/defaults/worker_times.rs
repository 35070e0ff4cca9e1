//! How long a worker, and the owner of a project that uses workers, may say nothing. The times depend
//! on each other, so they stand in one place.

use std::time::Duration;

/// How often a worker announces itself and looks for owners.
pub const WORKER_TICK: Duration = Duration::from_secs(2);
/// How long requests in progress may take after a worker was stopped. What ends after the owner takes
/// the worker for gone was given to another one, and is dropped.
pub const WORKER_FINISH: Duration = Duration::from_secs(8);
/// How long a worker that says nothing keeps its requests; then they go to others.
pub const WORKER_SILENT: Duration = Duration::from_secs(10);
/// How old the last announcement of a worker may be before it is shown as *offline*.
pub const WORKER_OFFLINE: Duration = Duration::from_secs(15);
/// How long an entry of the registry, or an owner's sign of life, holds in the queue.
pub const QUEUE_ENTRY: Duration = Duration::from_secs(30);

const _: () = assert!(WORKER_TICK.as_secs() < WORKER_FINISH.as_secs());
const _: () = assert!(WORKER_FINISH.as_secs() < WORKER_SILENT.as_secs());
const _: () = assert!(WORKER_SILENT.as_secs() < WORKER_OFFLINE.as_secs());
const _: () = assert!(WORKER_OFFLINE.as_secs() < QUEUE_ENTRY.as_secs());
