//! All runs at once: stopped, paused, and gone on with. Flows in: a decision of the user. Flows out:
//! orders about the single sites, and a queue that is held. Tasks that are due meanwhile wait in it.

use super::run_queue::Runs;
use crate::controller::hub::Hub;
use crate::protocol::EngineError;
use bowerbird_logic::model::{SiteId, SiteOrder};

impl Hub {
    /// Holds all runs, or lets those that it held go on.
    pub(in crate::controller) fn hold_all(&mut self, on: bool) -> Result<(), EngineError> {
        self.runs.held = on;
        if on {
            // What is being cancelled ends for good: there is nothing that could go on later.
            let running = self.runs.active.keys().copied();
            let running: Vec<SiteId> = running
                .filter(|site| !self.runs.is_being_cancelled(*site))
                .collect();
            for site in running {
                self.order(site, SiteOrder::Pause)?;
                self.runs.paused_by_hold.insert(site);
            }
            return Ok(());
        }
        for site in std::mem::take(&mut self.runs.paused_by_hold) {
            // Another hand may have resumed or removed it.
            let site = self.context.store.site(site)?.filter(|site| site.paused);
            if let Some(site) = site {
                self.order(site.id, SiteOrder::Resume)?;
            }
        }
        self.runs.start_next();
        Ok(())
    }
}

impl Runs {
    /// Stops all runs.
    pub(in crate::controller) fn stop_all(&mut self) {
        for active in self.active.values() {
            active.stop.stop();
            active.exports.stop();
        }
        self.empty_queue();
    }

    /// Stops all runs when the pages under way are stored.
    pub(in crate::controller) fn finish_all(&mut self) {
        for active in self.active.values() {
            active.stop.finish();
        }
        self.empty_queue();
    }

    fn empty_queue(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            self.give_up(&waiting);
        }
    }
}
