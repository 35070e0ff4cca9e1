//! The commands of the front ends, in groups, with what the engine reports on them: each is handled in one
//! place of the controller.

mod account;
mod alert;
mod authoring;
mod export;
mod page;
mod project;
mod proxy;
mod rerun_commands;
mod run;
mod sample;
mod site;
mod task;
mod task_control;
mod text;

pub use account::{AccountCommand, AccountDraft, CookiesBrought, ImportedAccounts, LoginWindow};
pub use alert::{AlertCommand, AlertEvent};
pub use authoring::AuthoringCommand;
pub use export::{
    AppliedFilter, BackgroundJobKind, BackgroundJobProgress, ExportCommand, ExportEvent, ExportJob,
    SavedExport,
};
pub use page::{
    PageCommand, PageEgress, PageLogin, PairedBrowserLine, SentPageCommand, SentPageId,
    SentPagesState, ShownCode, WaitingPage,
};
pub use project::{ProjectCommand, ServeCommand, ServeState, WorkersRequest};
pub use proxy::{ImportedProxies, ProxyCommand, ProxyDraft, ProxySource, ProxyTest, TestAgainst};
pub use rerun_commands::{RereadCommand, RereadEvent, RerunDifference, RerunReport};
pub use run::RunCommand;
pub use sample::SampleCommand;
pub use site::{SiteBatch, SiteCommand};
pub use task::TaskCommand;
pub use task_control::TaskControl;
pub use text::{
    PagesOfVersions, RecordPicture, RecordScreenshot, ScreenshotPart, TextCommand, TextEvent,
    VersionPage,
};

/// A command. Every command leads to events; a failing one to [`super::Event::CommandFailed`].
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "few commands exist at a time, each for a moment"
)]
pub enum Command {
    /// About sites, their rules, and rulings on their pages.
    Site(SiteCommand),
    /// About runs, and reruns over stored pages.
    Run(RunCommand),
    /// About open pages.
    Page(PageCommand),
    /// About draft rules.
    Authoring(AuthoringCommand),
    /// About samples.
    Sample(SampleCommand),
    /// About tasks and the scheduler.
    Task(TaskCommand),
    /// About exports and the project's storage → `Exports`.
    Exports(ExportCommand),
    /// About the proxy pool.
    Proxies(ProxyCommand),
    /// About texts: marks, saved searches, reposts, summaries → `Texts`.
    Texts(TextCommand),
    /// About the account pool.
    Accounts(AccountCommand),
    /// About alerts: conditions, channels, tests → `Alerts`.
    Alerts(AlertCommand),
    /// About the project as a whole.
    Project(ProjectCommand),
}

impl Command {
    /// Whether it may change the project's automatic actions. Page commands arrive many times a
    /// second, and reading the plan is expensive.
    pub(crate) fn may_change_plan(&self) -> bool {
        match self {
            Self::Site(command) => command.may_change_plan(),
            Self::Task(command) => command.may_change_plan(),
            Self::Project(command) => command.may_change_plan(),
            Self::Proxies(_) | Self::Accounts(_) | Self::Alerts(_) => true,
            Self::Exports(order) => {
                matches!(
                    order,
                    ExportCommand::Save { .. } | ExportCommand::Remove { .. }
                )
            }
            Self::Texts(order) => matches!(order, TextCommand::SummaryService(_)),
            Self::Run(_) | Self::Page(_) | Self::Authoring(_) | Self::Sample(_) => false,
        }
    }
}
