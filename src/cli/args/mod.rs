//! The arguments: one source for parsing, help text and manual. Names are stable for users.

mod account;
mod alert;
mod choice;
mod exceptions;
mod export;
mod learn;
mod log;
mod proxy;
mod rule;
mod run;
mod schedule;
mod secrets;
mod signal;
mod storage;
mod texts;

use std::path::PathBuf;

pub use crate::console::ProgressMode;
use clap::{Args, Parser, Subcommand};

pub use account::{AccountSubcommand, TermArguments};
pub use alert::{AlertSubcommand, ChannelArguments, ConditionArguments};
pub use exceptions::ExceptionSubcommand;
pub use export::{ExportArguments, ExportSubcommand};
pub use learn::LearnArguments;
pub use log::{Level, LogArguments};
pub use proxy::{Chosen, ProxySubcommand, TraitArguments};
pub use rule::{
    DuplicatesArguments, ImportArguments, RepairArguments, RerunArguments, RuleSubcommand,
    SampleArguments, TestArguments,
};
pub use run::{CancelArguments, RunArguments, RunsArguments, SitesArguments, StopArguments};
pub use schedule::{ScheduleArguments, ScheduleSubcommand, TaskArguments, TaskNumbers};
pub use secrets::SecretsSubcommand;
pub use signal::SignalSubcommand;
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

/// `supervise …`
#[derive(Debug, Subcommand)]
pub enum SuperviseSubcommand {
    /// The phase of a site with what moved it there, what happens next, its timeline and what was tried
    Show {
        /// Its name
        site: String,
        /// Moves, and actions, at most
        #[arg(long, default_value_t = 20)]
        limit: u64,
    },
    /// Ask a site now whether it answers again, without waiting for its turn
    Probe {
        /// Its name
        site: String,
    },
    /// Decide about the answers of a recorded run again and compare (see `run --record`)
    Replay {
        /// The recording
        file: PathBuf,
    },
}

/// `site …`
#[derive(Debug, Subcommand)]
pub enum SiteSubcommand {
    /// Add sites from rule files, or replace the rule of a site of the same name
    Add {
        /// Rule files, or addresses of feeds, sitemaps and pages that name their feed
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Also where they replace rules of sites and ask other hosts, log in otherwise or read files
        #[arg(long)]
        yes: bool,
    },
    /// List the sites
    List,
    /// Show a site with its rule
    Show {
        /// Its name
        name: String,
    },
    /// Remove a site with all it collected
    Remove {
        /// Its name
        name: String,
    },
    /// Write the rules of sites into a folder, each with its samples
    Export {
        /// Their names; all sites when none is given
        names: Vec<String>,
        /// The folder; a file of another site in it is never replaced
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Let runs and tasks take a site again
    Enable {
        /// Its name
        name: String,
    },
    /// Keep runs and tasks from taking a site
    Disable {
        /// Its name
        name: String,
    },
    #[command(flatten)]
    Exception(ExceptionSubcommand),
}

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

/// `extract`
#[derive(Debug, Args)]
pub struct ExtractArguments {
    /// Page: a file (.gz too), an address, or - for standard input
    #[arg(required_unless_present = "batch")]
    pub page: Option<String>,
    /// Generic method: auto, cevc, cetd, cetr, cepr, qread, dgwc, vbptc, pean or mibat
    #[arg(long, value_name = "M", conflicts_with = "rule")]
    pub method: Option<String>,
    /// Rule file
    #[arg(long, value_name = "FILE")]
    pub rule: Option<PathBuf>,
    /// Form of the text: text, markdown, html, or json for the whole record. With --batch the
    /// lines have the text in that form too
    #[arg(long, value_name = "F", value_parser = ["text", "markdown", "html", "json"], conflicts_with = "rule")]
    pub format: Option<String>,
    /// Address of the page, when it is a file
    #[arg(long, value_name = "BASE")]
    pub url: Option<String>,
    /// Pages of one thread or article at most, without a rule, when the page is an address
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..))]
    pub pages: usize,
    /// Do not obey robots.txt, for a page that you may read all the same
    #[arg(long)]
    pub ignore_robots: bool,
    /// Folder with pages/ID.html.gz and, for addresses, gold.jsonl
    #[arg(long, value_name = "DIR", requires = "out", conflicts_with = "page")]
    pub batch: Option<PathBuf>,
    /// File to write with --batch (JSON Lines)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `select`
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("selector").required(true).args(["css", "xpath", "regex", "jsonpath", "label"])))]
pub struct SelectArguments {
    /// CSS selector
    #[arg(long, value_name = "S")]
    pub css: Option<String>,
    /// XPath 1.0
    #[arg(long, value_name = "X")]
    pub xpath: Option<String>,
    /// Regular expression over the source
    #[arg(long, value_name = "R")]
    pub regex: Option<String>,
    /// JSONPath (RFC 9535) in a JSON document, or in the JSON that a page carries
    #[arg(long, value_name = "J")]
    pub jsonpath: Option<String>,
    /// Label whose value stands next to it, such as Publisher; several may be given
    #[arg(long, value_name = "TEXT")]
    pub label: Vec<String>,
    /// Let --regex search the visible text instead of the source
    #[arg(long, requires = "regex")]
    pub text: bool,
    /// Group of --regex that is the value: a number (0 is the whole match) or a name
    #[arg(long, value_name = "GROUP", requires = "regex")]
    pub group: Option<String>,
    /// What to take: text, own_text, html, clean_html, markdown, url, table, or the name of an attribute
    #[arg(long, value_name = "WHAT", default_value = "text")]
    pub take: String,
    /// Address that a file's links join to
    #[arg(long, value_name = "BASE")]
    pub url: Option<String>,
    /// Page: a file (.gz too), an address, or - for standard input
    pub file: String,
}

/// `detect`
#[derive(Debug, Args)]
pub struct DetectArguments {
    /// Page: a file (.gz too), an address, or - for standard input
    #[arg(required_unless_present = "batch")]
    pub file: Option<String>,
    /// Status of the answer, when the page is a file
    #[arg(long, value_name = "N")]
    pub status: Option<u16>,
    /// Header of the answer, 'Name: value'
    #[arg(long = "header", value_name = "K: V")]
    pub headers: Vec<String>,
    /// Address of the answer, when the page is a file
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Manifest: JSON lines of {id, file, status, headers, url}
    #[arg(
        long,
        value_name = "MANIFEST",
        requires = "out",
        conflicts_with = "file"
    )]
    pub batch: Option<PathBuf>,
    /// File to write with --batch (JSON Lines)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `preview`
#[derive(Debug, Args)]
pub struct PreviewArguments {
    /// Page: a file (.gz too) or an address
    pub page: String,
    /// Picture to write
    #[arg(long, value_name = "PNG")]
    pub out: PathBuf,
    /// Rectangles of all elements to write
    #[arg(long, value_name = "JSON")]
    pub boxes: Option<PathBuf>,
    /// Width of the page in CSS pixels
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub width: u32,
}
