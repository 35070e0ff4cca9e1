//! When a worker that says nothing is given up: its requests then go to others. When it is shown as
//! *offline* is in `io::work_queue::worker_overview`; how long a worker waits for its owner:
//! `io::work_queue::ALIVE`.

use std::time::Duration;

/// How long a worker that says nothing counts as there.
pub(crate) const SILENT: Duration = Duration::from_secs(10);
