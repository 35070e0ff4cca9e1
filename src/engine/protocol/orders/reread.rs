//! What the faces may ask of a changed rule over stored pages, beside applying it, and what they are
//! told.

use bowerbird_logic::samples::{Comparison, Difference};
use serde::Serialize;

use bowerbird_io::store::RevertedRecords;
use bowerbird_logic::model::SiteId;

/// A command about a rule over stored pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RereadOrder {
    /// Tells what a rule would change, and changes nothing → `Rerun`. `Stop` stops it.
    Preview {
        /// Which site's pages.
        site: SiteId,
        /// The rule file's text; the site's rule without it.
        rule_toml: Option<String>,
    },
    /// Puts the records back that the last `Rerun` of the site changed → `Reread`, `SitesChanged`,
    /// `RecordsChanged`.
    TakeBack {
        /// Which site.
        site: SiteId,
    },
}

/// What is reported of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RereadNews {
    /// Records were put back.
    RevertedRecords {
        /// Of which site.
        site: SiteId,
        /// How many.
        taken: RevertedRecords,
    },
}

/// A difference and the record it is of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RerunDifference {
    /// Address of the record, as it is stored.
    pub url: String,
    /// What differs.
    #[serde(flatten)]
    pub difference: Difference,
}

/// How far it is and what was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RerunReport {
    /// Stored pages of the site.
    pub pages: u64,
    /// Those read so far.
    pub pages_done: u64,
    /// Pages on which the rule yields nothing; their records stay as they are.
    pub pages_unfit: u64,
    /// Records with other values.
    pub records_changed: u64,
    /// Records that the rule did not yield before.
    pub records_new: u64,
    /// Records that the rule no longer yields.
    pub records_lost: u64,
    /// Counts by field.
    pub comparison: Comparison,
    /// The first differences of each field.
    pub differences: Vec<RerunDifference>,
    /// Whether it was cancelled.
    pub cancelled: bool,
}
