//! One file per command; related commands share a folder. `input` is what several read.

pub mod chosen_sites;
pub mod page;
pub mod pools;
pub mod project;
pub mod records;
pub mod rule;
pub mod run;
pub mod schedule;
pub mod site;
pub mod status;
pub mod storage;
pub mod times_and_passwords;
pub mod workers;
