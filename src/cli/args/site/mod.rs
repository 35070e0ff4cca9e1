//! `site`, with its signals, exceptions and supervision.

mod exceptions;
mod signal;
mod supervise;

use std::path::PathBuf;

use clap::Subcommand;

pub use exceptions::ExceptionSubcommand;
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
        /// Also where they replace rules of sites and ask other hosts, log in otherwise or read files
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
    /// Remove a site with all it collected
    Remove {
        /// Its name
        name: String,
    },
    /// Write the rules of sites into a folder, each with its samples
    Export {
        /// Their names; all sites when none is given
        names: Vec<String>,
        /// The folder; a file of another site in it is never replaced
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Let runs and tasks take a site again
    Enable {
        /// Its name
        name: String,
    },
    /// Keep runs and tasks from taking a site
    Disable {
        /// Its name
        name: String,
    },
    #[command(flatten)]
    Exception(ExceptionSubcommand),
}
