//! The arguments: one source for parsing, help text and manual. Names are stable for users.

mod alert;
mod choice;
mod crawl;
mod export;
mod learn;
mod log;
mod page;
mod pools;
mod rule;
mod run;
mod schedule;
mod secrets;
mod site;
mod storage;
mod texts;

use std::path::PathBuf;

pub use crate::console::ProgressMode;
use clap::{Parser, Subcommand};

pub use alert::{AlertSubcommand, ChannelArguments, ConditionArguments};
pub use crawl::CrawlArguments;
pub use export::{ExportArguments, ExportSubcommand};
pub use learn::LearnArguments;
pub use log::{Level, LogArguments};
pub use page::{DetectArguments, ExtractArguments, PreviewArguments, SelectArguments};
pub use pools::{AccountSubcommand, Chosen, ProxySubcommand, TermArguments, TraitArguments};
pub use rule::{
    DuplicatesArguments, ImportArguments, RepairArguments, RerunArguments, RuleSubcommand,
    SampleArguments, TestArguments,
};
pub use run::{CancelArguments, RunArguments, RunsArguments, SitesArguments, StopArguments};
pub use schedule::{ScheduleArguments, ScheduleSubcommand, TaskArguments, TaskNumbers};
pub use secrets::SecretsSubcommand;
pub use site::{ExceptionSubcommand, SignalSubcommand, SiteSubcommand, SuperviseSubcommand};
pub use storage::{BackupsArguments, StorageSubcommand};
pub use texts::{RepostsSubcommand, SearchArguments, SummariseArguments};

/// Collect content from web sites: preview, point, click, crawl, export.
#[derive(Debug, Parser)]
#[command(name = "bowerbird", version, max_term_width = 100)]
#[command(
    after_help = "Without a command the window opens. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but pages are missing."
)]
pub struct Arguments {
    /// Project file (default: the project in your data folder, or $BOWERBIRD_PROJECT)
    #[arg(long, global = true, value_name = "FILE", env = "BOWERBIRD_PROJECT")]
    pub project: Option<PathBuf>,
    /// Language of messages and of the window: en or zh-CN (default: from the settings or the locale)
    #[arg(long, global = true, value_name = "TAG")]
    pub lang: Option<String>,
    /// Machine-readable output
    #[arg(long, global = true)]
    pub json: bool,
    /// How progress is shown, on standard error
    #[arg(long, global = true, value_enum, default_value = "auto")]
    pub progress: ProgressMode,
    /// Let redirects, links and names lead from the web to this machine and into private networks
    #[arg(long, global = true)]
    pub allow_private: bool,
    /// What to do
    #[command(subcommand)]
    pub command: Option<CommandLine>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CommandLine {
    /// The whole main job on a sample site served from this program; needs no network
    Demo {
        /// Folder for the project and the CSV
        #[arg(long, value_name = "DIR", default_value = "bowerbird-demo")]
        out: PathBuf,
    },
    /// What a project may do by itself
    #[command(subcommand)]
    Project(ProjectSubcommand),
    /// Sites with their rules
    #[command(subcommand)]
    Site(SiteSubcommand),
    /// Run sites now; Ctrl-C stops cleanly, running again goes on
    Run(RunArguments),
    /// Crawl a whole site without a project, one record a page
    Crawl(CrawlArguments),
    /// Run the scheduler without a window
    Schedule(ScheduleArguments),
    /// Sites with their states, reasons and next actions; runs; pools
    Status,
    /// How a site is supervised: its phases, what was tried, probes, recordings
    #[command(subcommand)]
    Supervise(SuperviseSubcommand),
    /// The runs of the project, or the pages of one run with their causes
    Runs(RunsArguments),
    /// Pause runs until they are resumed; works while a window or another command runs them
    Pause(SitesArguments),
    /// Let paused sites go on; in the process that has the project, or here when there is none
    Resume(SitesArguments),
    /// Stop runs; what is queued stays, and running again goes on
    Stop(StopArguments),
    /// End runs for good: what is queued is dropped, and running again begins anew
    Cancel(CancelArguments),
    /// Extract one page, or a folder of pages
    Extract(ExtractArguments),
    /// Rule files
    #[command(subcommand)]
    Rule(RuleSubcommand),
    /// What a selector finds in a page
    Select(SelectArguments),
    /// Whether an answer is a block, with the evidence
    Detect(DetectArguments),
    /// What block pages are known by
    #[command(subcommand)]
    Signal(SignalSubcommand),
    /// Draw a page as the window shows it
    Preview(PreviewArguments),
    /// The proxy pool
    #[command(subcommand)]
    Proxy(ProxySubcommand),
    /// The account pool
    #[command(subcommand)]
    Account(AccountSubcommand),
    /// Conditions that you want to be told of, and ways of telling
    #[command(subcommand)]
    Alert(AlertSubcommand),
    /// The encrypted file of passwords and cookies
    #[command(subcommand)]
    Secrets(SecretsSubcommand),
    /// What was written down of runs, sites and failures
    Log(LogArguments),
    /// Search the records
    Search(SearchArguments),
    /// Sum records up to a length, in English and Chinese, with keywords
    Summarise(SummariseArguments),
    /// Records that repeat others
    #[command(subcommand)]
    Reposts(RepostsSubcommand),
    /// What a record said before it was fetched again
    Versions {
        /// Its address
        url: String,
    },
    /// Write records to a file, a folder, a database or an address
    Export(ExportArguments),
    /// How long pages are kept, archives of old records, pages as WARC
    #[command(subcommand)]
    Storage(StorageSubcommand),
}

/// `project …`
#[derive(Debug, Subcommand)]
pub enum ProjectSubcommand {
    /// Say what a project wants to do by itself, and what of it is allowed
    Show {
        /// The project
        file: PathBuf,
    },
    /// Let a project act by itself: all parts, or those that are named
    Allow {
        /// The project
        file: PathBuf,
        /// Only these parts, as `project show` names them
        #[arg(long, value_name = "PART", num_args = 1..)]
        only: Vec<String>,
        /// Parts that it may not do
        #[arg(long, value_name = "PART", num_args = 1..)]
        refuse: Vec<String>,
    },
}
