//! `site`, with its signals, exceptions and supervision.

mod exceptions;
mod set;
mod signal;
mod supervise;

use std::path::PathBuf;

use clap::Subcommand;

pub use exceptions::ExceptionSubcommand;
pub use set::SetArguments;
pub use signal::SignalSubcommand;
pub use supervise::SuperviseSubcommand;

/// `site …`
#[derive(Debug, Subcommand)]
pub enum SiteSubcommand {
    /// Add sites from rule files, or replace the rule of a site of the same name
    Add {
        /// Rule files, or addresses of pages, feeds and sitemaps
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Even if they replace rules and contact other hosts, log in differently or read files
        #[arg(long)]
        yes: bool,
        /// Add addresses without fetching them: their links are collected as articles
        #[arg(long)]
        no_look: bool,
    },
    /// List the sites
    List,
    /// Show a site with its rule
    Show {
        /// Its name
        name: String,
    },
    /// Set when a site runs, and what each run reads again
    Set(SetArguments),
    /// Remove a site with all its records
    Remove {
        /// Its name
        name: String,
    },
    /// Export the rules of sites to a folder, each with its samples
    Export {
        /// Site names; all sites if omitted
        names: Vec<String>,
        /// The folder; a file of another site in it is never replaced
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Enable a site: include it in runs and tasks
    Enable {
        /// Its name
        name: String,
    },
    /// Disable a site: exclude it from runs and tasks
    Disable {
        /// Its name
        name: String,
    },
    #[command(flatten)]
    Exception(ExceptionSubcommand),
}
