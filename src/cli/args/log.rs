//! `log`, `diagnose`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `log`
#[derive(Debug, Args)]
pub struct LogArguments {
    /// Only this site
    #[arg(long, value_name = "NAME")]
    pub site: Option<String>,
    /// Only this run
    #[arg(long, value_name = "NUMBER")]
    pub run: Option<i64>,
    /// Only this level and above
    #[arg(long, value_enum, default_value = "info")]
    pub level: Level,
    /// Only entries with this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub text: String,
    /// Only since this time: a span such as 30m, 2h or 1d, or an ISO 8601 time
    #[arg(long, value_name = "WHEN")]
    pub since: Option<String>,
    /// Maximum number of lines, newest
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    pub most: usize,
    /// Follow new entries until Ctrl+C
    #[arg(long)]
    pub follow: bool,
    /// A report for support, without secrets
    #[arg(long, conflicts_with_all = ["follow"])]
    pub report: bool,
}

/// `diagnose`
#[derive(Debug, Args)]
pub struct DiagnoseArguments {
    /// With names and addresses of sites
    #[arg(long)]
    pub with_addresses: bool,
    /// With the log as it is, instead of its kinds of entries and numbers
    #[arg(long)]
    pub with_log: bool,
    /// Write to this new file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// How much a line matters.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Level {
    /// Details for debugging
    Debug,
    /// What happened
    Info,
    /// Something unexpected happened
    Warn,
    /// Something failed
    Error,
}
