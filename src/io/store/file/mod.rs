//! The project file as a file: finding, locking, opening, checking, copying. Input: a path.
//! Output: one connection that writes, a few that read, and faults of the file.

pub(super) mod check;
pub(super) mod connection;
pub(super) mod convert;
pub(super) mod counters;
pub(super) mod dry_run;
pub(super) mod erasure;
pub(super) mod foreign_schema;
pub(super) mod identity;
pub(super) mod keyed_table;
pub(super) mod online_copy;
pub(super) mod open;
pub(super) mod owner_lock;
pub(super) mod table_file;
