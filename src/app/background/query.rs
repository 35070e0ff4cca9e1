//! The window's queries to the project, and their answers.

use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;

use super::export_facts::{ExportAnswer, ExportAsk};
use super::rule_versions::ListedVersion;
use bowerbird_engine::project_permission::Review;
use bowerbird_engine::records::replace::ReplacementPreview;
use bowerbird_engine::single_page::{EvidencePage, ExportedRules, FileKind, ReadRules};
use bowerbird_engine::types::{
    Account, AlertPlan, ChangeFilter, ChartSpan, CountedAnywhere, Dashboard, Evidence,
    ImportFormat, LogFilter, LogLine, Message, PageFilter, PageGroup, PageOutcomeKind,
    PagePictureFacts, Proxy, RaisedAlert, RecordCondition, RecordFact, RecordFilter, RecordId,
    RecordMatch, RecordVersion, RepostSettings, RuleHealth, Run, RunId, RunPage, Secret, Site,
    SiteAction, SiteEvent, SiteException, SiteId, SiteReadings, SiteSession, SkippedRecord,
    StoredCondition, StoredRecord, Suggested, SuggestionsOf, Summary, Supervision, Task, TaskTurn,
    TextsLeft, Undoable,
};
use bowerbird_engine::{BrowserProgram, FindReplace};

/// What became of a site so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SiteHistory {
    /// Moves of its supervision, newest first.
    pub events: Vec<SiteEvent>,
    /// What was tried, newest first.
    pub tried: Vec<SiteAction>,
    /// Its sessions, most recently used first.
    pub sessions: Vec<SiteSession>,
    /// The number of pages that a run for failed pages would ask for again.
    pub failed: u64,
    /// When its first known run began.
    pub first_run: Option<Timestamp>,
}

/// How often a condition over records would have counted in the last 30 days.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConditionOutlook {
    /// The condition.
    pub condition: RecordCondition,
    /// How often.
    pub count: usize,
    /// The newest of them.
    pub first: Vec<RecordMatch>,
    /// The fields that its records have.
    pub fields: Vec<String>,
    /// Whether it is a filter that leaves pages out before they are fetched.
    pub saves_requests: bool,
}

/// Selects pages of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PagesFilter {
    /// Their outcome.
    pub filter: PageFilter,
    /// Only those in this fault group, by its signature.
    pub group: Option<String>,
    /// Whether the newest come first; otherwise the worst.
    pub newest: bool,
}

/// Pages of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PagesOfRun {
    /// The pages.
    pub pages: Vec<RunPage>,
    /// The number of pages in the run by outcome.
    pub counts: [u64; PageOutcomeKind::ALL.len()],
    /// Their faults, grouped.
    pub groups: Vec<PageGroup>,
    /// How long reading them took.
    pub took: Duration,
}

/// Data stored beside the records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beside {
    /// Tags with their number of records.
    pub tags: Vec<(String, u64)>,
    /// Named searches.
    pub searches: Vec<(String, RecordFilter)>,
    /// The fields of the rules that records have, the commonest first; `None`: not known yet.
    pub fields: Option<Vec<Suggested>>,
    /// The remaining background work.
    pub left: TextsLeft,
    /// Whether any record is marked as a repost.
    pub has_reposts: bool,
    /// Whether a later pass found some of them, which can be undone.
    pub can_unfold: bool,
    /// The number of records in archives.
    pub archived: u64,
    /// The number of records that their site no longer has.
    pub gone: u64,
    /// The number of deleted records.
    pub deleted: u64,
}

impl Beside {
    /// The names of the fields, once they are known.
    pub fn field_names(&self) -> Option<Vec<String>> {
        let fields = self.fields.as_ref()?;
        Some(fields.iter().map(|field| field.text.clone()).collect())
    }
}

/// The loader's data about the selected record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    /// Its summary.
    pub summary: Option<Summary>,
    /// The run that fetched it last.
    pub run: Option<RunId>,
    /// The version of the site's rule in that run.
    pub rule_version: Option<u32>,
    /// Title and address of the record that it repeats.
    pub repeats: Option<(String, String)>,
    /// Name of its proxy.
    pub proxy: Option<String>,
    /// When its stored page was fetched.
    pub kept: Option<Timestamp>,
    /// When its page was fetched last, changed or not.
    pub seen: Option<Timestamp>,
    /// The picture of its page.
    pub screenshot: Option<PagePictureFacts>,
}

/// The project's text settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextSettings {
    /// The settings for finding reposts.
    pub reposts: RepostSettings,
    /// Address of the summary service; empty if this program computes summaries.
    pub service: String,
}

/// A query to the project.
#[derive(Clone, Debug, PartialEq)]
pub enum DataQuery {
    /// All sites.
    Sites,
    /// All tasks.
    Tasks,
    /// The project's plan and the user's permissions.
    Review,
    /// The outcome of task turns in the last week, and the tags of sites.
    Turns,
    /// All proxies and accounts.
    Pools,
    /// About exports and storage.
    Exports(ExportAsk),
    /// Alert conditions, channels, recent alerts, and conditions over records.
    Alerts,
    /// How often a condition over records would have counted in the last 30 days.
    ConditionOutlook(Box<RecordCondition>),
    /// What filters left out, of one site or all.
    Skipped(Option<SiteId>),
    /// The stored records that a filter matches now.
    FilterMatches(Box<RecordCondition>),
    /// The browser for pages that scripts make, if it is this program, or the first in the usual places.
    Browser(Option<PathBuf>),
    /// The total number of records.
    Total,
    /// The dashboard's data.
    Dashboard {
        /// The time span.
        span: ChartSpan,
        /// The start of the user's day.
        midnight: Timestamp,
    },
    /// The number of records that match a filter.
    Count {
        /// Returned with the answer.
        generation: u64,
        /// The filter.
        filter: RecordFilter,
    },
    /// One page of records.
    Records {
        /// Returned with the answer.
        generation: u64,
        /// The filter.
        filter: RecordFilter,
        /// Which page, from 0.
        page: u64,
    },
    /// What finding and replacing would change in the records of a filter.
    Replacements(Box<RecordFilter>, FindReplace),
    /// The records of some rows, to select them.
    Choose {
        /// The filter that gives the rows.
        filter: RecordFilter,
        /// The first row.
        first: u64,
        /// The number of rows.
        count: u64,
    },
    /// Data beside the records: tags, named searches, and remaining work.
    Beside,
    /// What a search may go on with.
    Suggestions(SuggestionsOf),
    /// Data shown beside the text of a record.
    Reader(RecordId),
    /// The project's text settings.
    TextSettings,
    /// The newest changes that match a filter, so many.
    Changes(Box<ChangeFilter>, usize),
    /// All changes of a record.
    ChangesOf(RecordId),
    /// The latest runs, of one site or all.
    Runs(Option<SiteId>),
    /// Pages of a run.
    RunPages(RunId, PagesFilter),
    /// The newest lines of the log.
    Log(LogFilter),
    /// Opens an address in the user's browser; whether a check is to be passed there.
    Browse(String, bool),
    /// A support report.
    Report(Vec<String>),
    /// The health of a site's rule.
    Health(SiteId),
    /// What the runs of a site found: what the next ones cost.
    Readings(SiteId),
    /// The supervision of all sites.
    Supervisions,
    /// The timeline and actions of a site.
    Timeline(SiteId),
    /// A file with cookies of a browser.
    CookieFile(PathBuf),
    /// A file with a list of accounts.
    AccountList(PathBuf),
    /// Exceptions to verdicts on pages of a site.
    Taught(SiteId),
    /// Changes the passphrase of the secrets.
    ChangePassphrase {
        /// The project.
        project: PathBuf,
        /// The present one.
        old: Secret,
        /// The new one.
        new: Secret,
    },
    /// The stored answer of a site's address, with the positions of the evidence.
    Evidence(SiteId, String, Vec<Evidence>),
    /// A rule's changes to a site's records that can be undone.
    Rewritten(SiteId),
    /// The versions of a site's rule.
    Versions(SiteId),
    /// The earlier versions of a record.
    RecordVersions(RecordId),
    /// A record with its earlier versions.
    RecordWithVersions(RecordId),
    /// The text of a rule file on disk.
    RuleFile(PathBuf),
    /// Rules from a file of another program.
    Import {
        /// The file.
        path: PathBuf,
        /// Its format; detected when absent.
        format: Option<ImportFormat>,
    },
    /// The types of files.
    LookAt(Vec<PathBuf>),
    /// Writes a site's rule to a file chosen by the user, with its samples beside it.
    ExportRule {
        /// The site.
        site: SiteId,
        /// The file.
        path: PathBuf,
    },
    /// Writes the feeds of sites, of all when empty, as a list for other readers.
    ExportFeeds {
        /// The sites.
        sites: Vec<SiteId>,
        /// The file.
        path: PathBuf,
    },
    /// Writes the rules of sites into a folder chosen by the user, with their samples.
    ExportRules {
        /// The sites.
        sites: Vec<SiteId>,
        /// The folder.
        folder: PathBuf,
    },
}

/// A file and its type.
pub type IdentifiedFile = (PathBuf, Result<FileKind, Message>);

/// An answer.
#[derive(Debug)]
pub enum QueryResult {
    /// All sites.
    Sites(Vec<Site>),
    /// Alert conditions, channels, recent alerts, newest first, and conditions over records.
    Alerts(Box<AlertPlan>, Vec<RaisedAlert>, Vec<StoredCondition>),
    /// The browser that was found, or why none was.
    Browser(Result<BrowserProgram, Message>),
    /// What filters left out, of one site or all, newest first.
    Skipped(Option<SiteId>, Vec<SkippedRecord>),
    /// The stored records that the filter with this number matches now.
    FilterMatches(Box<RecordCondition>, Vec<(RecordId, String)>),
    /// How often a condition would have counted.
    ConditionOutlook(Box<ConditionOutlook>),
    /// All tasks.
    Tasks(Vec<Task>),
    /// The project's plan and the user's permissions.
    Reviewed(Review),
    /// Turns of tasks, and tags.
    Turns(Vec<TaskTurn>, Vec<(String, SiteId, bool)>),
    /// All proxies and accounts.
    Pools(Vec<Proxy>, Vec<Account>),
    /// About exports and storage.
    Exports(ExportAnswer),
    /// The total number of records.
    Total(u64),
    /// Lines of the log, newest first, and the folder of its files.
    Log(LogFilter, Vec<LogLine>, String),
    /// An address was opened, or why not; whether a check is to be passed there.
    Browsed(String, bool, Result<(), Message>),
    /// The report.
    Report(String),
    /// The dashboard's data.
    Dashboard(Box<Dashboard>),
    /// The number of records that match the filter.
    Count {
        /// From the query.
        generation: u64,
        /// The count.
        counted: CountedAnywhere,
    },
    /// One page of records.
    Records {
        /// From the query.
        generation: u64,
        /// Which page.
        page: u64,
        /// The records.
        records: Vec<StoredRecord>,
    },
    /// What finding and replacing would change: how many values, and the first ones.
    Replacements(FindReplace, Result<ReplacementPreview, Message>),
    /// Records to select, with the filter that gave them.
    Chosen(RecordFilter, Vec<StoredRecord>),
    /// Data stored beside the records.
    Beside(Box<Beside>),
    /// What a search may go on with.
    Suggestions(SuggestionsOf, Vec<Suggested>),
    /// Data shown beside the text of a record.
    Reader(RecordId, Box<Read>),
    /// The project's text settings.
    TextSettings(TextSettings),
    /// Changes, newest first, with the fields that have any.
    Changes(Box<ChangeFilter>, Vec<RecordFact>, Vec<String>),
    /// The changes of a record, newest first.
    ChangesOf(RecordId, Vec<RecordFact>),
    /// The latest runs, of one site or all, newest first.
    Runs(Option<SiteId>, Vec<Run>),
    /// Pages of a run.
    RunPages(RunId, PagesFilter, PagesOfRun),
    /// The health of a site's rule.
    Health(SiteId, RuleHealth),
    /// What the runs of a site found.
    Readings(SiteId, SiteReadings),
    /// The supervision of all sites.
    Supervisions(Vec<Supervision>),
    /// The history of a site.
    Timeline(SiteId, SiteHistory),
    /// The text of a file with cookies.
    CookieFile(Secret),
    /// The text of a list of accounts.
    AccountList(Secret),
    /// Exceptions to verdicts on pages of a site, newest first.
    Taught(SiteId, Vec<SiteException>),
    /// The new passphrase of the secrets.
    PassphraseChanged(Secret),
    /// The stored answer of a site's address; `None` if there is none.
    Evidence(SiteId, String, Option<Box<EvidencePage>>),
    /// Changes to a site's records that can be undone.
    Rewritten(SiteId, Option<Undoable>),
    /// The versions of a site's rule, newest first.
    Versions(SiteId, Vec<ListedVersion>),
    /// The earlier versions of a record, newest first.
    RecordVersions(RecordId, Vec<RecordVersion>),
    /// A record with its earlier versions, newest first; `None` if it is gone from the project.
    RecordWithVersions(Option<(Box<StoredRecord>, Vec<RecordVersion>)>),
    /// The text of a rule file.
    RuleFile(PathBuf, String),
    /// The types of files.
    Identified(Vec<IdentifiedFile>),
    /// Rules from a file of another program.
    Imported(PathBuf, Box<ReadRules>),
    /// Rules were written to a file or folder.
    RulesWritten(PathBuf, ExportedRules),
    /// So many feeds were written as a list.
    FeedsWritten(PathBuf, usize),
    /// A query failed.
    Failed(Message),
}
