//! Programs that are killed, and disks that fill: what is stored holds.

#[cfg(unix)]
pub(super) mod full_disk;
pub(super) mod killed;
mod killed_batches;
mod killed_by_hand;
pub(super) mod killed_conditions;
mod killed_forget;
mod killed_indexing;
pub(super) mod killed_sessions;
pub(super) mod killed_watch;
