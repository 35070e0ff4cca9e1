//! A person's word about single sites: probe, retry, pause, another way out.

use super::EngineError;
use super::hub::Hub;
use crate::logic::model::{RunOptions, SiteId, SiteOrder};

impl Hub {
    /// Does what a person wants about a site.
    pub(super) fn order(&mut self, site: SiteId, order: SiteOrder) -> Result<(), EngineError> {
        super::sites::find(&self.ground, site)?;
        match order {
            SiteOrder::Pause => self.runs.pause_any(site),
            SiteOrder::Resume => self.runs.run(&[site], &RunOptions::default()),
            SiteOrder::ProbeNow | SiteOrder::RetryNow => self.run_now(site),
            SiteOrder::OtherProxy | SiteOrder::OtherAccount => {
                self.ground.orders.leave(site, order);
                self.run_now(site)
            }
        }
    }

    fn run_now(&mut self, site: SiteId) -> Result<(), EngineError> {
        let options = RunOptions {
            now: true,
            ..RunOptions::default()
        };
        self.runs.run(&[site], &options)
    }
}
