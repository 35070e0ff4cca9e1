//! One change of several sites. Everything that can be refused is checked before the first site changes;
//! each site is then changed as a whole.

use std::sync::Arc;

use super::site_commands;
use crate::controller::main_loop::MainLoop;
use crate::controller::resolve_user_input::find_site;
use crate::controller::tasks::task_check::check_tag;
use crate::protocol::{EngineError, Event, SiteBatch};
use bowerbird_logic::model::{RuleOrigin, RunOptions, SiteId, SiteSupervisionCommand};
use bowerbird_logic::rules::parse;

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
                for site in sites {
                    self.order(site, SiteSupervisionCommand::Pause)?;
                }
                Ok(())
            }
            SiteBatch::Unpause { running, idle } => {
                for site in &idle {
                    context.store.unpause_idle(*site)?;
                }
                self.release(&idle)?;
                self.release(&running)?;
                context.publish(Event::SitesChanged);
                if running.is_empty() {
                    return Ok(());
                }
                self.runs.run(&running, &RunOptions::default())
            }
            SiteBatch::Enable { sites, enabled } => {
                known(&sites)?;
                for site in sites {
                    site_commands::enable(context, site, enabled)?;
                }
                self.plan_steps();
                Ok(())
            }
            SiteBatch::Tags(sites) => {
                for (site, tags) in &sites {
                    find_site(context, *site)?;
                    tags.iter().try_for_each(|tag| check_tag(tag))?;
                }
                for (site, tags) in &sites {
                    context.store.set_site_tags(*site, tags, false)?;
                }
                self.turns.plan(context)?;
                context.publish(Event::TasksChanged);
                context.publish(Event::SitesChanged);
                Ok(())
            }
            SiteBatch::Rules(rules) => {
                for (site, rule_toml) in &rules {
                    find_site(context, *site)?;
                    parse(rule_toml)?;
                }
                for (site, rule_toml) in &rules {
                    site_commands::update(context, *site, rule_toml, RuleOrigin::Edited)?;
                }
                self.turns.plan(context)
            }
            SiteBatch::Remove(sites) => {
                known(&sites)?;
                for site in sites {
                    self.reruns.stop(site);
                    self.runs.remove_site(site)?;
                }
                self.turns.plan(context)
            }
        }
    }
}
