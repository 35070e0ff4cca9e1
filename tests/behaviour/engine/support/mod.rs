//! What tests of the engine stand on: an engine on a temporary project, its clock, sites and proxies.

pub mod bench;
pub mod clock;
pub mod proxy_servers;
pub mod server;
