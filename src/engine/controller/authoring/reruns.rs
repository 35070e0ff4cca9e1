//! Reruns of changed rules over stored pages: background jobs, one per site.

use std::collections::HashMap;
use std::sync::Arc;

use crate::context::EngineContext;
use crate::controller::resolve_user_input::find_site;
use crate::protocol::{EngineError, Event, RereadCommand, RereadEvent};
use crate::records::rerun::{RerunOptions, RerunReport, rerun};
use crate::runtime::stop::Stop;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::SiteId;
use bowerbird_logic::rules::parse;

/// The reruns of an engine. Each ends when its token or that of the engine is stopped.
#[derive(Default)]
pub(in crate::controller) struct Reruns {
    stops: HashMap<SiteId, Stop>,
}

impl Reruns {
    /// Executes a rerun command.
    pub(in crate::controller) fn handle_command(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        order: RereadCommand,
    ) -> Result<(), EngineError> {
        match order {
            RereadCommand::Preview { site, rule_toml } => {
                let options = RerunOptions {
                    dry_run: true,
                    remove_lost: false,
                };
                self.start(context, closing, site, rule_toml.as_deref(), options)
            }
            RereadCommand::TakeBack { site } => self.revert(context, site),
        }
    }

    /// Starts a rerun with the site's rule or another one; does nothing if the site's pages are
    /// already being reread.
    pub(in crate::controller) fn start(
        &mut self,
        context: &Arc<EngineContext>,
        closing: &Stop,
        site: SiteId,
        rule_toml: Option<&str>,
        options: RerunOptions,
    ) -> Result<(), EngineError> {
        let found = find_site(context, site)?;
        let rule = parse(rule_toml.unwrap_or(&found.rule_toml))?;
        let stop = self.begin(site, &found.name)?;
        let context = Arc::clone(context);
        let closing = closing.clone();
        let crawling = context.crawling.clone();
        crawling.spawn_blocking(move || {
            let _about = tracing::info_span!("rerun", site = found.name).entered();
            let dry_run = options.dry_run;
            let mut last = RerunReport::default();
            let mut progress = |report: &RerunReport| {
                last.clone_from(report);
                publish_report(&context, site, report, dry_run, false);
                !stop.is_stopped() && !closing.is_stopped()
            };
            let done = rerun(&context.store, site, &rule, options, &mut progress);
            if !dry_run {
                context.publish(Event::SitesChanged);
                context.publish(Event::RecordsChanged);
            }
            match done {
                Ok(report) => publish_report(&context, site, &report, dry_run, true),
                Err(error) => {
                    context.publish(Event::CommandFailed { message: error.0 });
                    // The work done so far is final.
                    last.cancelled = true;
                    publish_report(&context, site, &last, dry_run, true);
                }
            }
        });
        Ok(())
    }

    /// Undoes the changes of the last rerun.
    fn revert(&mut self, context: &Arc<EngineContext>, site: SiteId) -> Result<(), EngineError> {
        let found = find_site(context, site)?;
        let stop = self.begin(site, &found.name)?;
        let context = Arc::clone(context);
        let crawling = context.crawling.clone();
        crawling.spawn_blocking(move || {
            let _about = tracing::info_span!("rerun", site = found.name).entered();
            // Held until the end, so that nothing is rewritten meanwhile.
            let _held = stop;
            let done = context.store.revert_rewriting(site);
            context.publish(Event::SitesChanged);
            context.publish(Event::RecordsChanged);
            match done {
                Ok(taken) => {
                    context.publish(Event::Reread(RereadEvent::Reverted { site, taken }));
                }
                Err(error) => context.publish(Event::CommandFailed {
                    message: EngineError::from(error).0,
                }),
            }
        });
        Ok(())
    }

    /// The token of a job for a site, unless there is one already.
    fn begin(&mut self, site: SiteId, name: &str) -> Result<Stop, EngineError> {
        // A token held only by this table belongs to a finished rerun.
        self.stops.retain(|_, stop| stop.is_held());
        if self.stops.contains_key(&site) {
            return Err(EngineError(
                Message::new("engine-rerun-busy").with("site", name),
            ));
        }
        let stop = Stop::new();
        self.stops.insert(site, stop.clone());
        Ok(stop)
    }

    /// Stops the rerun of a site after its current batch.
    pub(in crate::controller) fn stop(&self, site: SiteId) {
        if let Some(stop) = self.stops.get(&site) {
            stop.stop();
        }
    }

    /// Stops all.
    pub(in crate::controller) fn stop_all(&self) {
        for stop in self.stops.values() {
            stop.stop();
        }
    }
}

fn publish_report(
    context: &EngineContext,
    site: SiteId,
    report: &RerunReport,
    dry_run: bool,
    ended: bool,
) {
    context.publish(Event::Rerun {
        site,
        report: Box::new(report.clone()),
        dry_run,
        ended,
    });
}
