//! Sources: which further documents are requested, which records of a list are new, how far APIs
//! were read, which parts of a site are traps.

use std::collections::HashMap;

use super::Discovery;
use crate::crawl::read::Reading;
use crate::crawl::start_pages::{note_newest, start_number};
use crate::protocol::EngineError;
use bowerbird_io::store::{NewRequest, Queued, RequestKind, Store};
use bowerbird_logic::model::SiteId;
use bowerbird_logic::rules::later_key;
use bowerbird_logic::sources::Traps;
use url::Url;

/// A run's state of its sources.
#[derive(Default)]
pub(super) struct Sources {
    traps: Traps,
    /// The newest key of each start address.
    newest: HashMap<u32, String>,
}

impl Sources {
    /// The trap state of the run that this one continues; a fresh run has none.
    pub(super) fn load(store: &Store, site: SiteId, resumed: bool) -> Result<Self, EngineError> {
        let mut sources = Self::default();
        let kept = store.setting(&traps_key(site))?.unwrap_or_default();
        if resumed {
            sources.traps.restore(&kept);
        } else if !kept.is_empty() {
            store.set_setting(&traps_key(site), "")?;
        }
        Ok(sources)
    }
}

fn traps_key(site: SiteId) -> String {
    format!("traps:{site}")
}

impl Discovery {
    /// The further documents to request; records them.
    pub(super) fn further(&mut self, further: Vec<NewRequest>) -> Vec<NewRequest> {
        further
            .into_iter()
            .filter(|request| self.lists.is_new(&request.url))
            .collect()
    }

    /// Whether any record of a list is not stored yet.
    pub(super) fn any_record_new(&self, reading: &Reading) -> Result<bool, EngineError> {
        if reading.found.yields.records.is_empty() {
            return Ok(false);
        }
        let urls: Vec<&str> = reading
            .found
            .yields
            .records
            .iter()
            .map(|r| r.url.as_str())
            .collect();
        let store = &self.run_context.engine.store;
        let known =
            tokio::task::block_in_place(|| store.settled_records(self.run_context.site, &urls))?;
        Ok(known < urls.len())
    }

    /// Records how far an API was read.
    pub(super) fn note_newest(&mut self, queued: &Queued, newest: Option<String>) {
        let Some(newest) = newest.filter(|_| self.run_context.rule.asks_newer()) else {
            return;
        };
        let start = start_number(&self.run_context.rule, queued.request.position.page);
        let known = self.sources.newest.entry(start).or_default();
        *known = later_key(known, &newest).to_owned();
    }

    /// Stores how far APIs were read, for the next run.
    pub(in crate::crawl) fn keep_newest(&self) -> Result<(), EngineError> {
        let Some(newest) = (!self.sources.newest.is_empty()).then_some(&self.sources.newest) else {
            return Ok(());
        };
        for (start, number) in self.run_context.rule.start().zip(0_u32..) {
            if let Some(key) = newest.get(&number) {
                note_newest(
                    &self.run_context.engine.store,
                    self.run_context.site,
                    &start,
                    key,
                )?;
            }
        }
        Ok(())
    }

    /// Drops links of a crawl that lead into traps. Partial trap evidence is stored at once, so
    /// that a run that continues after this one was killed does not start over.
    pub(super) fn leave_traps(
        &mut self,
        queued: &Queued,
        reading: &mut Reading,
    ) -> Result<(), EngineError> {
        if queued.request.kind != RequestKind::Page {
            return Ok(());
        }
        let traps = &mut self.sources.traps;
        if let (Some(said), Ok(here)) = (&reading.found.said, Url::parse(&reading.url)) {
            let repeats = traps.note(&here, said.text);
            if repeats | traps.note_words(&here, &said.words) {
                tracing::info!(url = %here, "pages like this one repeat; no more of them are asked for");
            }
        }
        reading.found.yields.requests.retain(|request| {
            request.kind != RequestKind::Page
                || Url::parse(&request.url).is_ok_and(|url| traps.admits(&url))
        });
        if let Some(kept) = traps.changes() {
            let store = &self.run_context.engine.store;
            let key = traps_key(self.run_context.site);
            tokio::task::block_in_place(|| store.set_setting(&key, &kept))?;
        }
        Ok(())
    }
}
