//! The arguments: one source for parsing, help text and manual. Names are stable for users.

mod alert;
mod choice;
mod crawl;
mod export;
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

pub use alert::{
    AlertSubcommand, ChannelArguments, ConditionArguments, ConditionScopeArguments,
    ConditionSubcommand, FilterArguments, FilterSubcommand, RecordConditionArguments,
    ServiceSubcommand,
};
use bowerbird_engine::types::FetchMode;
use choice::choice;
pub use crawl::CrawlArguments;
pub use export::{ExportArguments, ExportSubcommand, ServeArguments};
pub use log::{DiagnoseArguments, Level, LogArguments};
pub use page::{DetectArguments, ExtractArguments, PreviewArguments, SelectArguments};
pub use pools::workers::{WorkerArguments, WorkersSubcommand};
pub use pools::{AccountSubcommand, Chosen, ProxySubcommand, TermArguments, TraitArguments};
pub use rule::learn::LearnArguments;
pub use rule::{
    DuplicatesArguments, ImportArguments, RepairArguments, RerunArguments, RuleSubcommand,
    SampleArguments, TestArguments,
};
pub use run::{CancelArguments, RunArguments, RunsArguments, SitesArguments, StopArguments};
pub use schedule::{ScheduleArguments, ScheduleSubcommand, TaskArguments, TaskNumbers};
pub use secrets::SecretsSubcommand;
pub use site::{
    AddSearchArguments, ChosenSites, ExceptionSubcommand, SetArguments, SignalSubcommand,
    SiteSubcommand, SuperviseSubcommand, TagArguments,
};
pub use storage::{BackupsArguments, ForgetArguments, StorageSubcommand};
pub use texts::{
    ChangesArguments, ChosenRecords, EvidenceSubcommand, RecordSubcommand, RepostsSubcommand,
    SearchArguments, SummariseArguments,
};

/// Collect content from websites: preview, point, click, crawl, export.
#[derive(Debug, Parser)]
#[command(name = "bowerbird", version, max_term_width = 100)]
#[command(
    after_help = "Without a command, the window opens. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but pages are missing."
)]
pub struct Arguments {
    /// Project file (default: the project in your data folder, or $BOWERBIRD_PROJECT)
    #[arg(long, global = true, value_name = "FILE", env = "BOWERBIRD_PROJECT")]
    pub project: Option<PathBuf>,
    /// Language of messages and the window: en or zh-CN (default: settings or locale)
    #[arg(long, global = true, value_name = "TAG")]
    pub lang: Option<String>,
    /// Machine-readable output
    #[arg(long, global = true)]
    pub json: bool,
    /// How to show progress, on standard error
    #[arg(long, global = true, value_enum, default_value = "auto")]
    pub progress: ProgressMode,
    /// Let redirects, links and names lead from the web to this machine and private networks
    #[arg(long, global = true)]
    pub allow_private: bool,
    /// How pages are fetched (default: as the rule says, else auto)
    #[arg(long, global = true, value_name = "WAY", value_parser = choice::<FetchMode>())]
    pub fetch: Option<FetchMode>,
    /// What to do
    #[command(subcommand)]
    pub command: Option<CommandLine>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum CommandLine {
    /// Collect a sample site served by this program; needs no network
    Demo {
        /// Folder for the project and the CSV
        #[arg(long, value_name = "DIR", default_value = "bowerbird-demo")]
        out: PathBuf,
    },
    /// What a project may do automatically
    #[command(subcommand)]
    Project(ProjectSubcommand),
    /// Manage sites and their rules
    #[command(subcommand)]
    Site(SiteSubcommand),
    /// Run sites now; Ctrl-C stops cleanly, another run continues
    Run(RunArguments),
    /// Crawl a whole site without a project, one record per page
    Crawl(CrawlArguments),
    /// Run the scheduler without a window
    Schedule(ScheduleArguments),
    /// Show sites with states, reasons and next actions; runs; pools
    Status,
    /// Show how a site is supervised: phases, remedies, probes, recordings
    #[command(subcommand)]
    Supervise(SuperviseSubcommand),
    /// List runs, or the pages of one run with their outcomes
    Runs(RunsArguments),
    /// Pause runs until resumed; works while a window or another command runs them
    Pause(SitesArguments),
    /// Resume paused sites, in the process that has the project open or else here
    Resume(SitesArguments),
    /// Answer what a site asks of a person, in a browser window; its run then continues
    Answer {
        /// Site name
        site: String,
    },
    /// Stop runs; the queue is kept, and another run continues
    Stop(StopArguments),
    /// Cancel runs for good: the queue is dropped, and the next run starts over
    Cancel(CancelArguments),
    /// Extract one page, or a folder of pages
    Extract(ExtractArguments),
    /// Manage rule files
    #[command(subcommand)]
    Rule(RuleSubcommand),
    /// Show what a selector finds on a page
    Select(SelectArguments),
    /// Tell whether a response is a block, with evidence
    Detect(DetectArguments),
    /// Manage the signals of block pages
    #[command(subcommand)]
    Signal(SignalSubcommand),
    /// Draw a page as shown in the window
    Preview(PreviewArguments),
    /// Manage the proxy pool
    #[command(subcommand)]
    Proxy(ProxySubcommand),
    /// Manage the account pool
    #[command(subcommand)]
    Account(AccountSubcommand),
    /// Alerts and how they are sent
    #[command(subcommand)]
    Alert(AlertSubcommand),
    /// Filters: skip, keep, tag or mark new records as they arrive
    #[command(subcommand)]
    Filter(FilterSubcommand),
    /// Manage the encrypted file of passwords and cookies
    #[command(subcommand)]
    Secrets(SecretsSubcommand),
    /// Fetch and read for the owner of a project, on another machine
    Worker(WorkerArguments),
    /// Manage the workers of a project
    #[command(subcommand)]
    Workers(WorkersSubcommand),
    /// Show the log
    Log(LogArguments),
    /// Write a file for a bug report: versions, states, log; without names or secrets
    Diagnose(DiagnoseArguments),
    /// Search the records
    Search(SearchArguments),
    /// Edit, delete and restore records by hand
    #[command(subcommand)]
    Record(RecordSubcommand),
    /// Summarise records to a length, in English and Chinese, with keywords
    Summarise(SummariseArguments),
    /// Find and list reposts
    #[command(subcommand)]
    Reposts(RepostsSubcommand),
    /// Show what changed: records that came, changed, went and came back
    Changes(ChangesArguments),
    /// Show earlier versions of a record
    Versions {
        /// Its address
        url: String,
    },
    /// Export records to a file, folder, database or address
    Export(ExportArguments),
    /// Pages of records as evidence, and lists of their hashes
    #[command(subcommand)]
    Evidence(EvidenceSubcommand),
    /// Answer other programs with records, changes, sites and feeds; only reads
    Serve(ServeArguments),
    /// Saved pages, archives, backups, checks, WARC
    #[command(subcommand)]
    Storage(StorageSubcommand),
    /// Find everything about a person or a word, and remove it for good (exit code 1 if something needs
    /// you)
    Forget(ForgetArguments),
}

/// `project …`
#[derive(Debug, Subcommand)]
pub enum ProjectSubcommand {
    /// Show what a project wants to do automatically, and what is allowed
    Show {
        /// The project
        file: PathBuf,
    },
    /// Allow a project's automatic actions: all parts, or those named
    Allow {
        /// The project
        file: PathBuf,
        /// Only these parts, as named by `project show`
        #[arg(long, value_name = "PART", num_args = 1..)]
        only: Vec<String>,
        /// Parts to refuse
        #[arg(long, value_name = "PART", num_args = 1..)]
        refuse: Vec<String>,
    },
}
