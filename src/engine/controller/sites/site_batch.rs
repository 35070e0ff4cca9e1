//! One change of several sites: it is stored for all of them in one transaction, or for none.

use std::sync::Arc;

use super::site_rules::update_all;
use crate::controller::main_loop::MainLoop;
use crate::controller::resolve_user_input::find_site;
use crate::controller::tasks::task_check::check_tag;
use crate::protocol::{EngineError, Event, SiteBatch};
use bowerbird_io::store::SiteChange;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RuleOrigin, RunOptions, SiteId};

impl MainLoop {
    /// Executes a change of several sites.
    pub(super) fn site_batch(&mut self, batch: SiteBatch) -> Result<(), EngineError> {
        let context = &Arc::clone(&self.context);
        let known = |sites: &[SiteId]| {
            let mut all = sites.iter();
            all.try_for_each(|site| find_site(context, *site).map(|_| ()))
        };
        match batch {
            SiteBatch::Pause(sites) => {
                known(&sites)?;
                self.pause_all(&sites)
            }
            SiteBatch::Unpause { running, idle } => {
                known(&running)?;
                known(&idle)?;
                let all: Vec<SiteId> = idle.iter().chain(&running).copied().collect();
                let mut changes = self.held(&all, false)?;
                changes.extend(idle.iter().copied().map(SiteChange::UnpauseIdle));
                context.store.change_sites(changes)?;
                context.publish(Event::SitesChanged);
                if running.is_empty() {
                    return Ok(());
                }
                self.runs.run(&running, &RunOptions::default())
            }
            SiteBatch::Enable { sites, enabled } => {
                let changes = sites.iter().map(|site| SiteChange::Enabled(*site, enabled));
                context.store.change_sites(changes.collect())?;
                context.publish(Event::SitesChanged);
                self.plan_steps();
                Ok(())
            }
            SiteBatch::Tags(sites) => {
                let mut changes = Vec::new();
                for (site, tags) in sites {
                    find_site(context, site)?;
                    tags.iter().try_for_each(|tag| check_tag(tag))?;
                    changes.push(SiteChange::Tags(site, tags, false));
                }
                context.store.change_sites(changes)?;
                self.turns.plan(context)?;
                context.publish(Event::TasksChanged);
                context.publish(Event::SitesChanged);
                Ok(())
            }
            SiteBatch::Rules(rules) => {
                update_all(context, &rules, RuleOrigin::Edited)?;
                self.turns.plan(context)
            }
            SiteBatch::Remove(sites) => {
                known(&sites)?;
                for site in &sites {
                    self.reruns.stop(*site);
                }
                self.runs.remove_sites(sites)?;
                self.turns.plan(context)
            }
        }
    }

    /// Pauses sites with their runs.
    fn pause_all(&mut self, sites: &[SiteId]) -> Result<(), EngineError> {
        for site in sites {
            if self.runs.is_being_cancelled(*site) {
                let name = find_site(&self.context, *site)?.name;
                let message = Message::new("engine-cancel-stands").with("site", name);
                return Err(EngineError(message));
            }
        }
        let mut changes = self.held(sites, true)?;
        let idle = sites.iter().filter(|site| !self.runs.is_active(**site));
        changes.extend(idle.copied().map(SiteChange::PauseIdle));
        self.context.store.change_sites(changes)?;
        // The pause is stored before the runs stop, so that it holds even after a crash in between.
        for site in sites {
            self.runs.pause_any(*site)?;
        }
        self.context.publish(Event::SitesChanged);
        self.plan_steps();
        Ok(())
    }
}
