//! Collected records, one file per command. Flows in: a project and conditions. Flows out: records
//! as lines, files and versions.

pub mod export;
pub mod search;
pub mod texts;
pub mod versions;
