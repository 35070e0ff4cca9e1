//! Pages whose outcome is deferred until more is known about the site: refused while it answered
//! others, list pages identical to an earlier one, pages of an unreachable host. Input: such
//! pages. Output: the same, on request. Pages that are missing in several runs are in
//! `site_status::missing_pages`.

pub(in crate::crawl) mod outages;
pub(in crate::crawl) mod renewed_pages;
mod repeated_first_pages;

use jiff::Timestamp;

use super::OutcomeDecider;
use crate::crawl::read::Reading;
use crate::protocol::EngineError;
use bowerbird_io::frontier::Frontier;
use bowerbird_io::store::Queued;
use outages::Outages;
use repeated_first_pages::is_first_again;

/// The maximum number of snapshots of refused pages held in memory.
const MAX_HELD: usize = 20;

/// A request whose outcome is deferred, with its answer.
pub(in crate::crawl) struct HeldPage {
    pub(in crate::crawl) queued: Queued,
    pub(in crate::crawl) reading: Reading,
}

impl HeldPage {
    /// Whether the site blocked us.
    pub(in crate::crawl) fn is_refused(&self) -> bool {
        self.reading.state().is_block()
    }
}

/// The deferred pages.
#[derive(Default)]
pub(in crate::crawl) struct Deferred {
    refused: Vec<HeldPage>,
    /// Further list pages identical to an earlier one: the end of a list, or a block.
    lists: Vec<HeldPage>,
    pub(in crate::crawl) down: Outages,
}

impl Deferred {
    /// Holds a page that the site refused while it answered others.
    pub(in crate::crawl) fn hold_refused(&mut self, queued: Queued, mut reading: Reading) {
        if self.refused.len() >= MAX_HELD {
            reading.answer.snapshots.clear();
        }
        self.refused.push(HeldPage { queued, reading });
    }

    /// Holds a list page identical to an earlier one.
    pub(in crate::crawl) fn hold_list(&mut self, page: HeldPage) {
        self.lists.push(page);
    }

    /// Whether a page is deferred because the site blocked us.
    pub(in crate::crawl) fn any_refused(&self) -> bool {
        self.refused.iter().any(HeldPage::is_refused)
    }

    /// Takes list pages, and the refused pages that `may_come`, that is, that another visitor may get.
    pub(in crate::crawl) fn take_for_other_route(
        &mut self,
        may_come: impl FnMut(&HeldPage) -> bool,
    ) -> Vec<HeldPage> {
        let mut taken = self.take_lists();
        let all = std::mem::take(&mut self.refused).into_iter();
        let (refused, rest): (Vec<_>, Vec<_>) = all.partition(may_come);
        self.refused = rest;
        taken.extend(refused);
        taken
    }

    /// Takes the list pages.
    pub(in crate::crawl) fn take_lists(&mut self) -> Vec<HeldPage> {
        std::mem::take(&mut self.lists)
    }

    /// The refused pages.
    pub(in crate::crawl) fn refused(&self) -> impl Iterator<Item = &HeldPage> {
        self.refused.iter()
    }

    /// Takes the refused pages.
    pub(in crate::crawl) fn take_refused(&mut self) -> Vec<HeldPage> {
        std::mem::take(&mut self.refused)
    }

    /// Takes all pages.
    pub(in crate::crawl) fn take_all(&mut self) -> Vec<HeldPage> {
        let mut all = self.take_refused();
        all.extend(self.take_lists());
        all.extend(self.down.take());
        all
    }

    /// All deferred pages.
    pub(in crate::crawl) fn iter(&self) -> impl Iterator<Item = &HeldPage> {
        self.refused
            .iter()
            .chain(&self.lists)
            .chain(self.down.held())
    }
}

impl OutcomeDecider {
    /// Settles list pages identical to earlier ones, once no block explains them: they are genuine.
    /// Returns whether there were any.
    pub(in crate::crawl) fn settle_lists(
        &mut self,
        frontier: &mut Frontier,
    ) -> Result<bool, EngineError> {
        let held = self.deferred.take_lists();
        let any = !held.is_empty();
        for page in held {
            match is_first_again(page.reading.verdict()) {
                true => self.settle_first_again(page, frontier)?,
                false => self.keep(page.queued, page.reading, frontier)?,
            }
        }
        Ok(self.settle_renewed(frontier)? || any)
    }

    /// The number of deferred pages.
    pub(in crate::crawl) fn held_pages(&self) -> u64 {
        u64::try_from(self.held().count()).unwrap_or(u64::MAX)
    }

    /// Lets the run request refused pages again, through the next proxy of the pool. Returns
    /// whether there was one.
    pub(in crate::crawl) fn ask_through_next_proxy(
        &mut self,
        now: Timestamp,
    ) -> Result<bool, EngineError> {
        if !self.deferred.any_refused()
            || self.egress.proxies_left(now)? == 0
            || self.egress.switch_proxy(now)?.is_none()
        {
            return Ok(false);
        }
        self.ask_refused_again();
        Ok(true)
    }

    /// Queues all deferred pages for the next run.
    pub(in crate::crawl) fn put_all_back(
        &mut self,
        frontier: &mut Frontier,
    ) -> Result<(), EngineError> {
        self.settle_renewed(frontier)?;
        for page in self.deferred.take_all() {
            self.put_back(page.queued, page.reading);
        }
        Ok(())
    }
}
