//! `crawl`

use std::path::PathBuf;

use clap::Args;

/// `crawl`
#[derive(Debug, Args)]
pub struct CrawlArguments {
    /// Start address
    pub url: String,
    /// File to write: JSON Lines, or CSV when its name ends in .csv
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Requests at once
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub concurrency: usize,
    /// Least time between two requests, such as 2s or 500ms
    #[arg(long, value_name = "T", default_value = "1s")]
    pub delay: String,
    /// Do not obey robots.txt
    #[arg(long)]
    pub ignore_robots: bool,
    /// One more field: NAME=CSS or NAME=XPATH
    #[arg(long = "field", value_name = "NAME=SELECTOR")]
    pub fields: Vec<String>,
    /// Only addresses that match one of these regular expressions
    #[arg(long, value_name = "RE")]
    pub allow: Vec<String>,
    /// No address that matches one of these
    #[arg(long, value_name = "RE")]
    pub deny: Vec<String>,
    /// How far from the start address: its host, its whole site with other hosts, or its folder
    #[arg(long, value_name = "WHERE", default_value = "host", value_parser = ["host", "site", "folder"])]
    pub stay: String,
    /// Only addresses whose path begins so, such as /news/
    #[arg(long = "path", value_name = "PATH")]
    pub paths: Vec<String>,
    /// Only addresses with this ending, such as html; empty for those without one
    #[arg(long = "ending", value_name = "ENDING")]
    pub endings: Vec<String>,
    /// Stop after so many pages
    #[arg(long, value_name = "N")]
    pub max_pages: Option<u64>,
    /// Follow at most so many links from the start address
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
}
