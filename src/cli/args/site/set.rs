//! `site set`: when a site runs, and what each run reads again.

use clap::Args;

/// `site set`
#[derive(Debug, Args)]
pub struct SetArguments {
    /// Its name
    pub name: String,
    /// Run it this often: 10m, 1h, 6h, 1d, 7d
    #[arg(long, value_name = "TIME", conflicts_with_all = ["cron", "once"])]
    pub every: Option<String>,
    /// Run it by this cron expression
    #[arg(long, value_name = "CRON", conflicts_with = "once")]
    pub cron: Option<String>,
    /// Run it only when it is started
    #[arg(long)]
    pub once: bool,
    /// What each run reads again: new (nothing), last=7d (found in the last days), listed (all on the list), all, after=7d (read longer ago)
    #[arg(long, value_name = "WHAT")]
    pub again: Option<String>,
    /// Read this known page again at each run
    #[arg(long = "watch-page", value_name = "URL")]
    pub watch_pages: Vec<String>,
    /// Do not read this page again at each run any more
    #[arg(long = "unwatch-page", value_name = "URL")]
    pub unwatch_pages: Vec<String>,
    /// Fields that say which record it is
    #[arg(long = "key", value_name = "FIELD")]
    pub key: Vec<String>,
    /// Fields whose changes are not told
    #[arg(long = "leave-out", value_name = "FIELD")]
    pub leave_out: Vec<String>,
}
