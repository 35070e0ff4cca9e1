//! `log`

use clap::{Args, ValueEnum};

/// `log`
#[derive(Debug, Args)]
pub struct LogArguments {
    /// Only about the site of this name
    #[arg(long, value_name = "NAME")]
    pub site: Option<String>,
    /// Only about this run of the project
    #[arg(long, value_name = "NUMBER")]
    pub run: Option<i64>,
    /// Only of this level and above
    #[arg(long, value_enum, default_value = "info")]
    pub level: Level,
    /// Only with these letters
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub text: String,
    /// Only since then: a time span such as 30m, 2h or 1d back, or an ISO 8601 time
    #[arg(long, value_name = "WHEN")]
    pub since: Option<String>,
    /// How many lines at most, the newest
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    pub most: usize,
    /// Go on with what is written from now on, until Ctrl-C
    #[arg(long)]
    pub follow: bool,
    /// What somebody who helps needs to know, without a secret
    #[arg(long, conflicts_with_all = ["follow"])]
    pub report: bool,
}

/// How much a line matters.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Level {
    /// For whoever looks into a fault
    Debug,
    /// What happened
    Info,
    /// Something went another way than it should
    Warn,
    /// Something was not done
    Error,
}
