//! What was collected, one file a command. Flows in: a project and conditions. Flows out: records
//! as lines, files and versions.

pub mod export;
pub mod search;
pub mod texts;
pub mod versions;
