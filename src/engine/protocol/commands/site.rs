//! Commands about sites, their rules, and what people say of their pages.

use std::path::PathBuf;

use crate::protocol::{SignalFile, TaughtPage};
use bowerbird_logic::model::{ExceptionId, RuleOrigin, SiteId, SiteOrder, SourceKind};

/// A command about a site.
#[derive(Clone, Debug, PartialEq)]
pub enum SiteCommand {
    /// Adds a site by its rule file's text → `SitesChanged`.
    Add {
        /// The rule file.
        rule_toml: String,
        /// Where it comes from.
        origin: RuleOrigin,
    },
    /// Adds a site by a rule file, with the samples beside it → `SitesChanged`, `SamplesTaken`,
    /// `SamplesChanged`.
    AddRuleFile {
        /// The file.
        path: PathBuf,
    },
    /// Adds a site known only by its address, with a starter rule → `SitesChanged`.
    AddByUrl {
        /// The address.
        url: String,
    },
    /// Adds a source → `SitesChanged`: `feed`, `sitemap`, `pages` visited, a site to `crawl`.
    AddSource {
        /// The kind of the rule.
        kind: SourceKind,
        /// What the source calls itself; the site is named after its host where that is blank.
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
        /// Where it comes from.
        origin: RuleOrigin,
    },
    /// Takes up an older version of a site's rule again, as its newest → `SitesChanged`.
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
    /// Teaches that a page of a site is no block, or is one, and so its like → `SitesChanged`.
    TeachException(TaughtPage),
    /// Forgets an exception → `SitesChanged`.
    ForgetException(ExceptionId),
    /// Keeps or removes signals of the project's own → `SitesChanged`.
    SetSignals(SignalFile),
    /// Does what a person wants about a site → `SitePhase`, `SitesChanged`, and what runs report.
    Supervise {
        /// Which.
        site: SiteId,
        /// What.
        order: SiteOrder,
    },
}

impl SiteCommand {
    /// Whether it may change what the project does by itself.
    pub(super) fn may_change_plan(&self) -> bool {
        match self {
            Self::Add { .. }
            | Self::AddRuleFile { .. }
            | Self::AddByUrl { .. }
            | Self::AddSource { .. }
            | Self::Update { .. }
            | Self::RestoreRule { .. }
            | Self::Remove { .. } => true,
            Self::Enable { .. }
            | Self::TeachException(_)
            | Self::ForgetException(_)
            | Self::SetSignals(_)
            | Self::Supervise { .. } => false,
        }
    }
}
