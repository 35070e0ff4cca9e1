//! Behaviour of the whole program through its public seams: command line, loopback servers,
//! project files, windows. One binary, one module an area.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![allow(clippy::string_slice, missing_docs)]

mod app_views;
mod architecture;
mod browser;
mod catalogue_style;
mod command_line;
mod crashes_and_full_disk;
mod engine;
mod packaging;
mod preview;
mod real_window;
mod robots_rows;
mod rule_files;
mod safety;
mod secrets;
mod sent_pages;
mod servers;
mod texts;
#[cfg(target_os = "linux")]
mod tls;
#[cfg(unix)]
mod workers;
