//! Connections. Flows in: where a session goes out and how long each phase may take. Flows out:
//! clients that look names up, connect, and count what goes through.

pub(super) mod clients;
pub(super) mod meter;
pub(super) mod names;
pub(super) mod phases;
