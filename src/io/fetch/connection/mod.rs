//! Connections. Input: the egress of a session and the time limits of the phases. Output:
//! clients that resolve names, connect, and count traffic.

pub(super) mod clients;
mod connection_limits;
pub(super) mod name_resolution;
pub(super) mod phases;
pub(super) mod tls;
