//! Reruns of changed rules over stored pages: errands beside the loop, one a site.

use std::collections::HashMap;
use std::sync::Arc;

use super::sites::find;
use super::{EngineError, Event};
use crate::engine::ground::Ground;
use crate::engine::rerun::{RerunOptions, RerunReport, rerun};
use crate::engine::stop::Stop;
use crate::logic::messages::Message;
use crate::logic::model::SiteId;
use crate::logic::rules::parse;

/// The reruns of an engine. Each ends when its token or that of the engine says so.
#[derive(Default)]
pub(super) struct Reruns {
    stops: HashMap<SiteId, Stop>,
}

impl Reruns {
    /// Starts one; a site whose pages are being read again already is left to that.
    pub(super) fn start(
        &mut self,
        ground: &Arc<Ground>,
        closing: &Stop,
        site: SiteId,
        options: RerunOptions,
    ) -> Result<(), EngineError> {
        let found = find(ground, site)?;
        let rule = parse(&found.rule_toml)?;
        // A token that only this table holds belongs to a rerun that has ended.
        self.stops.retain(|_, stop| stop.is_held());
        if self.stops.contains_key(&site) {
            return Err(EngineError(
                Message::new("engine-rerun-busy").with("site", found.name.as_str()),
            ));
        }
        let stop = Stop::new();
        self.stops.insert(site, stop.clone());
        let ground = Arc::clone(ground);
        let closing = closing.clone();
        let crawling = ground.crawling.clone();
        crawling.spawn_blocking(move || {
            let mut progress = |report: &RerunReport| {
                tell(&ground, site, report, false);
                !stop.is_stopped() && !closing.is_stopped()
            };
            match rerun(&ground.store, site, &rule, options, &mut progress) {
                Ok(report) => {
                    if !options.dry_run {
                        ground.tell(Event::SitesChanged);
                        ground.tell(Event::RecordsChanged);
                    }
                    tell(&ground, site, &report, true);
                }
                Err(error) => ground.tell(Event::CommandFailed { message: error.0 }),
            }
        });
        Ok(())
    }

    /// Stops the rerun of a site after the batch it is at.
    pub(super) fn stop(&self, site: SiteId) {
        if let Some(stop) = self.stops.get(&site) {
            stop.stop();
        }
    }

    /// Stops all.
    pub(super) fn stop_all(&self) {
        for stop in self.stops.values() {
            stop.stop();
        }
    }
}

fn tell(ground: &Ground, site: SiteId, report: &RerunReport, ended: bool) {
    ground.tell(Event::Rerun {
        site,
        report: Box::new(report.clone()),
        ended,
    });
}
