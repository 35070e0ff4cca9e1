//! Due probes and restarts, and the user's decisions about single sites. Sleeps until the next step
//! of any site; reads the store only when something has changed.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tracing::Instrument as _;

use crate::context::EngineContext;
use crate::controller::main_loop::{MainLoop, Note};
use crate::controller::sites::exceptions;
use crate::crawl::{ProbeResult, keep_supervision, probe_site, supervision, wait_for_answer};
use crate::protocol::TaughtPage;
use crate::protocol::{EngineError, Event};
use crate::supervise::SiteStateMachine;
use bowerbird_io::store::SiteChange;
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    ActionKind, Ruling, RunOptions, Site, SiteId, SiteSupervisionCommand, SupervisionPlan,
};
use bowerbird_logic::rules::parse;

/// The delay after a step failed.
const RETRY: SignedDuration = SignedDuration::from_secs(60);
/// The maximum number of concurrent probes.
const PROBES_AT_ONCE: usize = 4;

/// When the next step of any site is due.
#[derive(Default)]
pub(in crate::controller) struct Watch {
    on: bool,
    next_at: Option<Timestamp>,
    /// Sites that are being probed.
    probing: HashSet<SiteId>,
}

impl Watch {
    /// A watch that is on or off.
    pub(in crate::controller) fn new(on: bool) -> Self {
        Self {
            on,
            ..Self::default()
        }
    }

    /// Turns the watch on or off.
    pub(in crate::controller) fn switch(&mut self, on: bool) {
        self.on = on;
    }

    /// Whether automatic steps are on.
    pub(in crate::controller) fn is_on(&self) -> bool {
        self.on
    }

    /// Waits until a step is due, or the clock was set; forever when none is.
    pub(in crate::controller) async fn wait(&self, context: &EngineContext) {
        match self.next_at.filter(|_| self.on) {
            None => std::future::pending().await,
            Some(at) => context.options.clock.until(at).await,
        }
    }

    /// The steps of sites that are due now or later, soonest first.
    fn steps(
        &self,
        context: &EngineContext,
    ) -> Result<Vec<(Timestamp, ActionKind, SiteId)>, EngineError> {
        let all = context.store.sites()?;
        let open = |id: SiteId| {
            let site = all.iter().find(|site| site.id == id);
            site.is_some_and(|site| {
                let is_free = site.enabled && !site.paused;
                is_free && context.gate.unless_site_refused(&site.name).is_ok()
            })
        };
        let known = context.store.supervisions()?;
        let mut steps: Vec<_> = known
            .iter()
            .filter(|site| !site.memory.held && !self.probing.contains(&site.site))
            .filter(|site| open(site.site))
            .filter_map(|site| {
                let next = site.next.as_ref()?;
                Some((next.at, next.kind, site.site))
            })
            .collect();
        steps.sort_by_key(|(at, ..)| *at);
        Ok(steps)
    }
}

impl MainLoop {
    /// Determines from the sites when the next step is due.
    pub(in crate::controller) fn plan_steps(&mut self) {
        if !self.watch.on || self.context.store.is_read_only() || self.context.gate.is_at_rest() {
            self.watch.next_at = None;
            return;
        }
        let planned = tokio::task::block_in_place(|| self.watch.steps(&self.context));
        match planned {
            Ok(steps) => {
                let free = self.watch.probing.len() < PROBES_AT_ONCE;
                let next = steps
                    .into_iter()
                    .find(|(_, kind, site)| {
                        !self.runs.is_active(*site) && (free || *kind != ActionKind::Probe)
                    })
                    .map(|(at, ..)| at);
                self.watch.next_at = next;
            }
            Err(error) => self.steps_failed(error),
        }
    }

    /// Executes the due steps.
    pub(in crate::controller) fn take_steps(&mut self) {
        if self.context.gate.is_at_rest() {
            self.watch.next_at = None;
            return;
        }
        let steps = match tokio::task::block_in_place(|| self.watch.steps(&self.context)) {
            Ok(steps) => steps,
            Err(error) => return self.steps_failed(error),
        };
        let now = self.context.now();
        for (_, kind, site) in steps.into_iter().take_while(|(at, ..)| *at <= now) {
            if self.runs.is_active(site) {
                continue;
            }
            let taken = match kind {
                ActionKind::Restart => tokio::task::block_in_place(|| self.begin_again(site)),
                _ if self.watch.probing.len() < PROBES_AT_ONCE => self.probe(site),
                _ => Ok(()),
            };
            if let Err(error) = taken {
                self.steps_failed(error);
                return;
            }
        }
        self.plan_steps();
    }

    fn steps_failed(&mut self, error: EngineError) {
        self.watch.next_at = self.context.now().checked_add(RETRY).ok();
        self.context
            .publish(Event::CommandFailed { message: error.0 });
    }

    /// Starts a probe.
    fn probe(&mut self, site: SiteId) -> Result<(), EngineError> {
        let found = tokio::task::block_in_place(|| {
            crate::controller::resolve_user_input::find_site(&self.context, site)
        })?;
        self.context.gate.unless_site_refused(&found.name)?;
        self.watch.probing.insert(site);
        let (context, stop) = (Arc::clone(&self.context), self.closing.clone());
        let notes = self.notes.clone();
        let span = tracing::info_span!("probe", site = found.name);
        self.context.crawling.spawn(async move {
            let probe = probe_site(Arc::clone(&context), found, stop).instrument(span);
            let result = match tokio::spawn(probe).await {
                Ok(result) => result,
                Err(_) => Err(EngineError(Message::new("engine-run-broke"))),
            };
            let _ = notes.send(Note::Probed { site, result });
        });
        Ok(())
    }

    /// Handles the end of a probe.
    pub(in crate::controller) fn probed(
        &mut self,
        site: SiteId,
        result: Result<ProbeResult, EngineError>,
    ) {
        self.watch.probing.remove(&site);
        let taken = match result {
            Ok(ProbeResult::Open) => tokio::task::block_in_place(|| self.runs.resume(site)),
            Ok(ProbeResult::Closed) => Ok(()),
            Err(error) => self.put_off(site, error),
        };
        if let Err(error) = taken {
            self.context
                .publish(Event::CommandFailed { message: error.0 });
        }
        self.context.publish(Event::SitesChanged);
        self.plan_steps();
    }

    /// Restarts a run that is due, once.
    fn begin_again(&mut self, site: SiteId) -> Result<(), EngineError> {
        let known = supervision(&self.context, site)?;
        let mut machine = SiteStateMachine::new(SupervisionPlan::default(), known, None, 0);
        machine.note_step_started();
        keep_supervision(&self.context, &mut machine)?;
        self.runs.resume(site)
    }

    /// Stores a person's ruling on a page. If it denies a block, the site is open again, and the
    /// interrupted run continues.
    pub(in crate::controller) fn taught(&mut self, taught: &TaughtPage) -> Result<(), EngineError> {
        exceptions::teach(&self.context, taught)?;
        if taught.ruling == Ruling::NotABlock {
            self.context.store.wake_sessions(taught.site)?;
            self.pardon(taught.site)?;
        }
        Ok(())
    }

    /// Ends what supervision holds against a site, after a person said that nothing is wrong.
    pub(in crate::controller) fn pardon(&mut self, site: SiteId) -> Result<(), EngineError> {
        let known = supervision(&self.context, site)?;
        let mut machine = SiteStateMachine::new(SupervisionPlan::default(), known, None, 0);
        machine.pardon(self.context.now());
        keep_supervision(&self.context, &mut machine)?;
        self.context.publish(Event::SitesChanged);
        self.plan_steps();
        Ok(())
    }

    /// Postpones a probe that could not run (an invalid rule).
    fn put_off(&self, site: SiteId, error: EngineError) -> Result<(), EngineError> {
        if self.context.store.site(site)?.is_none() {
            return Ok(());
        }
        let known = supervision(&self.context, site)?;
        if let Some(next) = known.next.clone() {
            let mut machine = SiteStateMachine::new(SupervisionPlan::default(), known, None, 0);
            let wait =
                SignedDuration::try_from(SupervisionPlan::default().probe_every).unwrap_or(RETRY);
            let at = self.context.now().checked_add(wait).unwrap_or(next.at);
            machine.put_off(bowerbird_logic::model::NextStep { at, ..next });
            keep_supervision(&self.context, &mut machine)?;
        }
        Err(error)
    }

    /// Executes a user's command for a site.
    pub(in crate::controller) fn order(
        &mut self,
        site: SiteId,
        order: SiteSupervisionCommand,
    ) -> Result<(), EngineError> {
        let named = crate::controller::resolve_user_input::find_site(&self.context, site)?;
        if matches!(
            order,
            SiteSupervisionCommand::Resume
                | SiteSupervisionCommand::RetryNow
                | SiteSupervisionCommand::OtherProxy
                | SiteSupervisionCommand::OtherAccount
                | SiteSupervisionCommand::Answer
        ) {
            self.check_locked_secrets(&named, order == SiteSupervisionCommand::OtherProxy)?;
        }
        match order {
            SiteSupervisionCommand::Pause if self.runs.is_being_cancelled(site) => Err(
                EngineError(Message::new("engine-cancel-stands").with("site", named.name)),
            ),
            SiteSupervisionCommand::Pause => {
                self.hold(site, true)?;
                self.runs.pause_any(site)?;
                self.context.publish(Event::SitesChanged);
                Ok(())
            }
            SiteSupervisionCommand::Resume => {
                self.hold(site, false)?;
                self.runs.run(&[site], &RunOptions::default())
            }
            SiteSupervisionCommand::ProbeNow if self.runs.is_active(site) => {
                Err(EngineError(Message::new("supervise-runs-already")))
            }
            SiteSupervisionCommand::ProbeNow if self.watch.probing.contains(&site) => Ok(()),
            SiteSupervisionCommand::ProbeNow => self.probe(site),
            SiteSupervisionCommand::RetryNow => {
                // A run that waits for a person asks the site again.
                if self.runs.is_active(site) {
                    self.context.orders.leave(site, order);
                }
                self.run_now(site)
            }
            SiteSupervisionCommand::Answer => {
                self.context.orders.leave(site, order);
                self.run_for_answer(site, &named)
            }
            SiteSupervisionCommand::OtherProxy | SiteSupervisionCommand::OtherAccount => {
                self.context.orders.leave(site, order);
                self.run_now(site)
            }
        }?;
        self.plan_steps();
        Ok(())
    }

    /// Unpauses sites that the user runs or gives up.
    pub(in crate::controller) fn release(&self, sites: &[SiteId]) -> Result<(), EngineError> {
        let changes = self.held(sites, false)?;
        if !changes.is_empty() {
            self.context.store.change_sites(changes)?;
            self.context.publish(Event::SitesChanged);
        }
        Ok(())
    }

    fn hold(&self, site: SiteId, on: bool) -> Result<(), EngineError> {
        let changes = self.held(&[site], on)?;
        if !changes.is_empty() {
            self.context.store.change_sites(changes)?;
            self.context.publish(Event::SitesChanged);
        }
        Ok(())
    }

    /// A run shows what the site asks, now or when it meets a question; without one, a run is started
    /// that meets it.
    fn run_for_answer(&mut self, site: SiteId, named: &Site) -> Result<(), EngineError> {
        if self.runs.is_active(site) {
            return Ok(());
        }
        let rule = parse(&named.rule_toml).ok();
        let options = RunOptions {
            now: true,
            person_wait: Some(wait_for_answer(rule.as_ref()).as_secs()),
            ..RunOptions::default()
        };
        self.release(&[site])?;
        self.runs.run(&[site], &options)
    }

    fn run_now(&mut self, site: SiteId) -> Result<(), EngineError> {
        let options = RunOptions {
            now: true,
            ..RunOptions::default()
        };
        self.runs.run(&[site], &options)
    }

    /// The changes that hold sites, or release them, where that is not so already.
    pub(in crate::controller) fn held(
        &self,
        sites: &[SiteId],
        held: bool,
    ) -> Result<Vec<SiteChange>, EngineError> {
        let mut changes = Vec::new();
        for site in sites {
            let known = supervision(&self.context, *site)?;
            if known.memory.held == held {
                continue;
            }
            let mut machine = SiteStateMachine::new(SupervisionPlan::default(), known, None, 0);
            machine.hold(held);
            let change = machine.take_change().with(machine.site().clone());
            changes.push(SiteChange::Supervision(Box::new(change)));
        }
        Ok(changes)
    }
}
