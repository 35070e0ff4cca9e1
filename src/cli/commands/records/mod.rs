//! Collected records, one file per command. Input: a project and conditions. Output: records
//! as lines, files, versions and changes; records deleted and restored.

pub mod changes;
pub mod export;
pub mod record;
pub mod search;
pub mod texts;
mod typed_query;
pub mod versions;
