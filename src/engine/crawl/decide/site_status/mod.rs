//! The status of a site after a run that requested all known pages. Input: the tally of the run,
//! and its pages as a whole. Output: the status and the ending in words.
//!
//! Below: `final_status` (which of them counts), `missing_pages` (those that were announced and not
//! fetched; after how many runs they are given up is `policy::defaults::MISSING_PAGE_RUNS`), `required_fields`, `gone_fields` (those that a repair left
//! without a value), `usual_columns` (what the records lack that those before them have), `drift_pages` (pages that read differently than in earlier runs), `whole_reading`
//! (what is gone).

mod complete_run;
pub(in crate::crawl) mod drift_pages;
mod final_status;
mod gone_fields;
pub(in crate::crawl) mod missing_pages;
pub(in crate::crawl) mod required_fields;
mod usual_columns;

pub(in crate::crawl) use final_status::drifted_status;
