//! `site`, with its signals, exceptions and supervision.

mod add_search;
mod chosen_sites;
mod exceptions;
mod set;
mod signal;
mod supervise;

use std::path::PathBuf;

use clap::Subcommand;

pub use add_search::AddSearchArguments;
pub use chosen_sites::{ChosenSites, TagArguments};
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
    /// Add a search with several engines as a site; engines whose robots.txt forbids it are left out
    AddSearch(AddSearchArguments),
    /// List the sites
    List,
    /// Show a site with its rule
    Show {
        /// Its name
        name: String,
    },
    /// Set when sites run, what each run reads again, and how they are requested
    Set(Box<SetArguments>),
    /// Add tags to sites, or remove tags from them
    Tag(TagArguments),
    /// Remove sites with all their records
    Remove {
        /// Which sites
        #[command(flatten)]
        sites: ChosenSites,
        /// Skip the confirmation that --tag and --all ask for
        #[arg(long)]
        yes: bool,
    },
    /// Export the rules of sites to a folder, each with its samples; or their feeds as a list (OPML)
    Export {
        /// Site names; all sites if omitted
        names: Vec<String>,
        /// The folder; a file of another site in it is never replaced
        #[arg(long, value_name = "DIR", required_unless_present = "opml")]
        out: Option<PathBuf>,
        /// A file for a list of the feeds, with tags as folders; it must not exist
        #[arg(long, value_name = "FILE", conflicts_with = "out")]
        opml: Option<PathBuf>,
    },
    /// Enable sites: include them in runs and tasks
    Enable(ChosenSites),
    /// Disable sites: exclude them from runs and tasks
    Disable(ChosenSites),
    #[command(flatten)]
    Exception(ExceptionSubcommand),
}
