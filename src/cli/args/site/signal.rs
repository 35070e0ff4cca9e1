//! The arguments of `signal`.

use std::path::PathBuf;

use clap::Subcommand;

/// `signal …`
#[derive(Debug, Subcommand)]
pub enum SignalSubcommand {
    /// List the signals of block pages: your own, then the built-in ones
    List {
        /// Only your own
        #[arg(long)]
        own: bool,
    },
    /// Check signal files without adding them
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
