//! Threads for blocking work, their rank, and how many are worth having.

use std::num::NonZeroUsize;

/// Runs `work` on a thread for blocking work; what it logs is about what the caller's is about. `None`
/// when it panicked.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let about = tracing::Span::current();
    let told = move || about.in_scope(work);
    tokio::task::spawn_blocking(told).await.ok()
}

/// Makes the calling thread give way to those of the window, and to what a person waits for,
/// whenever there are more of them than cores. Where threads have no rank of their own, nothing
/// happens.
pub(crate) fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    {
        // On Linux this is about the calling thread alone. Refused, crawls merely rank alike.
        let _ = rustix::process::setpriority_process(None, CRAWL_NICENESS);
    }
}

/// A tenth of the share of a thread of the window when both want the same core.
#[cfg(target_os = "linux")]
const CRAWL_NICENESS: i32 = 10;

/// Cores of this machine, at least one.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
