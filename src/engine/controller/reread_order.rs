//! What the faces may ask of a changed rule over stored pages, beside applying it, and what they are
//! told.

use serde::{Deserialize, Serialize};

use bowerbird_io::store::TakenBack;
use bowerbird_logic::model::SiteId;

/// A command about a rule over stored pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// What is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RereadNews {
    /// Records were put back.
    TakenBack {
        /// Of which site.
        site: SiteId,
        /// How many.
        taken: TakenBack,
    },
}
