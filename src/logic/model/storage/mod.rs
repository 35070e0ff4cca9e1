//! What is found in a project's files as a whole: faults, and mentions of what is to be erased.

pub mod erasure;
pub mod storage_check;
