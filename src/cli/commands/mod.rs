//! One file a command.

pub mod account;
mod account_tables;
pub mod control;
pub mod crawl;
pub mod demo;
pub mod detect;
pub mod dry_run;
pub mod exceptions;
pub mod export;
pub mod extract;
pub mod preview;
pub mod proxy;
mod proxy_tables;
pub mod rule;
pub mod run;
pub mod runs;
pub mod schedule;
pub mod search;
pub mod select;
pub mod signal;
pub mod site;
pub mod status;
pub mod supervise;
pub mod texts;
pub mod versions;
