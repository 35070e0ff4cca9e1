//! Creates, repairs and compares rules. Flows in: pages with picks, rules of other programs, rules
//! after a redesign, sample pages. Flows out: rule files, proposals, differences. Nothing here
//! fetches or writes.

pub mod duplicates;
pub mod import;
pub mod learn;
pub mod repair;
pub mod samples;
