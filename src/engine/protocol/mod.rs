//! The protocol between the front ends and the engine: commands, events, errors, options. The other
//! rooms of the engine may use it; it uses only their plain types.

pub(crate) mod authoring;
mod commands;
mod drafts;
mod error;
mod event;
mod judgement;
mod locked_secrets;
mod options;
mod orders;
mod plan_decision;
mod queue;
pub(crate) mod rule_maintenance;
mod site_look;

pub use commands::{
    AuthoringCommand, Command, PageCommand, PageEgress, PageLogin, ProjectCommand, RunCommand,
    SampleCommand, SiteCommand, TaskCommand,
};
pub use drafts::SelectorDraft;
pub use error::EngineError;
pub(crate) use error::file_error;
pub use event::{
    Event, OpenedPage, PageTicket, RestoredRule, SelectionResult, ShownAs, ShownLogin,
};
pub use judgement::{SignalFile, TaughtPage};
pub use locked_secrets::LockedSecrets;
pub use options::EngineOptions;
pub use orders::account::{AccountDraft, AccountOrder, CookiesBrought, ImportedAccounts};
pub use orders::alert::{AlertEvent, AlertOrder};
pub use orders::export::{
    ErrandKind, ErrandProgress, ExportJob, ExportNews, ExportOrder, SavedExport,
};
pub use orders::proxy::{
    ImportedProxies, ProxyDraft, ProxyOrder, ProxySource, ProxyTest, TestAgainst,
};
pub use orders::reread::{RereadNews, RereadOrder, RerunDifference, RerunReport};
pub use orders::task::TaskOrder;
pub use orders::text::{RecordPicture, TextEvent, TextOrder};
pub use plan_decision::PlanDecision;
pub(crate) use queue::EventQueue;
pub use site_look::{LookedKind, NamedFeed, SiteLook, SourceChoice};
