//! Whether refetched pages still read as stored, before anything is overwritten. Input:
//! refetched pages, one by one. Output: groups of them, accepted, or rejected if a redesign
//! explains the changes better than news.

use std::collections::VecDeque;

use jiff::Timestamp;

use crate::crawl::decide::OutcomeDecider;
use crate::crawl::decide::deferred_pages::HeldPage;
use crate::crawl::decide::rule_values::{listed, names, read_so_since};
use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::{Queued, QueuedState, RequestKind};
use bowerbird_logic::detect::{Listed, drift_of_renewed};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{EvidencePlace, PageState, Record, Verdict};

/// The number of pages judged together.
const GROUP: usize = 12;
/// Pages that read as before, after which a detected redesign is over.
const ENOUGH: usize = 3;
/// The number of pages from earlier groups that are judged with them.
const MOST: usize = 24;

/// The refetched pages of a run.
#[derive(Default)]
pub(in crate::crawl) struct RefetchedPages {
    held: Vec<HeldPage>,
    /// The last ones judged: stored and fetched version.
    pairs: VecDeque<(Listed, Listed)>,
    /// Since when the rule reads pages as it does now.
    since: Option<Timestamp>,
    /// Whether that was looked up.
    looked: bool,
    /// How they read differently.
    lost: Option<Message>,
}

impl RefetchedPages {
    /// The pages waiting to be judged.
    pub(in crate::crawl) fn held(&self) -> &[HeldPage] {
        &self.held
    }
}

impl OutcomeDecider {
    /// Whether a page is compared with its stored version.
    pub(in crate::crawl) fn is_renewal(queued: &Queued, reading: &Reading) -> bool {
        queued.again
            && queued.request.kind != RequestKind::List
            && !reading.found.yields.records.is_empty()
    }

    /// Adds a refetched page.
    pub(in crate::crawl) fn hold_renewed(
        &mut self,
        queued: Queued,
        reading: Reading,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        self.pages.renewed.held.push(HeldPage { queued, reading });
        if self.pages.renewed.held.len() >= GROUP {
            self.settle_renewed(frontier)?;
        }
        Ok(())
    }

    /// Accepts the refetched pages, or keeps the stored versions. Returns whether there were any.
    pub(in crate::crawl) fn settle_renewed(
        &mut self,
        frontier: &mut Frontier,
    ) -> Result<bool, EngineError> {
        let held = std::mem::take(&mut self.pages.renewed.held);
        let any = !held.is_empty();
        if any && !self.pages.renewed.looked {
            self.pages.renewed.looked = true;
            self.pages.renewed.since = self.reads_so_since();
        }
        let since = self.pages.renewed.since;
        if let Some(since) = since.filter(|_| any && self.pages.renewed.lost.is_none()) {
            self.judge_renewed(&held, since);
        }
        for page in held {
            if self.pages.renewed.lost.is_some() {
                self.leave_stored(page);
            } else {
                self.keep(page.queued, page.reading, frontier)?;
            }
        }
        Ok(any)
    }

    /// Compares the pages with their stored versions.
    fn judge_renewed(&mut self, held: &[HeldPage], since: Timestamp) {
        let own = names(self.run_context.rule.file());
        let (store, site) = (&self.run_context.engine.store, self.run_context.site);
        let stored = |record: &Record| {
            let known = tokio::task::block_in_place(|| store.records_of_address(&record.url));
            // Unreadable stored records are ignored.
            let known = known.unwrap_or_default().into_iter();
            let mut known = known.filter(|known| known.site == site);
            known.next().filter(|known| known.fetched_at >= since)
        };
        let pairs = held
            .iter()
            .flat_map(|page| &page.reading.found.yields.records);
        let pairs = pairs.filter_map(|record| {
            let before = stored(record)?;
            let named = |one: &Record| Listed {
                url: record.url.clone(),
                ..listed(one, &own)
            };
            Some((named(&before.record), named(record)))
        });
        let pairs: Vec<(Listed, Listed)> = pairs.collect();
        let renewed = &mut self.pages.renewed;
        renewed.pairs.extend(pairs);
        while renewed.pairs.len() > MOST {
            renewed.pairs.pop_front();
        }
        let (before, now): (Vec<Listed>, Vec<Listed>) = renewed.pairs.iter().cloned().unzip();
        renewed.lost = drift_of_renewed(&before, &now);
        if renewed.lost.is_none() && before.len() >= ENOUGH {
            self.pages.read_as_before();
        }
        if let Some(why) = self.pages.renewed.lost.clone() {
            let url = held.first().map(|page| page.queued.request.url.clone());
            let here = || (why, url.unwrap_or_default());
            self.tally.drifted.get_or_insert_with(here);
        }
    }

    /// Keeps the stored version of a page; the new page is stored as evidence.
    fn leave_stored(&mut self, page: HeldPage) {
        let HeldPage { queued, reading } = page;
        let matched = reading
            .found
            .yields
            .records
            .first()
            .map(|record| record.title.clone());
        let verdict = Verdict::by_signal(
            PageState::LayoutChanged,
            "pages-drift",
            EvidencePlace::Rule,
            matched.as_deref().unwrap_or_default(),
        );
        self.keep_stored();
        self.push_outcome(queued, reading.refused(verdict), QueuedState::Failed);
    }

    /// Since when the rule reads pages as it does now.
    fn reads_so_since(&self) -> Option<Timestamp> {
        let (store, site) = (&self.run_context.engine.store, self.run_context.site);
        let file = self.run_context.rule.file();
        tokio::task::block_in_place(|| read_so_since(store, site, file))
    }
}
