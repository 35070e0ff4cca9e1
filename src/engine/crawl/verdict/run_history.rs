//! A run's history of its site and its own answers, shared by the threads that read them.

use super::body_hashes::Bodies;
use super::first_pages::FirstPages;
use super::site_history::SiteHistory;
use crate::crawl::run_context::RunContext;
use bowerbird_io::store::StoreReader;
use bowerbird_logic::detect::PageSort;
use bowerbird_logic::model::SiteId;

/// The history of a run.
pub(in crate::crawl) struct RunHistory {
    pub(super) store: StoreReader,
    pub(super) site: SiteId,
    /// Whether the site has yielded records before: then a list without items is suspicious.
    pub(super) had_records: bool,
    pub(super) bodies: Bodies,
    pub(super) firsts: FirstPages,
    pub(super) of_site: SiteHistory,
}

impl RunHistory {
    /// The history of a run that starts.
    pub(in crate::crawl) fn of(run_context: &RunContext) -> Self {
        let (store, site) = (&run_context.engine.store, run_context.site);
        Self {
            store: StoreReader::clone(store),
            site,
            had_records: run_context.had_records,
            bodies: Bodies::default(),
            firsts: FirstPages::default(),
            of_site: SiteHistory::of(store, site),
        }
    }

    /// Whether pages of that kind usually yielded something.
    pub(in crate::crawl) fn used_to_yield(&self, sort: PageSort) -> bool {
        self.had_records || self.of_site.used_to_yield(sort)
    }

    /// Stores what was recorded of the site since the last call.
    pub(in crate::crawl) fn keep(&self) {
        self.of_site.keep();
    }
}
