//! Events of runs: what goes on, what ended, and the state that sites are in since.

use std::time::Duration;

use jiff::Timestamp;

use crate::Bowerbird;
use crate::action::Action;
use crate::background::DataQuery;
use crate::notices::Topic;
use crate::shortcuts::View;
use crate::state::app_state::{EndedRun, LiveRun};
use bowerbird_engine::Event;

impl Bowerbird {
    /// Handles an event of runs and sites; others change nothing.
    pub(super) fn apply_run_event(&mut self, event: Event, actions: &mut Vec<Action>) {
        let world = &mut self.world;
        match event {
            Event::RunStarted { run, site, resumed } => {
                self.views.results.exported = None;
                self.notices.succeeded(Topic::Runs);
                if self.view == View::Runs {
                    actions.push(Action::Query(DataQuery::Runs(self.views.runs.site)));
                }
                world.run_began(site);
                world.live.insert(
                    site,
                    LiveRun {
                        run,
                        resumed,
                        progress: bowerbird_engine::types::RunProgress::default(),
                        stopping: false,
                        gap: Duration::ZERO,
                    },
                );
            }
            Event::RunProgress {
                run,
                site,
                progress,
            } => {
                self.views.monitor.stale = true;
                self.views.runs.news_of(run);
                if let Some(live) = world.live.get_mut(&site) {
                    live.progress = progress;
                }
            }
            Event::SiteState { site, status } => {
                let known = world
                    .sites
                    .iter_mut()
                    .flatten()
                    .find(|known| known.id == site);
                if let Some(known) = known {
                    known.status = Some(status);
                }
                self.alerts.watch_site(&self.world, site, Timestamp::now());
            }
            Event::SitePhase { site, .. } | Event::SiteActionsChanged { site } => {
                actions.push(Action::Query(DataQuery::Supervisions));
                actions.extend(self.views.sites.timeline.again(site));
            }
            Event::RunEnded {
                site,
                end,
                progress,
                message,
                ..
            } => {
                world.live.remove(&site);
                if world.readings.contains_key(&site) {
                    actions.push(Action::Query(DataQuery::Readings(site)));
                }
                // Its figures are queried again where they are shown.
                self.views.sites.health = None;
                actions.extend(self.views.sites.timeline.again(site));
                let ended = EndedRun {
                    end,
                    progress,
                    message,
                };
                world.run_ended(site, ended);
                // Its accounts and proxies were used.
                let asks = [DataQuery::Sites, DataQuery::Alerts, DataQuery::Pools];
                actions.extend(asks.map(Action::Query));
                if self.view == View::Runs {
                    actions.push(Action::Query(DataQuery::Runs(self.views.runs.site)));
                }
                self.views.changes.news();
                self.records_changed(actions);
            }
            _ => {}
        }
    }
}
