//! Commands about runs: starting, stopping, pausing, cancelling, slowing down, for one site or all;
//! and reruns over stored pages.

use std::sync::Arc;

use crate::controller::hub::Hub;
use crate::controller::sites::site_commands;
use crate::crawl::check_locked_secrets;
use crate::permission::at_rest;
use crate::protocol::{EngineError, RunCommand};
use crate::records::rerun::RerunOptions;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SiteId;

impl Hub {
    /// Asks for the passphrase before runs that need it, of all enabled sites when `sites` is empty,
    /// where a person can enter one. On the command line such runs say themselves what they lack.
    pub(in crate::controller) fn check_locked_secrets(
        &self,
        sites: &[SiteId],
        other_proxy: bool,
    ) -> Result<(), EngineError> {
        if !self.context.options.windowed {
            return Ok(());
        }
        let all = self.context.store.sites()?;
        let mut wanted = all.iter().filter(|site| match sites {
            [] => site.enabled && !site.paused,
            chosen => chosen.contains(&site.id),
        });
        wanted.try_for_each(|site| check_locked_secrets(&self.context, site, other_proxy))
    }

    /// Executes a run command.
    pub(in crate::controller) fn run_command(
        &mut self,
        command: RunCommand,
    ) -> Result<(), EngineError> {
        let context = &Arc::clone(&self.context);
        match command {
            RunCommand::Start { sites, .. } if sites.is_empty() && context.gate.is_at_rest() => {
                Err(at_rest(&context.store))
            }
            RunCommand::Start { sites, options } => {
                self.check_locked_secrets(&sites, false)?;
                self.release(&sites)?;
                self.runs.run(&sites, &options)
            }
            RunCommand::Stop { site } => {
                self.runs.stop(site);
                self.reruns.stop(site);
                Ok(())
            }
            RunCommand::Pause { site } if self.runs.is_being_cancelled(site) => {
                let name = site_commands::find(context, site)?.name;
                Err(EngineError(
                    Message::new("engine-cancel-stands").with("site", name),
                ))
            }
            RunCommand::Pause { site } => {
                self.runs.pause(site);
                Ok(())
            }
            RunCommand::Cancel { site } => {
                self.release(&[site])?;
                self.runs.cancel(site)
            }
            RunCommand::RestoreQueue { site } => self.runs.restore(site),
            RunCommand::Pace { site, gap } => {
                // The pace belongs to a run: without one there is nothing to slow down.
                if self.runs.is_active(site) {
                    tracing::info!(site = site.0, gap = ?gap, "pace set by a person");
                    context.paces.set(site, gap);
                }
                Ok(())
            }
            RunCommand::StopAll => {
                self.runs.stop_all();
                self.reruns.stop_all();
                Ok(())
            }
            RunCommand::FinishAll => {
                self.runs.finish_all();
                self.reruns.stop_all();
                Ok(())
            }
            RunCommand::HoldAll { on } => self.hold_all(on),
            RunCommand::Rerun { site, remove_lost } => {
                let options = RerunOptions {
                    dry_run: false,
                    remove_lost,
                };
                self.reruns
                    .start(context, &self.closing, site, None, options)
            }
            RunCommand::Reread(order) => self.reruns.handle_command(context, &self.closing, order),
        }
    }
}
