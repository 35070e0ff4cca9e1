//! Collected records, one file per command. Input: a project and conditions. Output: records
//! as lines, files, versions and changes; answers to other programs; records deleted and restored.

mod arrange;
pub mod changes;
mod chosen;
pub mod export;
pub mod record;
pub mod search;
pub mod serve;
pub mod texts;
pub mod versions;
