//! The protocol between the front ends and the engine: commands, events, errors, options. The other
//! rooms of the engine may use it; it uses only their plain types.

mod address_preview;
pub(crate) mod authoring;
mod commands;
mod drafts;
mod error;
mod event;
mod locked_secrets;
mod options;
mod part_commands;
mod plan_decision;
mod queue;
pub(crate) mod rule_maintenance;
mod user_corrections;

pub use address_preview::{AddressPreview, NamedFeed, PreviewedKind, SourceChoice};
pub use commands::{
    AuthoringCommand, Command, PageCommand, PageEgress, PageLogin, ProjectCommand, RunCommand,
    SampleCommand, SiteCommand, TaskCommand,
};
pub use drafts::SelectorDraft;
pub use error::EngineError;
pub(crate) use error::file_error;
pub use event::{
    AccountChoice, Event, OpenedPage, PageTicket, RestoredRule, SelectionResult, ShownLogin,
};
pub use locked_secrets::LockedSecrets;
pub use options::EngineOptions;
pub use part_commands::account::{AccountCommand, AccountDraft, CookiesBrought, ImportedAccounts};
pub use part_commands::alert::{AlertCommand, AlertEvent};
pub use part_commands::export::{
    BackgroundJobKind, BackgroundJobProgress, ExportCommand, ExportEvent, ExportJob, SavedExport,
};
pub use part_commands::proxy::{
    ImportedProxies, ProxyCommand, ProxyDraft, ProxySource, ProxyTest, TestAgainst,
};
pub use part_commands::rerun_commands::{RereadCommand, RereadEvent, RerunDifference, RerunReport};
pub use part_commands::task::TaskControl;
pub use part_commands::text::{RecordPicture, TextCommand, TextEvent};
pub use plan_decision::PlanDecision;
pub(crate) use queue::EventQueue;
pub use user_corrections::{SignalFile, TaughtPage};
