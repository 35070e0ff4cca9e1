//! Floor 2: disk, network, clock, processes. Each module hides one of them behind plain types.

pub mod alert_channels;
pub mod backups;
pub mod browser;
pub mod export;
pub mod fetch;
pub mod files;
pub mod frontier;
pub mod log;
pub mod preview;
pub mod sample;
pub mod secrets;
pub mod serve;
pub mod store;
pub mod system;
pub mod work_queue;
