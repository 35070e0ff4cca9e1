//! One run of one site: its start, its waits, what it stores, and its end. Input: a site with
//! its rule and a slot. Output: a report, and events during the run.

mod batch;
mod next_request;
mod question_wait;
mod request_queue;
mod run_commands;
mod run_end;
mod run_waits;
mod seed_requests;
pub(in crate::crawl) mod site_probe;
pub(in crate::crawl) mod site_run;
pub(in crate::crawl) mod slot;
