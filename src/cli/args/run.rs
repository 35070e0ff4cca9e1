//! Arguments of runs: starting, listing, pausing, stopping and cancelling them.

use std::path::PathBuf;

use clap::Args;

use bowerbird_engine::types::{RunLimits, parse_duration, parse_size};

/// `runs`
#[derive(Debug, Args)]
pub struct RunsArguments {
    /// Number of a run, as the table names it: its pages are listed
    pub run: Option<i64>,
    /// Only runs of this site
    #[arg(long, value_name = "S", conflicts_with = "run")]
    pub site: Option<String>,
    /// Only pages that went wrong: given up, empty, or to be asked for again
    #[arg(long, requires = "run")]
    pub failed: bool,
    /// Pages that went wrong, gathered by what is the matter with them, with one example each
    #[arg(long, requires = "run", conflicts_with = "failed")]
    pub errors: bool,
    /// Show a failed or odd page of the run as it was received: headers, evidence, and the body
    #[arg(long, value_name = "URL", requires = "run", conflicts_with_all = ["failed", "errors"])]
    pub page: Option<String>,
    /// Runs or pages at most
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub limit: usize,
}

/// `pause`, `resume`
#[derive(Debug, Args)]
pub struct SitesArguments {
    /// Names of sites
    #[arg(required = true)]
    pub sites: Vec<String>,
}

/// `stop`
#[derive(Debug, Args)]
pub struct StopArguments {
    /// Names of sites; all runs without a name
    pub sites: Vec<String>,
}

/// `cancel`
#[derive(Debug, Args)]
pub struct CancelArguments {
    /// Names of sites
    #[arg(required = true)]
    pub sites: Vec<String>,
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
    /// Take the last cancel back, until the next run has begun
    #[arg(long, conflicts_with = "yes")]
    pub undo: bool,
}

/// How far a run goes: of `run`, and of the runs of a task.
#[derive(Debug, Args)]
pub struct LimitArguments {
    /// Stop after so many pages a site
    #[arg(long, value_name = "N")]
    pub max_pages: Option<u64>,
    /// Stop after this time a site, such as 90s, 30m or 2h
    #[arg(long, value_name = "T", value_parser = seconds)]
    pub max_time: Option<u64>,
    /// Stop after so much received a site, such as 500KB or 200MB
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub max_bytes: Option<u64>,
    /// Stop after so many errors a site: pages given up, answers that were blocks
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
    /// Names of sites; all enabled ones without a name
    pub sites: Vec<String>,
    /// How far each run goes
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Ignore quiet hours and schedule windows
    #[arg(long)]
    pub now: bool,
    /// Only pages that failed or had nothing in them, and what an earlier run left
    #[arg(long)]
    pub failed: bool,
    /// Fetch known articles again, with =7d only those fetched longer ago; changed ones become versions
    #[arg(long, value_name = "AGE", value_parser = age, num_args = 0..=1, require_equals = true, default_missing_value = "0s", conflicts_with = "failed")]
    pub refresh: Option<u64>,
    /// Only fetch this known page again, and nothing else; may be given several times
    #[arg(long = "page", value_name = "URL", conflicts_with_all = ["failed", "refresh"])]
    pub pages: Vec<String>,
    /// Write what was seen of the site and decided about it to this file, one JSON object a line; see `supervise replay`
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub record: Option<PathBuf>,
    /// Fetch, and show what would be stored, but store nothing; 20 pages a site unless --max-pages says otherwise
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
