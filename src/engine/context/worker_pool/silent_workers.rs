//! When a worker that says nothing is given up: its requests then go to others.

use std::time::Duration;

/// How long a worker that says nothing counts as there.
pub(crate) const SILENT: Duration = Duration::from_secs(10);
