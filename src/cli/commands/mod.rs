//! One file a command; commands about the same thing lie in one folder.

pub mod page;
pub mod pools;
pub mod project;
pub mod records;
pub mod rule;
pub mod run;
pub mod schedule;
pub mod site;
pub mod storage;
