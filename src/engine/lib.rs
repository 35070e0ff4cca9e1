//! Floor 3: the engine, the only entry point for the two front ends above it. Input:
//! [`Command`]s. Output: [`Event`]s and read-only queries. One loop over a closed set of both;
//! it never blocks the caller.

mod context;
pub mod controller;
pub mod crawl;
pub mod extract;
mod page_resources;
pub(crate) mod politeness;
pub mod project;
pub mod project_permission;
pub(crate) mod protocol;
pub mod records;
pub(crate) mod runtime;
#[cfg(test)]
mod simulation;
pub mod single_page;
pub mod supervise;
pub mod workbench;

pub use bowerbird_io::browser::{BrowserProgram, locate as locate_browser, use_browser};
pub use bowerbird_io::fetch::allow_private;
pub use bowerbird_io::files::{local_file, private_files};
pub use bowerbird_io::serve::sent_pages::{
    MAX_PAGE_BYTES, SenderKind, USUAL_PORT as SENT_PAGES_PORT,
};
pub use bowerbird_io::store::real as real_path;
pub use context::page_client::fetch_by;
pub use controller::{AlertField, Engine, alert_plan_faults, check_task};
pub use project::remote_commands::{send_command, show_elsewhere};
pub use project_permission::secret_places::{hosts_of, is_place_of};
pub use protocol::{
    AccountChoice, AccountCommand, AccountDraft, AddressPreview, AlertCommand, AlertEvent,
    AppliedFilter, AuthoringCommand, BackgroundJobKind, BackgroundJobProgress, Command,
    CookiesBrought, EngineError, EngineOptions, Event, ExportCommand, ExportEvent, FindReplace,
    FoundBoards, ImportedAccounts, ImportedProxies, LinkedPage, LockedSecrets, LoginWindow,
    NamedFeed, OpenedPage, PageCommand, PageEgress, PageLogin, PageTicket, PageWays,
    PagesOfVersions, PairedBrowserLine, PreviewedKind, ProjectCommand, ProxyCommand, ProxyDraft,
    ProxySource, ProxyTest, RecordScreenshot, RefusedEngine, RereadCommand, RereadEvent,
    RestoredRule, RunCommand, SampleCommand, ScreenshotPart, SearchDraft, SearchProposal,
    SelectionResult, SelectorDraft, SentPageCommand, SentPageId, SentPagesState, ServeCommand,
    ServeState, ShownCode, ShownLogin, SignalFile, SiteBatch, SiteCommand, SourceChoice,
    TaskCommand, TaskControl, TaughtPage, TestAgainst, TextCommand, TextEvent, VersionPage,
    WaitingPage, WayCost,
};

/// Workers on other machines.
pub mod workers {
    pub use crate::context::worker_pool::{DroppedMessages, PoolStatus};
    pub use crate::crawl::remote::project_workers::{
        AcceptedWorker, DEFAULT_LIMIT_BYTES, ProjectWorkers, PublicKey, QueueAddress,
        WorkerSettings, WorkerStop, folder, machine_name, parse_address, work,
    };
    pub use crate::crawl::remote::worker::{WorkerOptions, WorkerReport};
    pub use crate::protocol::WorkersRequest;
    pub use bowerbird_io::work_queue::{WorkerLine, WorkerOverview, WorkerState};
}

/// The plain types and pure functions for the front ends, so that they need nothing below the
/// engine.
pub mod types {
    pub use crate::records::exports::{ExportJob, SavedExport};
    pub use crate::records::texts::{RecordPicture, kept_address};
    pub use crate::workbench::{
        AnalysedPage, Authored, CellSource, FieldAgreement, LIKELY_NEXT, NextOffer, Offer,
        OldPageInfo, PageReading, PageRole, PageSource, PartMarks, ReadCell, ReadRow, RepairOffer,
        SampleInfo, SampleResult, TreeLine, WorkbenchPart, WorkbenchPick, WorkbenchTarget,
        site_name, unused_name,
    };
    pub use bowerbird_io::export::{
        ChangesExport, ChangesFormat, CsvOptions, ExportError, ExportOptions, Exported, Format,
        Nested, Overwrite, take_password,
    };
    pub use bowerbird_io::log::panics::{PanicRecord, tell_once as tell_panic_once};
    pub use bowerbird_io::log::state_folder;
    pub use bowerbird_io::preview::{ElementBox, Layout, StructureItem, StructureKind, hit};
    pub use bowerbird_io::secrets::{
        MIN_PASSPHRASE_CHARS, Secret, asks_first_passphrase, asks_passphrase, unknown_passphrase,
    };
    pub use bowerbird_io::store::{
        Archive, ChangeCursor, Counted, CountedAnywhere, KeptAfterAll, MAX_RANKED, Only, Period,
        RecordFilter, RecordPart, RecordSort, RecordState, Repost, Retention, RevertedRecords,
        SnapshotCounts, Store, StoreError, StoreReader, Suggested, SuggestionsOf, TextsLeft,
        TurnFilter, Undoable,
    };
    pub use bowerbird_io::system::clock::{Clock, SystemClock, Wait};
    pub use bowerbird_io::system::desktop::{
        DesktopError, open as open_at_the_desk, open_address, show as show_at_the_desk,
    };
    pub use bowerbird_io::system::fonts::{SystemFace, face as system_face};
    pub use bowerbird_io::system::service_manager::ServiceManager;
    pub use bowerbird_io::system::tray::{Tray, TrayEvent, TrayFace, TrayLine, painted_icon};
    pub use bowerbird_logic::authoring::doubtful_values::{ValuesOf, doubtful_values};
    pub use bowerbird_logic::authoring::import::{ImportFormat, ImportResult, Note, SourcePlace};
    pub use bowerbird_logic::authoring::learn::{
        FeedLink, Learned, LearnedField, Overview, OverviewKind, Pagination, PaginationKind,
        Picked, Ranked, Suggestion,
    };
    pub use bowerbird_logic::authoring::noise_ways::stays_watched;
    pub use bowerbird_logic::authoring::repair::{
        Proposal, Repair, RepairChange, RepairStatus, Rest, RulePart,
    };
    pub use bowerbird_logic::authoring::samples::{
        ChangeCounts, Comparison, Difference, PageKind, Sample, ValueChange, excerpts, value_text,
    };
    pub use bowerbird_logic::authoring::search_engines::{
        EngineGroup, SearchEngine, read_engines, search_name, search_rule, search_words,
        shipped_engines,
    };
    pub use bowerbird_logic::authoring::shared_settings::{CommonSettings, SharedSettings};
    pub use bowerbird_logic::authoring::watch_proposals::{
        KeyProposal, NoiseProposal, NoiseWay, WatchProposals, accept as accept_proposals, accepted,
    };
    pub use bowerbird_logic::comparison::{
        ComparedField, ComparedLine, ComparedSet, FieldDifference, RecordChange, RuleChange,
        RuleChangeKind, TextPart, TextSide, changes as rule_changes, compared_fields,
        compared_text, compared_words, number as plain_number, number_difference, record_changes,
        record_name, text_changes, unified,
    };
    pub use bowerbird_logic::detect::{
        PageGroup, PoolOutlook, SHELL_SOFTWARE, Signal, SignalEntry, SignalPlace, StateAction,
        evidence_cause, grouped_pages, known_signal, page_cause, page_signature,
        reason as page_reason, state_actions,
    };
    pub use bowerbird_logic::generic::{Method, Paper, TextFormat};
    pub use bowerbird_logic::mask_secrets::without_credentials;
    pub use bowerbird_logic::messages::{
        Arg, Catalogue, Explain, Language, Message, grouped_digits,
    };
    pub use bowerbird_logic::model::*;
    pub use bowerbird_logic::page::ElementIndex;
    pub use bowerbird_logic::policy::defaults::{DELAY_TEXT, PERSON_WAIT};
    pub use bowerbird_logic::policy::pools::account_list::{AccountList, read_accounts};
    pub use bowerbird_logic::policy::pools::proxies::proxy_list::{
        ProxyEntry, ProxyList, Scheme as ProxyScheme, read_list,
    };
    pub use bowerbird_logic::policy::pools::{
        ProxyPolicy, ProxyStatus, account_ends_soon, percent, proxy_status, score, score_at,
        session_score, success,
    };
    pub use bowerbird_logic::policy::record_conditions::{
        AlertWording, MAX_CLAUSES, actions_text, all_placeholders, check_condition, condition_text,
        part_text, parts_text, read_clause, timing_id,
    };
    pub use bowerbird_logic::policy::schedule::{
        Cron, CronError, CronPicks, Opening, QuietHours, adaptive, describe_cron, describe_timing,
        interval, news, next_turn, outlook, span, zone,
    };
    pub use bowerbird_logic::policy::scope::Within;
    pub use bowerbird_logic::policy::site_change_notifications::{
        MAX_SINGLE, Notification, NotifyPreferences, Policy as NotifyPolicy, SiteChange,
        SiteCondition,
    };
    pub use bowerbird_logic::rules::{
        Adaptive, Alternative, AlternativeKind, ApiRule, Content, CrawlRule, ENTER_KEY, EngineRule,
        FeedRule, FetchMode, FieldRule, FieldSteps, FieldType, FilterResult, GoneRule, GoneWord,
        GroupName, IdentityRule, KeepRule, Labels, LinkFilter, ListRule, Login, LoginKind, Network,
        NextRule, PAGE_FACTS, PageSection, PageStep, PagesChoice, PagesRule, Politeness, ReadAgain,
        ReadingCost, RecordRule, RestlessField, Revisit, Rule, RuleError, RuleErrors, RuleFile,
        STEP_KEYS, Schedule, SearchRule, SiteReadings, SiteSection, SitemapRule, StepKind,
        StepPages, TRANSFORM_STEPS, TransformStep, UrlsRule, cost_message, cron_of_interval,
        fault_paths, is_secret_header, leaving_out, parse, parse_duration, parse_size,
        reading_cost, rewrite, runs_per_day, starter, typed_duration, warnings, watching,
        watching_page,
    };
    pub use bowerbird_logic::select::{Selected, Selector, SelectorKind, Take};
    pub use bowerbird_logic::text::formula_guarded;
    pub use bowerbird_logic::text::{
        CompletionKind, DEFAULT_KEYWORDS, Mentions, QUERY_NAMES, Query, QueryCompletion,
        QueryProblem, QuerySubject, RepostSettings, Snippet, Summary, SummaryLength, Validity,
        completion_at, marks, marks_in, snippet, snippet_in, summarise,
    };
    pub use bowerbird_logic::text::{EastAsian, pasteable, printable, printable_json};
    pub use url::Url;
}
