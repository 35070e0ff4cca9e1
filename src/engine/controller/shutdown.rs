//! How an engine closes: how long it waits for its runs to store their results, and for its
//! threads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Engine;
use crate::protocol::{Command, ProjectCommand};

/// How long a closing engine waits for its runs to store their results.
pub(super) const SHUTDOWN_GRACE: Duration = Duration::from_secs(2);
/// How long it then waits for the threads that process pages and texts; usually they need some
/// milliseconds, but loading a dictionary takes longer.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(6);

impl Drop for Engine {
    fn drop(&mut self) {
        self.send(Command::Project(ProjectCommand::Shutdown));
        // Longer than the main loop's own timeout; a hub that hangs must not keep the program open.
        let _ = self
            .ended
            .recv_timeout(SHUTDOWN_GRACE + Duration::from_millis(500));
        for runtime in self.runtimes.take().into_iter().flatten() {
            runtime.shutdown_background();
        }
        // Threads that process pages and texts hold the project open until they notice the end: a
        // caller may reopen it at once, or copy its file, which is complete only once nothing holds
        // it.
        let deadline = Instant::now() + DRAIN_TIMEOUT;
        while Arc::strong_count(&self.context) > 1 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
