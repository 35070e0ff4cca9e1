//! What the window asks of the project, and what it is told.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;

use super::export_facts::{ExportAnswer, ExportAsk};
use super::rule_versions::ListedVersion;
use bowerbird_engine::inspect::{EvidencePage, ExportedRules, FileKind, ReadRules};
use bowerbird_engine::permission::Review;
use bowerbird_engine::types::{
    Account, AlertPlan, CountedAnywhere, Dashboard, Evidence, ImportFormat, LogFilter, LogLine,
    Message, PageFilter, PageGroup, PageOutcomeKind, Proxy, RaisedAlert, RecordFilter, RecordId,
    RecordVersion, RepostSettings, RuleHealth, Run, RunId, RunPage, Secret, Site, SiteAction,
    SiteEvent, SiteException, SiteId, SiteSession, StoredRecord, Summary, Supervision, TallySpan,
    Task, TaskTurn, TextsLeft, Undoable,
};

/// Which pages of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PagesFilter {
    /// How they went.
    pub filter: PageFilter,
    /// Only those that went wrong in this way, by the signature of the group.
    pub group: Option<String>,
    /// Those that came last first; else those that went worst.
    pub newest: bool,
}

/// Pages of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PagesOfRun {
    /// The pages.
    pub pages: Vec<RunPage>,
    /// How many the run has by outcome.
    pub counts: [u64; PageOutcomeKind::ALL.len()],
    /// What went wrong, gathered.
    pub groups: Vec<PageGroup>,
    /// How long reading them took.
    pub took: Duration,
}

/// What is kept beside the records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Tags with how many records have them.
    pub tags: Vec<(String, u64)>,
    /// Searches by name.
    pub searches: Vec<(String, RecordFilter)>,
    /// What the work in the background has left to do.
    pub left: TextsLeft,
    /// Records that lie in archives.
    pub archived: u64,
}

/// What the loader finds out about the record that is read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// Its summary.
    pub summary: Option<Summary>,
    /// The version of the site's rule when it was fetched.
    pub rule_version: Option<u32>,
    /// Title and address of the record that it repeats.
    pub repeats: Option<(String, String)>,
    /// Name of the proxy that it came through.
    pub proxy: Option<String>,
    /// When the page that is kept of it came.
    pub kept: Option<Timestamp>,
}

/// How the project treats texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextSettings {
    /// How reposts are found.
    pub reposts: RepostSettings,
    /// Address of the service that sums up; empty where this program does.
    pub service: String,
}

/// A question to the project.
#[derive(Clone, Debug, PartialEq)]
pub enum DataQuery {
    /// All sites.
    Sites,
    /// All tasks.
    Tasks,
    /// What the project wants to do by itself, and what was said to it.
    Review,
    /// What became of the turns of tasks in the last week, and the tags of sites.
    Turns,
    /// All proxies and accounts.
    Pools,
    /// About exports and storage.
    Exports(ExportAsk),
    /// Conditions and ways of alerts, and what was raised lately.
    Alerts,
    /// How many records there are in all.
    Total,
    /// What the dashboard shows.
    Dashboard {
        /// How far back.
        span: TallySpan,
        /// When the person's day began.
        midnight: Timestamp,
    },
    /// How many records pass a filter.
    Count {
        /// Carried back with the answer.
        generation: u64,
        /// The filter.
        filter: RecordFilter,
    },
    /// One page of records.
    Records {
        /// Carried back with the answer.
        generation: u64,
        /// The filter.
        filter: RecordFilter,
        /// Which page, from 0.
        page: u64,
    },
    /// What is kept beside the records: tags, searches by name, and what is left to be done.
    Beside,
    /// What stands beside the text of a record.
    Reader(RecordId),
    /// How the project treats texts.
    TextSettings,
    /// The latest runs, of one site or all.
    Runs(Option<SiteId>),
    /// Pages of a run.
    RunPages(RunId, PagesFilter),
    /// The newest lines of the log.
    Log(LogFilter),
    /// A report for whoever helps.
    Report(Vec<String>),
    /// How a site's rule fares.
    Health(SiteId),
    /// How all sites are supervised.
    Supervisions,
    /// The timeline of a site, and what was tried.
    Timeline(SiteId),
    /// A file with cookies of a browser.
    CookieFile(PathBuf),
    /// A file with a list of accounts.
    AccountList(PathBuf),
    /// What was said of pages of a site against the judge.
    Taught(SiteId),
    /// Another passphrase for the secrets.
    ChangePassphrase {
        /// Of this project.
        project: PathBuf,
        /// The present one.
        old: Secret,
        /// The new one.
        new: Secret,
    },
    /// What was kept of an address of a site, with the places of the evidence.
    Evidence(SiteId, String, Vec<Evidence>),
    /// What a rule changed in a site's records and can be taken back.
    Rewritten(SiteId),
    /// The versions of a site's rule.
    Versions(SiteId),
    /// The earlier versions of a record.
    RecordVersions(RecordId),
    /// The text of a rule file on disk.
    RuleFile(PathBuf),
    /// The rules of a file of another program.
    Import {
        /// The file.
        path: PathBuf,
        /// Its format; recognised when absent.
        format: Option<ImportFormat>,
    },
    /// What files are.
    LookAt(Vec<PathBuf>),
    /// Writes a site's rule to a file that the person chose, and its samples beside it.
    ExportRule {
        /// The site.
        site: SiteId,
        /// The file.
        path: PathBuf,
    },
    /// Writes the rules of sites into a folder that the person chose, with their samples.
    ExportRules {
        /// The sites.
        sites: Vec<SiteId>,
        /// The folder.
        folder: PathBuf,
    },
}

/// A file and what it is.
pub type IdentifiedFile = (PathBuf, Result<FileKind, Message>);

/// An answer.
#[derive(Debug)]
pub enum QueryResult {
    /// All sites.
    Sites(Vec<Site>),
    /// Conditions and ways of alerts, and what was raised lately, the newest first.
    Alerts(Box<AlertPlan>, Vec<RaisedAlert>),
    /// All tasks.
    Tasks(Vec<Task>),
    /// What the project wants to do by itself, and what was said to it.
    Reviewed(Review),
    /// Turns of tasks, and tags.
    Turns(Vec<TaskTurn>, Vec<(String, SiteId, bool)>),
    /// All proxies and accounts.
    Pools(Vec<Proxy>, Vec<Account>),
    /// Of exports and storage.
    Exports(ExportAnswer),
    /// How many records there are in all.
    Total(u64),
    /// Lines of the log, newest first, and where its files lie.
    Log(LogFilter, Vec<LogLine>, String),
    /// The report.
    Report(String),
    /// What the dashboard shows.
    Dashboard(Box<Dashboard>),
    /// How many records pass the filter.
    Count {
        /// Of the question.
        generation: u64,
        /// How many.
        counted: CountedAnywhere,
    },
    /// One page of records.
    Records {
        /// Of the question.
        generation: u64,
        /// Which page.
        page: u64,
        /// The records.
        records: Vec<StoredRecord>,
    },
    /// What is kept beside the records.
    Beside(Box<Beside>),
    /// What stands beside the text of a record.
    Reader(RecordId, Box<Read>),
    /// How the project treats texts.
    TextSettings(TextSettings),
    /// The latest runs, of one site or all, newest first.
    Runs(Option<SiteId>, Vec<Run>),
    /// Pages of a run.
    RunPages(RunId, PagesFilter, PagesOfRun),
    /// How a site's rule fares.
    Health(SiteId, RuleHealth),
    /// How all sites are supervised.
    Supervisions(Vec<Supervision>),
    /// The timeline of a site, what was tried, and its sessions, newest first.
    Timeline(SiteId, Vec<SiteEvent>, Vec<SiteAction>, Vec<SiteSession>),
    /// The text of a file with cookies.
    CookieFile(Secret),
    /// The text of a list of accounts.
    AccountList(Secret),
    /// What was said of pages of a site against the judge, newest first.
    Taught(SiteId, Vec<SiteException>),
    /// The secrets have another passphrase.
    PassphraseChanged(Secret),
    /// What was kept of an address of a site; `None` when nothing is.
    Evidence(SiteId, String, Option<Box<EvidencePage>>),
    /// What can be taken back of a site's records.
    Rewritten(SiteId, Option<Undoable>),
    /// The versions of a site's rule, newest first.
    Versions(SiteId, Vec<ListedVersion>),
    /// The earlier versions of a record, newest first.
    RecordVersions(RecordId, Vec<RecordVersion>),
    /// The text of a rule file.
    RuleFile(PathBuf, String),
    /// What files are.
    Identified(Vec<IdentifiedFile>),
    /// The rules of a file of another program.
    Imported(PathBuf, Box<ReadRules>),
    /// Rules were written to a file or folder.
    RulesWritten(PathBuf, ExportedRules),
    /// A query failed.
    Failed(Message),
}
