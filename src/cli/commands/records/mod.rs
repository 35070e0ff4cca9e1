//! Collected records, one file per command. Input: a project and conditions. Output: records
//! as lines, files and versions.

pub mod export;
pub mod search;
pub mod texts;
pub mod versions;
