//! Floor 3: the engine, the only door for the two faces above it. Flows in: [`Command`]s. Flows
//! out: [`Event`]s and read-only queries. One loop over a closed set of both; it never blocks the
//! caller.

mod accounts_in_use;
pub mod backups;
pub mod controller;
pub mod crawl;
pub mod exports;
pub mod extract;
mod ground;
pub mod inspect;
mod kept_resources;
pub mod log;
mod made_requests;
pub mod permission;
mod permission_plan;
pub mod project;
mod reach;
pub mod rerun;
mod resources;
pub mod rule_news;
mod secret_places;
mod stop;
pub mod supervise;
pub mod texts;
#[cfg(test)]
mod week;
mod whole;
mod wishes;
pub mod workbench;

pub use crate::io::fetch::allow_private;
pub use crate::io::private_files;
pub use controller::{
    AccountDraft, AccountOrder, AlertEvent, AlertOrder, Command, CookiesBrought, Engine,
    EngineError, EngineOptions, ErrandKind, ErrandProgress, Event, ExportNews, ExportOrder,
    ImportedAccounts, ImportedProxies, OpenedPage, PageTicket, ProxyDraft, ProxyOrder, ProxySource,
    ProxyTest, RereadNews, RereadOrder, SelectionResult, SelectorDraft, SignalFile, TaskOrder,
    TaughtPage, TestAgainst, TextEvent, TextOrder, check_task,
};
pub use secret_places::hosts_of;
pub use wishes::{leave_wish, show_elsewhere};

/// The plain types and pure functions that the faces may use, so that they need not reach below
/// the engine.
pub mod types {
    pub use crate::engine::exports::{ExportJob, SavedExport};
    pub use crate::engine::texts::{RecordPicture, kept_address};
    pub use crate::engine::workbench::{
        Authored, BenchPart, BenchPick, BenchTarget, CellSource, FieldAgreement, LIKELY_NEXT,
        NextOffer, Offer, OldPageInfo, PageReading, PageRole, PageSource, PartMarks, ReadCell,
        ReadRow, RepairOffer, SampleInfo, SampleResult, TreeLine, Understood, site_name,
    };
    pub use crate::io::clock::{Clock, SystemClock, Wait};
    pub use crate::io::desktop::{DesktopError, show as show_at_the_desk};
    pub use crate::io::export::{CsvOptions, ExportError, ExportOptions, Exported, Format, Nested};
    pub use crate::io::preview::{ElementBox, Layout, StructureItem, StructureKind, hit};
    pub use crate::io::secrets::Secret;
    pub use crate::io::store::{
        Archive, Counted, CountedAnywhere, MOST_RANKED, Only, Period, RecordFilter, RecordPart,
        RecordSort, RecordState, Repost, Retention, SnapshotCounts, Store, StoreError, TakenBack,
        TextsLeft, TurnFilter, Undoable,
    };
    pub use crate::io::tray::{Tray, TrayFace, TrayLine, TrayNews, painted_icon};
    pub use crate::logic::detect::{
        PageGroup, Signal, grouped_pages, known_signal, page_cause, page_signature,
        reason as page_reason,
    };
    pub use crate::logic::generic::{Format as TextFormat, Method, Paper};
    pub use crate::logic::import::{Fate, Format as ImportFormat, Note, Place as SourcePlace};
    pub use crate::logic::learn::{
        FeedLink, Learned, LearnedField, Overview, PageKind as OverviewKind, Pagination,
        PaginationKind, Picked, Ranked, Suggestion,
    };
    pub use crate::logic::messages::{
        Arg, Catalogue, Explain, Language, Message, grouped_digits, without_credentials,
    };
    pub use crate::logic::model::*;
    pub use crate::logic::notify::{
        Change as SiteChange, MOST_SINGLE, Notification, Policy as NotifyPolicy,
        Standing as SiteStanding, Wishes as NotifyWishes,
    };
    pub use crate::logic::page::ElementIndex;
    pub use crate::logic::pools::accounts::{AccountList, read_accounts};
    pub use crate::logic::pools::proxies::{ProxyList, Scheme as ProxyScheme, read_list};
    pub use crate::logic::pools::{
        ProxyStanding, ProxyWish, percent, score, score_at, session_score, standing, success,
    };
    pub use crate::logic::repair::{
        Change as RepairChange, Part as RepairSection, Proposal, Repair, Rest, Standing,
    };
    pub use crate::logic::revisions::{
        RecordChange, RuleChange, RuleChangeKind, changes as rule_changes, record_changes,
        text_changes, unified,
    };
    pub use crate::logic::rules::{
        Adaptive, Alternative, ApiRule, Content, CrawlRule, FeedRule, FieldRule, FieldSteps,
        FieldType, GroupName, Labels, ListRule, Login, LoginKind, Network, NextRule, PageSection,
        PagesChoice, PagesRule, Politeness, RecordRule, Rule, RuleError, RuleErrors, RuleFile,
        Schedule, SearchRule, SiteSection, SitemapRule, TRANSFORM_STEPS, TransformStep, parse,
        parse_duration, parse_size, rewrite, starter,
    };
    pub use crate::logic::samples::{
        Change, Comparison, Counts, Difference, PageKind, Sample, excerpts, words,
    };
    pub use crate::logic::schedule::{
        Cron, CronError, CronPicks, Opening, QuietHours, adaptive, cron_words, interval, news,
        next_turn, outlook, span, timing_words, zone,
    };
    pub use crate::logic::scope::Within;
    pub use crate::logic::select::{Selected, Selector, SelectorKind, Take};
    pub use crate::logic::text::{
        Query, RepostSettings, Snippet, Summary, SummaryLength, Validity, marks, snippet, summarise,
    };
    pub use crate::logic::text::{pasteable, printable, printable_json};
    pub use url::Url;
}
