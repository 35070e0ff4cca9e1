//! The defaults of `[politeness]`, of `bowerbird crawl`, and of pages that are read without a rule.

use std::time::Duration;

/// The minimum time between the starts of two requests to a host.
pub const DELAY: Duration = Duration::from_secs(1);
/// The same as it is written in a rule and on the command line.
pub const DELAY_TEXT: &str = "1s";
/// Concurrent requests to a host.
pub const CONCURRENCY: u32 = 1;
/// How often a request that failed is made again.
pub const RETRIES: u32 = 2;
/// Whether robots.txt is obeyed.
pub const OBEY_ROBOTS: bool = true;
/// Whether a slow host is requested less often.
pub const ADAPTIVE: bool = true;
