//! Commands about sites, their rules, and rulings on their pages.

use std::path::PathBuf;

use crate::protocol::{SearchDraft, SignalFile, TaughtPage};
use bowerbird_logic::model::{ExceptionId, RuleOrigin, SiteId, SiteSupervisionCommand, SourceKind};

/// A command about a site.
#[derive(Clone, Debug, PartialEq)]
pub enum SiteCommand {
    /// Adds a site by its rule file's text → `SitesChanged`.
    Add {
        /// The rule file.
        rule_toml: String,
        /// Its origin.
        origin: RuleOrigin,
    },
    /// Adds a site by a rule file, with the samples beside it → `SitesChanged`, `SamplesTaken`,
    /// `SamplesChanged`.
    AddRuleFile {
        /// The file.
        path: PathBuf,
    },
    /// Adds a site by its address alone, with a starter rule → `SitesChanged`.
    AddByUrl {
        /// The address.
        url: String,
    },
    /// Fetches the page at an address once, as robots.txt allows, and tells what can be collected
    /// from it → `SiteLooked`. Nothing is saved. A newer look ends the previous one.
    Look {
        /// Returned with the result.
        generation: u64,
        /// The address as typed.
        url: String,
    },
    /// Asks the robots.txt of search engines, and makes the rule of a search with those that allow it
    /// → `SearchProposed`. Nothing is saved.
    ProposeSearch {
        /// Returned with the result.
        generation: u64,
        /// The search.
        draft: SearchDraft,
    },
    /// Ends the current look without a result.
    StopLook,
    /// Adds what a look proposed → `SitesChanged`; a taken name is numbered.
    AddLooked {
        /// The name.
        name: String,
        /// The rule of the choice.
        rule_toml: String,
    },
    /// Gives a site that has no rule of its own yet the rule that was found for its page →
    /// `SitesChanged`; its name and its login stay.
    TakeRule {
        /// Which.
        site: SiteId,
        /// The rule that was found.
        rule_toml: String,
    },
    /// Adds a source → `SitesChanged`: `feed`, `sitemap`, a list of `pages`, a site to `crawl`.
    AddSource {
        /// The kind of the rule.
        kind: SourceKind,
        /// The source's own title; if blank, the site is named after its host.
        title: String,
        /// Its start addresses.
        urls: Vec<String>,
    },
    /// Replaces a site's rule → `SitesChanged`.
    Update {
        /// Which.
        site: SiteId,
        /// The rule file.
        rule_toml: String,
        /// Its origin.
        origin: RuleOrigin,
    },
    /// Lets a site begin at further pages, too → `SitesChanged`.
    AddStarts {
        /// Which.
        site: SiteId,
        /// The addresses.
        urls: Vec<String>,
    },
    /// Looks, as the site's account, whether the front page of its forum has boards that the site does
    /// not begin at → `BoardsFound` if it has.
    LookForBoards {
        /// Which.
        site: SiteId,
    },
    /// Restores an older version of a site's rule as its newest → `SitesChanged`.
    RestoreRule {
        /// Which site.
        site: SiteId,
        /// Number of the version.
        version: u32,
    },
    /// Removes a site with all it collected → `SitesChanged`, `RecordsChanged`.
    Remove {
        /// Which.
        site: SiteId,
    },
    /// Enables or disables a site → `SitesChanged`.
    Enable {
        /// Which.
        site: SiteId,
        /// On or off.
        enabled: bool,
    },
    /// Stores a ruling that a page of a site is not a block, or is one, for similar pages too →
    /// `SitesChanged`.
    TeachException(TaughtPage),
    /// Writes into a site's rule that it takes a part of its list on purpose → `SitesChanged`.
    AcceptPartialList {
        /// Which.
        site: SiteId,
    },
    /// Removes an exception → `SitesChanged`.
    ForgetException(ExceptionId),
    /// Stores or removes the project's own signals → `SitesChanged`.
    SetSignals(SignalFile),
    /// Executes a user's command for a site → `SitePhase`, `SitesChanged`, and the events of runs.
    Supervise {
        /// Which.
        site: SiteId,
        /// The command.
        order: SiteSupervisionCommand,
    },
    /// Changes several sites.
    Batch(SiteBatch),
}

impl SiteCommand {
    /// Whether it may change the project's automatic actions.
    pub(super) fn may_change_plan(&self) -> bool {
        match self {
            Self::Batch(batch) => batch.may_change_plan(),
            Self::Add { .. }
            | Self::AddRuleFile { .. }
            | Self::AddByUrl { .. }
            | Self::AddSource { .. }
            | Self::AddLooked { .. }
            | Self::TakeRule { .. }
            | Self::Update { .. }
            | Self::AddStarts { .. }
            | Self::RestoreRule { .. }
            | Self::Remove { .. } => true,
            Self::Enable { .. }
            | Self::Look { .. }
            | Self::ProposeSearch { .. }
            | Self::StopLook
            | Self::LookForBoards { .. }
            | Self::TeachException(_)
            | Self::AcceptPartialList { .. }
            | Self::ForgetException(_)
            | Self::SetSignals(_)
            | Self::Supervise { .. } => false,
        }
    }
}

/// A change of several sites. What a rule or tag would refuse is refused before the first site changes.
#[derive(Clone, Debug, PartialEq)]
pub enum SiteBatch {
    /// Pauses sites, with their runs → `SitesChanged`.
    Pause(Vec<SiteId>),
    /// Undoes a pause → `SitesChanged`, and the events of runs.
    Unpause {
        /// Those whose runs continue.
        running: Vec<SiteId>,
        /// Those that did not run.
        idle: Vec<SiteId>,
    },
    /// Enables or disables sites → `SitesChanged`.
    Enable {
        /// Which.
        sites: Vec<SiteId>,
        /// On or off.
        enabled: bool,
    },
    /// Sets the user's tags of sites → `TasksChanged`, `SitesChanged`.
    Tags(Vec<(SiteId, Vec<String>)>),
    /// Replaces the rules of sites → `SitesChanged`.
    Rules(Vec<(SiteId, String)>),
    /// Removes sites with all they collected → `SitesChanged`, `RecordsChanged`.
    Remove(Vec<SiteId>),
}

impl SiteBatch {
    /// Whether it may change the project's automatic actions.
    pub(super) fn may_change_plan(&self) -> bool {
        match self {
            Self::Tags(_) | Self::Rules(_) | Self::Remove(_) => true,
            Self::Pause(_) | Self::Unpause { .. } | Self::Enable { .. } => false,
        }
    }
}
