//! Limits of the browser: times, sizes, pages, memory.

use std::time::Duration;

/// Limits of the browser.
#[derive(Clone, Debug, PartialEq)]
pub struct BrowserLimits {
    /// Time for the browser to start.
    pub start: Duration,
    /// Time for a whole page, from its request to its source.
    pub page: Duration,
    /// How long nothing may be requested or changed before a page counts as complete.
    pub quiet: Duration,
    /// How long a page that never rests is waited for after it was loaded.
    pub unrest: Duration,
    /// Maximum bytes of a page's source.
    pub max_bytes: u64,
    /// Maximum bytes of memory of a process that shows pages.
    pub process_bytes: u64,
    /// Maximum documents that one page may lead its tab to.
    pub documents: u32,
    /// Maximum tabs at once.
    pub tabs: usize,
    /// How long the browser is kept with nothing to do.
    pub idle: Duration,
    /// Pages after which the browser is renewed.
    pub pages: u32,
}

impl Default for BrowserLimits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(20),
            page: Duration::from_secs(45),
            quiet: Duration::from_millis(400),
            unrest: Duration::from_secs(8),
            max_bytes: 32 * 1024 * 1024,
            process_bytes: 1536 * 1024 * 1024,
            documents: 20,
            tabs: 4,
            idle: Duration::from_secs(60),
            pages: 400,
        }
    }
}
