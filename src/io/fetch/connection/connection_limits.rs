//! How many connections are kept and for how long, and how many headers an answer may have. Limits
//! of one request are in `fetch::limits`.

use std::time::Duration;

/// Maximum number of clients kept; the least recently used is dropped first.
pub(super) const MAX_CLIENTS: usize = 64;
/// Idle connections kept per host: as many as a rule may have concurrent requests. Otherwise a
/// burst of answers would close connections that the next requests need.
pub(super) const MAX_IDLE_PER_HOST: usize = 64;
/// Maximum number of hosts of one client whose last answer is remembered.
pub(super) const MAX_WARM: usize = 4096;
/// How long an idle connection is kept; shorter than common server timeouts.
pub(super) const IDLE_CONNECTION: Duration = Duration::from_secs(45);
/// Maximum header lines of an answer; portals with many cookies exceed the usual 100.
pub(super) const MAX_HEADERS: usize = 256;
