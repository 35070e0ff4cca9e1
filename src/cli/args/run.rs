//! Arguments of runs: starting, listing, pausing, stopping and cancelling them.

use std::path::PathBuf;

use clap::Args;

use super::ChosenSites;
use bowerbird_engine::types::{RunLimits, parse_duration, parse_size};

/// `runs`
#[derive(Debug, Args)]
pub struct RunsArguments {
    /// Run number, to list its pages
    pub run: Option<i64>,
    /// Only runs of this site
    #[arg(long, value_name = "S", conflicts_with = "run")]
    pub site: Option<String>,
    /// Only problem pages: given up, empty, or to be retried
    #[arg(long, requires = "run")]
    pub failed: bool,
    /// Problem pages grouped by cause, with one example each
    #[arg(long, requires = "run", conflicts_with = "failed")]
    pub errors: bool,
    /// Show a failed or odd page of the run as received: headers, evidence and body
    #[arg(long, value_name = "URL", requires = "run", conflicts_with_all = ["failed", "errors"])]
    pub page: Option<String>,
    /// Maximum number of runs or pages
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
}

/// `pause`, `resume`
#[derive(Debug, Args)]
pub struct SitesArguments {
    /// Which sites
    #[command(flatten)]
    pub sites: ChosenSites,
}

/// `stop`
#[derive(Debug, Args)]
pub struct StopArguments {
    /// Which sites; all runs if omitted
    #[command(flatten)]
    pub sites: ChosenSites,
}

/// `cancel`
#[derive(Debug, Args)]
pub struct CancelArguments {
    /// Which sites
    #[command(flatten)]
    pub sites: ChosenSites,
    /// Skip the confirmation
    #[arg(long)]
    pub yes: bool,
    /// Undo the last cancel, until the next run starts
    #[arg(long, conflicts_with = "yes")]
    pub undo: bool,
}

/// How far a run goes: of `run`, and of the runs of a task.
#[derive(Debug, Args)]
pub struct LimitArguments {
    /// Stop after N pages per site
    #[arg(long, value_name = "N")]
    pub max_pages: Option<u64>,
    /// Stop after this time per site, such as 90s, 30m or 2h
    #[arg(long, value_name = "T", value_parser = seconds)]
    pub max_time: Option<u64>,
    /// Stop after this much data per site, such as 500KB or 200MB
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub max_bytes: Option<u64>,
    /// Stop after N errors per site: pages given up, blocked responses
    #[arg(long, value_name = "N")]
    pub max_errors: Option<u64>,
}

impl LimitArguments {
    /// Returns them as limits; omitted ones are unlimited.
    pub fn limits(&self) -> RunLimits {
        RunLimits {
            pages: self.max_pages,
            seconds: self.max_time,
            bytes: self.max_bytes,
            errors: self.max_errors,
        }
    }
}

/// `run`
#[derive(Debug, Args)]
pub struct RunArguments {
    /// Site names; all enabled ones if omitted
    pub sites: Vec<String>,
    /// All sites with this tag; repeatable
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Limits of each run
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Ignore quiet hours and schedule windows
    #[arg(long)]
    pub now: bool,
    /// Only failed or empty pages, and the queue of an earlier run
    #[arg(long)]
    pub failed: bool,
    /// Fetch known articles again, with =7d only those fetched longer ago; changes become versions
    #[arg(long, value_name = "AGE", value_parser = age, num_args = 0..=1, require_equals = true, default_missing_value = "0s", conflicts_with = "failed")]
    pub refresh: Option<u64>,
    /// Fetch only this known page again; repeatable
    #[arg(long = "page", value_name = "URL", conflicts_with_all = ["failed", "refresh"])]
    pub pages: Vec<String>,
    /// Wait for a person where only a person can answer the site: 30m, or this long, such as =2h; see `answer`
    #[arg(long, value_name = "T", value_parser = seconds, num_args = 0..=1, require_equals = true, default_missing_value = "30m", conflicts_with = "dry_run")]
    pub wait_for_person: Option<u64>,
    /// Record responses and decisions in this file, one JSON object per line; see `supervise replay`
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub record: Option<PathBuf>,
    /// Fetch and show what would be stored, but store nothing; 20 pages per site unless --max-pages is given
    #[arg(long)]
    pub dry_run: bool,
}

pub(super) fn seconds(text: &str) -> Result<u64, String> {
    parse_duration(text)
        .filter(|time| !time.is_zero())
        .map(|time| time.as_secs().max(1))
        .ok_or_else(|| "write a number with its unit: 90s, 30m or 2h".to_owned())
}

fn age(text: &str) -> Result<u64, String> {
    parse_duration(text)
        .map(|time| time.as_secs())
        .ok_or_else(|| "write a number with its unit: 12h, 7d".to_owned())
}

fn bytes(text: &str) -> Result<u64, String> {
    parse_size(text)
        .filter(|size| *size > 0)
        .ok_or_else(|| "write a number with its unit: 500KB, 200MB or 1GB".to_owned())
}
