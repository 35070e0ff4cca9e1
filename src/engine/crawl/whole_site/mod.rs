//! `bowerbird crawl`: a whole site, one record a page, straight into a JSON Lines (or CSV) file.
//! Input: a start address with its scope. Output: lines of a file and figures. Uses no
//! project.

mod crawler;
mod page;
mod queue;
mod retries;
mod scope;
mod visit;
mod writer;

use std::path::PathBuf;
use std::time::Duration;

use crate::protocol::EngineError;
use crate::runtime::threads::cores;
use bowerbird_logic::messages::Message;
use bowerbird_logic::policy::scope::Within;
use bowerbird_logic::select::Selector;

/// What to crawl and how.
#[derive(Default)]
pub struct CrawlOptions {
    /// Start address; the crawl stays near it, as `stay` says.
    pub start: String,
    /// File to write; `.csv` writes CSV, anything else JSON Lines: url, title, h1, links, + fields.
    pub out: PathBuf,
    /// Concurrent requests.
    pub concurrency: usize,
    /// The minimum time between two requests.
    pub delay: Duration,
    /// Whether robots.txt is obeyed.
    pub robots: bool,
    /// Additional fields: name and selector.
    pub fields: Vec<(String, Selector)>,
    /// Regexes of which an address must match at least one (searched in the whole URL), if there
    /// are any.
    pub allow: Vec<String>,
    /// Regexes of which it may match none.
    pub deny: Vec<String>,
    /// How far from the start address. "Host" means its origin.
    pub stay: Within,
    /// Path prefixes that it stays in, if there are any.
    pub paths: Vec<String>,
    /// Endings of visited addresses, an empty one for none, if there are any.
    pub endings: Vec<String>,
    /// Stop after this many pages.
    pub max_pages: Option<u64>,
    /// The maximum number of links from the start address.
    pub max_depth: Option<u32>,
}

/// Figures during the crawl.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CrawlProgress {
    /// Pages written.
    pub pages: u64,
    /// Pages that failed.
    pub failed: u64,
    /// Addresses waiting.
    pub queued: u64,
    /// Links skipped because they are too deep, or lead to endless pages.
    pub left: u64,
    /// Bytes received.
    pub bytes: u64,
}

/// Figures at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CrawlReport {
    /// The figures.
    pub progress: CrawlProgress,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// Crawls; blocks until done. `progress` is called regularly and stops the crawl by returning false
/// (written pages stay).
///
/// # Errors
/// When the start address or a pattern is invalid, the file cannot be written, or the start page
/// yields nothing.
pub fn crawl_site(
    options: CrawlOptions,
    progress: &mut dyn FnMut(&CrawlProgress) -> bool,
) -> Result<CrawlReport, EngineError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores())
        .max_blocking_threads(cores() + 2)
        .thread_name("crawl")
        .enable_all()
        .build()
        .map_err(|error| {
            EngineError(Message::new("engine-no-threads").with("reason", error.to_string()))
        })?;
    let report = runtime.block_on(crawler::crawl(options, progress));
    runtime.shutdown_timeout(Duration::from_secs(1));
    report
}
