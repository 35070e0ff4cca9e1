//! Pages whose outcome waits until more is known of the site: refused while it answered others, list
//! pages that came as another one has, pages of a host that cannot be reached. Flows in: such pages.
//! Flows out: the same, when somebody asks for them.

use super::outages::Outages;
use crate::crawl::read::Reading;
use bowerbird_io::store::Queued;

/// Snapshots of refused pages that are held in memory at most.
const MAX_HELD: usize = 20;

/// A request whose outcome waits, with the answer that led there.
pub(in crate::crawl) struct Aside {
    pub(in crate::crawl) queued: Queued,
    pub(in crate::crawl) reading: Reading,
}

impl Aside {
    /// Whether the site kept us out.
    pub(in crate::crawl) fn is_refused(&self) -> bool {
        self.reading.state().is_block()
    }
}

/// The pages that wait.
#[derive(Default)]
pub(in crate::crawl) struct Deferred {
    refused: Vec<Aside>,
    /// Further list pages that came as another one has: the end of a list, or a block.
    lists: Vec<Aside>,
    pub(in crate::crawl) down: Outages,
}

impl Deferred {
    /// A page that the site refused while it answered others.
    pub(in crate::crawl) fn hold_refused(&mut self, queued: Queued, mut reading: Reading) {
        if self.refused.len() >= MAX_HELD {
            reading.answer.snapshots.clear();
        }
        self.refused.push(Aside { queued, reading });
    }

    /// A list page that came as another one has.
    pub(in crate::crawl) fn hold_list(&mut self, aside: Aside) {
        self.lists.push(aside);
    }

    /// Whether a page waits because the site kept us out.
    pub(in crate::crawl) fn any_refused(&self) -> bool {
        self.refused.iter().any(Aside::is_refused)
    }

    /// List pages, and those that the site keeps us from: they may come to somebody else.
    pub(in crate::crawl) fn take_for_other_exit(&mut self) -> Vec<Aside> {
        let mut taken = self.take_lists();
        let all = std::mem::take(&mut self.refused).into_iter();
        let (refused, rest): (Vec<_>, Vec<_>) = all.partition(Aside::is_refused);
        self.refused = rest;
        taken.extend(refused);
        taken
    }

    /// The list pages.
    pub(in crate::crawl) fn take_lists(&mut self) -> Vec<Aside> {
        std::mem::take(&mut self.lists)
    }

    /// The refused pages.
    pub(in crate::crawl) fn take_refused(&mut self) -> Vec<Aside> {
        std::mem::take(&mut self.refused)
    }

    /// All pages.
    pub(in crate::crawl) fn take_all(&mut self) -> Vec<Aside> {
        let mut all = self.take_refused();
        all.extend(self.take_lists());
        all.extend(self.down.take());
        all
    }

    /// All that wait.
    pub(in crate::crawl) fn iter(&self) -> impl Iterator<Item = &Aside> {
        self.refused
            .iter()
            .chain(&self.lists)
            .chain(self.down.held())
    }
}
