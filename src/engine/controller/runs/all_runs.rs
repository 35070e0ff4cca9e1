//! All runs at once: stopped, paused, and resumed. Input: a decision of the user. Output:
//! commands for the single sites, and a held queue. Tasks due meanwhile wait in it.

use super::waiting_sites::Runs;
use crate::controller::main_loop::MainLoop;
use crate::protocol::EngineError;
use bowerbird_logic::model::{SiteId, SiteSupervisionCommand};

impl MainLoop {
    /// Holds all runs, or resumes those that it held.
    pub(in crate::controller) fn hold_all(&mut self, on: bool) -> Result<(), EngineError> {
        self.runs.held = on;
        if on {
            // Cancelled runs end for good: they cannot be resumed later.
            let running = self.runs.active.keys().copied();
            let running: Vec<SiteId> = running
                .filter(|site| !self.runs.is_being_cancelled(*site))
                .collect();
            for site in running {
                self.order(site, SiteSupervisionCommand::Pause)?;
                self.runs.paused_by_hold.insert(site);
            }
            return Ok(());
        }
        for site in std::mem::take(&mut self.runs.paused_by_hold) {
            // It may have been resumed or removed otherwise.
            let site = self.context.store.site(site)?.filter(|site| site.paused);
            if let Some(site) = site {
                self.order(site.id, SiteSupervisionCommand::Resume)?;
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

    /// Stops all runs once the pages in progress are stored.
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
