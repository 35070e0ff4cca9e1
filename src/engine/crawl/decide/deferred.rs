//! Pages whose outcome is deferred until more is known about the site: refused while it answered
//! others, list pages identical to an earlier one, pages of an unreachable host. Input: such
//! pages. Output: the same, on request.

use super::outages::Outages;
use crate::crawl::read::Reading;
use bowerbird_io::store::Queued;

/// The maximum number of snapshots of refused pages held in memory.
const MAX_HELD: usize = 20;

/// A request whose outcome is deferred, with its answer.
pub(in crate::crawl) struct Aside {
    pub(in crate::crawl) queued: Queued,
    pub(in crate::crawl) reading: Reading,
}

impl Aside {
    /// Whether the site blocked us.
    pub(in crate::crawl) fn is_refused(&self) -> bool {
        self.reading.state().is_block()
    }
}

/// The deferred pages.
#[derive(Default)]
pub(in crate::crawl) struct Deferred {
    refused: Vec<Aside>,
    /// Further list pages identical to an earlier one: the end of a list, or a block.
    lists: Vec<Aside>,
    pub(in crate::crawl) down: Outages,
}

impl Deferred {
    /// Holds a page that the site refused while it answered others.
    pub(in crate::crawl) fn hold_refused(&mut self, queued: Queued, mut reading: Reading) {
        if self.refused.len() >= MAX_HELD {
            reading.answer.snapshots.clear();
        }
        self.refused.push(Aside { queued, reading });
    }

    /// Holds a list page identical to an earlier one.
    pub(in crate::crawl) fn hold_list(&mut self, aside: Aside) {
        self.lists.push(aside);
    }

    /// Whether a page is deferred because the site blocked us.
    pub(in crate::crawl) fn any_refused(&self) -> bool {
        self.refused.iter().any(Aside::is_refused)
    }

    /// Takes list pages, and those that the site blocks: another visitor may get them.
    pub(in crate::crawl) fn take_for_other_exit(&mut self) -> Vec<Aside> {
        let mut taken = self.take_lists();
        let all = std::mem::take(&mut self.refused).into_iter();
        let (refused, rest): (Vec<_>, Vec<_>) = all.partition(Aside::is_refused);
        self.refused = rest;
        taken.extend(refused);
        taken
    }

    /// Takes the list pages.
    pub(in crate::crawl) fn take_lists(&mut self) -> Vec<Aside> {
        std::mem::take(&mut self.lists)
    }

    /// Takes the refused pages.
    pub(in crate::crawl) fn take_refused(&mut self) -> Vec<Aside> {
        std::mem::take(&mut self.refused)
    }

    /// Takes all pages.
    pub(in crate::crawl) fn take_all(&mut self) -> Vec<Aside> {
        let mut all = self.take_refused();
        all.extend(self.take_lists());
        all.extend(self.down.take());
        all
    }

    /// All deferred pages.
    pub(in crate::crawl) fn iter(&self) -> impl Iterator<Item = &Aside> {
        self.refused
            .iter()
            .chain(&self.lists)
            .chain(self.down.held())
    }
}
