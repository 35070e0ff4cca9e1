//! Which sites run, wait or are held, what follows a run, and how runs end. Input: commands and
//! tasks. Output: runs, at most one per site.

pub(in crate::controller) mod after_run;
pub(in crate::controller) mod all_runs;
pub(in crate::controller) mod broken;
pub(in crate::controller) mod run_commands;
pub(in crate::controller) mod run_place;
pub(in crate::controller) mod supervision;
pub(in crate::controller) mod turn_runs;
pub(crate) mod waiting_sites;
