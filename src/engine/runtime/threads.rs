//! Threads for blocking work, their priority, and their useful number.

use std::num::NonZeroUsize;

/// Threads for blocking work: parsing is limited to the cores elsewhere; the rest waits for disks.
pub(crate) const BLOCKING_THREADS: usize = 32;

/// Threads for the blocking work of crawls: reading pages, and waiting for the store.
pub(crate) const CRAWL_BLOCKING_THREADS: usize = 16;

/// Runs `work` on a thread for blocking work, in the caller's log span. `None` when it panicked.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let about = tracing::Span::current();
    let told = move || about.in_scope(work);
    tokio::task::spawn_blocking(told).await.ok()
}

/// Lowers the priority of the calling thread below those of the window and interactive work, when
/// there are more threads than cores. Does nothing where threads have no priority of their own.
pub(crate) fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    {
        // On Linux this affects only the calling thread. If refused, crawls merely have the same
        // priority.
        let _ = rustix::process::setpriority_process(None, CRAWL_NICENESS);
    }
}

/// A tenth of the share of a window thread when both need the same core.
#[cfg(target_os = "linux")]
const CRAWL_NICENESS: i32 = 10;

/// The number of cores of this machine, at least one.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
