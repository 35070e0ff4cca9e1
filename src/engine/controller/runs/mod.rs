//! Which sites run, wait or are held, what follows a run, and how runs end. Input: commands and
//! tasks. Output: runs, at most one per site.
//!
//! Below: `waiting_sites` (the slots and who waits for one; the requests of a run wait in
//! `crawl::run::request_queue`), `turn_runs` (tasks), `all_runs` (pause and stop of all).

pub(in crate::controller) mod all_runs;
pub(in crate::controller) mod exports_after_run;
pub(in crate::controller) mod panicked_runs;
pub(in crate::controller) mod run_commands;
pub(in crate::controller) mod run_slots;
pub(in crate::controller) mod supervision;
pub(in crate::controller) mod turn_runs;
pub(crate) mod waiting_sites;
