//! `crawl`

use std::path::PathBuf;

use bowerbird_engine::types::DELAY_TEXT;
use clap::Args;

/// `crawl`
#[derive(Debug, Args)]
pub struct CrawlArguments {
    /// Start address
    pub url: String,
    /// Output file: JSON Lines, or CSV if its name ends in .csv
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Parallel requests
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub concurrency: usize,
    /// Least time between two requests, such as 2s or 500ms
    #[arg(long, value_name = "T", default_value = DELAY_TEXT)]
    pub delay: String,
    /// Ignore robots.txt
    #[arg(long)]
    pub ignore_robots: bool,
    /// Extra field: NAME=CSS or NAME=XPATH
    #[arg(long = "field", value_name = "NAME=SELECTOR")]
    pub fields: Vec<String>,
    /// Only addresses that match one of these regular expressions
    #[arg(long, value_name = "RE")]
    pub allow: Vec<String>,
    /// Exclude addresses that match one of these
    #[arg(long, value_name = "RE")]
    pub deny: Vec<String>,
    /// Scope: the start's host, its whole site with other hosts, or its folder
    #[arg(long, value_name = "WHERE", default_value = "host", value_parser = ["host", "site", "folder"])]
    pub stay: String,
    /// Only addresses whose path starts with this, such as /news/
    #[arg(long = "path", value_name = "PATH")]
    pub paths: Vec<String>,
    /// Only addresses with this extension, such as html; empty for those without one
    #[arg(long = "ending", value_name = "ENDING")]
    pub endings: Vec<String>,
    /// Stop after N pages
    #[arg(long, value_name = "N")]
    pub max_pages: Option<u64>,
    /// Follow links up to N deep from the start address
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
}
