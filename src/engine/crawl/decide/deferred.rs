//! Pages that the site refused while it answered others: set aside, and asked for again when the site
//! is asked as somebody else.

use crate::crawl::read::Reading;
use crate::crawl::run::site_run::{Aside, SiteRun};
use bowerbird_io::store::Queued;

/// Snapshots of pages set aside that are held in memory at most.
const MAX_HELD: usize = 20;

impl SiteRun {
    /// Sets a page aside.
    pub(in crate::crawl) fn set_aside(&mut self, queued: Queued, mut reading: Reading) {
        if self.set_aside.len() >= MAX_HELD {
            reading.answer.snapshots.clear();
        }
        self.set_aside.push(Aside { queued, reading });
    }

    /// Pages refused before may come by another way out, or to another visitor.
    pub(in crate::crawl) fn ask_refused_again(&mut self) {
        for aside in std::mem::take(&mut self.held_lists) {
            self.put_back(aside.queued, aside.reading);
        }
        let asides = std::mem::take(&mut self.set_aside);
        for aside in asides {
            if aside.is_refused() {
                self.put_back(aside.queued, aside.reading);
            } else {
                self.set_aside.push(aside);
            }
        }
    }
}
