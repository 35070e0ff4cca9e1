//! Behaviour of the whole program through its public seams: command line, loopback servers,
//! project files, windows. One binary, one module an area.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]
#![allow(clippy::string_slice, missing_docs)]

mod alerts;
mod app_views;
mod architecture;
mod command_line;
mod data_interface;
mod engine;
mod exports;
#[cfg(unix)]
mod full_disk;
mod kept_answers;
mod killed;
mod killed_sessions;
mod list_pages;
mod packaging;
mod papers;
mod passphrase;
mod preview;
mod real_window;
mod robots_rows;
mod rule_import;
mod rule_repair;
mod rule_rerun;
mod rule_samples;
mod rule_suggest;
mod run_options;
mod safety;
mod secrets;
mod selecting;
mod servers;
#[cfg(unix)]
mod service;
#[cfg(target_os = "linux")]
mod tls;
mod whole_articles;
mod xpath_proof;
