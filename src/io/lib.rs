//! Floor 2: disk, network, clock, processes. Each room hides one of them behind plain types.

pub mod alerts;
pub mod backups;
pub mod clock;
pub mod desktop;
pub mod export;
pub mod fetch;
pub mod frontier;
pub mod local_file;
pub mod log;
pub mod machine;
pub mod permissions;
pub mod preview;
pub mod private_files;
pub mod sample;
pub mod sample_pages;
pub mod secrets;
pub mod store;
pub mod tray;
mod webhook;
