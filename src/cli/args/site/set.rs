//! `site set`: when sites run, what each run reads again, and how they are requested.

use clap::Args;

use super::ChosenSites;
use crate::args::choice::choice;
use bowerbird_engine::types::{FetchMode, SharedSettings};

/// `site set`
#[derive(Debug, Args)]
pub struct SetArguments {
    /// Which sites
    #[command(flatten)]
    pub sites: ChosenSites,
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
    /// Minimum time between two requests to a host: 500ms, 2s, 1m
    #[arg(long, value_name = "TIME")]
    pub delay: Option<String>,
    /// Parallel requests to a host
    #[arg(long, value_name = "N")]
    pub concurrency: Option<u32>,
    /// Retries of a failed request
    #[arg(long, value_name = "N")]
    pub retries: Option<u32>,
    /// Times without requests, such as 22:00-06:00; "" for none
    #[arg(long, value_name = "TIMES")]
    pub quiet: Option<String>,
    /// Whether to obey robots.txt
    #[arg(long, value_name = "YES_OR_NO", value_parser = ["yes", "no"])]
    pub robots: Option<String>,
    /// none, pool (if the site blocks), always, tag:NAME, tier:N, or a proxy's name
    #[arg(long, value_name = "PROXY")]
    pub proxy: Option<String>,
    /// User agent; "" for Bowerbird's own
    #[arg(long, value_name = "TEXT")]
    pub user_agent: Option<String>,
    /// How the sites' rules have their pages fetched
    #[arg(long, value_name = "WAY", value_parser = choice::<FetchMode>())]
    pub fetch_mode: Option<FetchMode>,
}

impl SetArguments {
    /// The settings of requests that are to change.
    pub fn shared_settings(&self) -> SharedSettings {
        SharedSettings {
            delay: self.delay.clone(),
            concurrency: self.concurrency,
            retries: self.retries,
            quiet: self.quiet.clone(),
            robots: self.robots.as_ref().map(|word| word == "yes"),
            proxy: self.proxy.clone(),
            user_agent: self.user_agent.clone(),
            fetch: self.fetch_mode,
        }
    }
}
