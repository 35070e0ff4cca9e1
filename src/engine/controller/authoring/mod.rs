//! Draft rules: jobs on pages, samples, trials, and reruns over stored pages. Input: commands.
//! Output: the result of each job.

pub(in crate::controller) mod authoring_commands;
pub(in crate::controller) mod page_job_queue;
pub(in crate::controller) mod page_jobs;
mod repair_pages;
pub(in crate::controller) mod reruns;
pub(in crate::controller) mod sample_commands;
pub(in crate::controller) mod sample_files;
pub(in crate::controller) mod samples;
pub(in crate::controller) mod try_rule;
