//! The views of the window: their order in the rail, their names in the settings, and the command that
//! shows each.

use super::UiCommand;

/// The views, in the order of the rail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum View {
    /// An overview of the state of all sites.
    Monitor,
    /// Sites and their rules.
    #[default]
    Sites,
    /// Page, rule and data side by side.
    Workbench,
    /// Scheduled tasks.
    Tasks,
    /// Records.
    Results,
    /// What changed in them.
    Changes,
    /// The proxy pool.
    Proxies,
    /// The account pool.
    Accounts,
    /// Runs and their pages.
    Runs,
    /// Language, theme, project.
    Settings,
    /// The log.
    Log,
}

impl View {
    /// Every view, in the order of the rail.
    pub const ALL: [Self; 11] = [
        Self::Monitor,
        Self::Sites,
        Self::Workbench,
        Self::Tasks,
        Self::Results,
        Self::Changes,
        Self::Proxies,
        Self::Accounts,
        Self::Runs,
        Self::Settings,
        Self::Log,
    ];

    /// Its key in the layout.
    pub fn key(self) -> &'static str {
        match self {
            Self::Monitor => "monitor",
            Self::Sites => "sites",
            Self::Workbench => "workbench",
            Self::Tasks => "tasks",
            Self::Results => "results",
            Self::Changes => "changes",
            Self::Proxies => "proxies",
            Self::Accounts => "accounts",
            Self::Runs => "runs",
            Self::Settings => "settings",
            Self::Log => "log",
        }
    }

    /// The command that shows it.
    pub fn command(self) -> UiCommand {
        match self {
            Self::Monitor => UiCommand::ShowMonitor,
            Self::Sites => UiCommand::ShowSites,
            Self::Workbench => UiCommand::ShowWorkbench,
            Self::Tasks => UiCommand::ShowTasks,
            Self::Results => UiCommand::ShowResults,
            Self::Changes => UiCommand::ShowChanges,
            Self::Proxies => UiCommand::ShowProxies,
            Self::Accounts => UiCommand::ShowAccounts,
            Self::Runs => UiCommand::ShowRuns,
            Self::Settings => UiCommand::ShowSettings,
            Self::Log => UiCommand::ShowLog,
        }
    }
}
