//! Commands about runs: starting, stopping, pausing, cancelling, slowing down, for one site or all;
//! and reruns over stored pages.

use std::sync::Arc;

use crate::controller::main_loop::MainLoop;
use crate::crawl::check_locked_secrets;
use crate::project_permission::at_rest;
use crate::protocol::{EngineError, Event, RunCommand};
use crate::records::rerun::RerunOptions;
use bowerbird_io::secrets::asks_passphrase;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{RunOptions, Site, SiteId};

impl MainLoop {
    /// Asks for the passphrase before `site` runs, if it needs it and a person can enter one. On the
    /// command line such runs say themselves what they lack.
    pub(in crate::controller) fn check_locked_secrets(
        &self,
        site: &Site,
        other_proxy: bool,
    ) -> Result<(), EngineError> {
        match self.context.options.windowed {
            true => check_locked_secrets(&self.context, site, other_proxy),
            false => Ok(()),
        }
    }

    /// The sites of a run, of all enabled ones when `sites` is empty, that lack the passphrase where a
    /// person can enter one: it is asked for, and the others run meanwhile.
    fn locked_sites(
        &self,
        sites: &[SiteId],
        options: &RunOptions,
    ) -> Result<Vec<SiteId>, EngineError> {
        let context = &self.context;
        if !context.options.windowed || options.pass_locked {
            return Ok(Vec::new());
        }
        let mut locked = Vec::new();
        let all = context.store.sites()?;
        let wanted = all.iter().filter(|site| match sites {
            [] => site.enabled && !site.paused,
            chosen => chosen.contains(&site.id),
        });
        for site in wanted {
            match check_locked_secrets(context, site, false) {
                Ok(()) => {}
                Err(error) if asks_passphrase(&error.0) => {
                    locked.push(site.id);
                    context.publish(Event::PassphraseNeeded {
                        site: site.id,
                        message: error.0,
                        options: Box::new(options.clone()),
                        goes_on: false,
                    });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(locked)
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
                let locked = self.locked_sites(&sites, &options)?;
                if !sites.is_empty() && sites.iter().all(|site| locked.contains(site)) {
                    return Ok(());
                }
                self.release(&sites)?;
                self.runs.run_without(&sites, &locked, &options)
            }
            RunCommand::Stop { site } => {
                self.runs.stop(site);
                self.reruns.stop(site);
                Ok(())
            }
            RunCommand::Pause { site } if self.runs.is_being_cancelled(site) => {
                let name = crate::controller::resolve_user_input::find_site(context, site)?.name;
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
