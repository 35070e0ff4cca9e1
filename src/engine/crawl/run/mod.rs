//! One run of one site: its start, its waits, what it stores, and its end. Input: a site with
//! its rule and a slot. Output: a report, and events during the run.

pub(in crate::crawl) mod batch;
pub(in crate::crawl) mod by_host;
pub(in crate::crawl) mod ending;
pub(in crate::crawl) mod probing;
pub(in crate::crawl) mod progress_reporter;
mod remaining_time;
pub(in crate::crawl) mod request_queue;
pub(in crate::crawl) mod run_clock;
pub(in crate::crawl) mod run_orders;
pub(in crate::crawl) mod run_progress;
pub(in crate::crawl) mod run_supervisor;
pub(in crate::crawl) mod seed;
pub(in crate::crawl) mod site_run;
pub(in crate::crawl) mod slot;
pub(in crate::crawl) mod waits;
