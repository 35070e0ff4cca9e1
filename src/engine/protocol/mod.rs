//! The protocol between the front ends and the engine: commands, events, errors, options. The other
//! rooms of the engine may use it; it uses only their plain types.

mod address_preview;
pub(crate) mod authoring;
mod commands;
mod drafts;
mod error;
mod event;
mod find_replace;
mod locked_secrets;
mod opened_page;
mod options;
mod plan_decision;
mod queue;
pub(crate) mod rule_maintenance;
mod user_corrections;

pub use address_preview::{
    AddressPreview, FoundBoards, LinkedPage, NamedFeed, PreviewedKind, RefusedEngine, SearchDraft,
    SearchProposal, SourceChoice,
};
pub use commands::{
    AccountCommand, AccountDraft, AlertCommand, AlertEvent, AppliedFilter, AuthoringCommand,
    BackgroundJobKind, BackgroundJobProgress, Command, CookiesBrought, ExportCommand, ExportEvent,
    ExportJob, ImportedAccounts, ImportedProxies, LoginWindow, PageCommand, PageEgress, PageLogin,
    PagesOfVersions, PairedBrowserLine, ProjectCommand, ProxyCommand, ProxyDraft, ProxySource,
    ProxyTest, RecordPicture, RecordScreenshot, RereadCommand, RereadEvent, RerunDifference,
    RerunReport, RunCommand, SampleCommand, SavedExport, ScreenshotPart, SentPageCommand,
    SentPageId, SentPagesState, ServeCommand, ServeState, ShownCode, SiteBatch, SiteCommand,
    TaskCommand, TaskControl, TestAgainst, TextCommand, TextEvent, VersionPage, WaitingPage,
    WorkersRequest,
};
pub use drafts::SelectorDraft;
pub use error::EngineError;
pub(crate) use error::file_error;
pub use event::{AccountChoice, Event, PageTicket, RestoredRule, SelectionResult, ShownLogin};
pub use find_replace::FindReplace;
pub use locked_secrets::LockedSecrets;
pub use opened_page::{OpenedPage, PageWays, WayCost};
pub use options::EngineOptions;
pub use plan_decision::PlanDecision;
pub(crate) use queue::EventQueue;
pub use user_corrections::{SignalFile, TaughtPage};
