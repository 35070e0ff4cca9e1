//! One run of one site: its start, its waits, what it stores, and its end. Input: a site with
//! its rule and a slot. Output: a report, and events during the run.

mod batch;
mod by_host;
pub(in crate::crawl) mod probing;
mod request_queue;
mod rest_until_due;
mod run_commands;
mod run_end;
mod seed;
pub(in crate::crawl) mod site_run;
pub(in crate::crawl) mod slot;
