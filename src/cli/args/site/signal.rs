//! The arguments of `signal`.

use std::path::PathBuf;

use clap::Subcommand;

/// `signal …`
#[derive(Debug, Subcommand)]
pub enum SignalSubcommand {
    /// What block pages are known by: your own signals, then those that ship
    List {
        /// Only your own
        #[arg(long)]
        own: bool,
    },
    /// Check signal files without keeping them
    Check {
        /// TOML files of [[signal]] tables
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Add signal files to the project, or replace those of the same name
    Add {
        /// TOML files of [[signal]] tables
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Show a signal file of the project
    Show {
        /// Its name
        name: String,
    },
    /// Remove a signal file from the project
    Remove {
        /// Its name
        name: String,
    },
}
