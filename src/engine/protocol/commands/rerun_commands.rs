//! Rerun commands of the front ends besides applying a rule, and their reports.

use bowerbird_logic::authoring::samples::{Comparison, Difference};
use serde::Serialize;

use bowerbird_io::store::RevertedRecords;
use bowerbird_logic::model::SiteId;

/// A command about a rule on stored pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RereadCommand {
    /// Reports what a rule would change, without changing anything → `Rerun`. `Stop` stops it.
    Preview {
        /// The site.
        site: SiteId,
        /// The rule file's text; the site's rule if `None`.
        rule_toml: Option<String>,
    },
    /// Restores the records that the last `Rerun` of the site changed → `Reread`, `SitesChanged`,
    /// `RecordsChanged`.
    TakeBack {
        /// The site.
        site: SiteId,
    },
}

/// Its reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RereadEvent {
    /// Records were restored.
    Reverted {
        /// The site.
        site: SiteId,
        /// The restored records.
        taken: RevertedRecords,
    },
}

/// A difference and its record.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RerunDifference {
    /// Address of the record, as it is stored.
    pub url: String,
    /// What differs.
    #[serde(flatten)]
    pub difference: Difference,
}

/// The progress and results of a rerun.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RerunReport {
    /// Stored pages of the site.
    pub pages: u64,
    /// Those read so far.
    pub pages_done: u64,
    /// Pages without results of the rule; their records stay as they are.
    pub pages_unfit: u64,
    /// Records with different values.
    pub records_changed: u64,
    /// Records that the rule did not yield before.
    pub records_new: u64,
    /// Records that the rule no longer yields.
    pub records_lost: u64,
    /// Records whose text would lose more than half.
    pub texts_shortened: u64,
    /// Counts by field.
    pub comparison: Comparison,
    /// The first differences of each field.
    pub differences: Vec<RerunDifference>,
    /// Whether it was cancelled.
    pub cancelled: bool,
}
