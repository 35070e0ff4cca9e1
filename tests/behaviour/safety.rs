//! What strangers' files, pages and servers, other users of the machine, and accidents must not do.

mod addresses;
mod backups;
mod bound_secrets;
mod bounds;
mod cookies;
mod delivery;
mod foreign_files;
mod golden;
mod ids_and_archives;
#[cfg(unix)]
mod local_files;
mod odd_inputs;
mod plans;
mod private_files;
mod refusals;
mod rule_news;
mod shown;
mod storage_check;
