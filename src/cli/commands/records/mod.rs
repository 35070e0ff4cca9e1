//! Collected records, one file per command. Input: a project and conditions. Output: records
//! as lines, files, versions and changes; answers to other programs; records deleted and restored.

pub mod changes;
pub mod evidence;
pub mod export;
pub mod record;
pub mod search;
pub mod serve;
pub mod texts;
pub mod versions;
