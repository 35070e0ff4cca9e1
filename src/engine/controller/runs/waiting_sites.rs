//! Which sites run, which wait for a slot, and who waits for them. How many run at once is
//! `sites_at_once` of the engine's options, in which order they get a slot `run_priority` of the
//! schedule.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tracing::Instrument as _;

use super::exports_after_run::AfterRun;
use super::panicked_runs::broken_run;
use super::run_slots::{Active, Place, QueuedRun};
use crate::controller::exports;
use crate::controller::main_loop::Note;
use crate::controller::sites::site_rules;
use crate::project_permission::allow_action;
use crate::protocol::{EngineError, Event};

use crate::context::EngineContext;
use crate::crawl::{PlaceNote, RoomRequest, RunReport, Slot, run_site};
use crate::project::drop_and_settle;
use crate::runtime::stop::Stop;
use crate::runtime::threads::blocking;
use bowerbird_io::store::PartEnd;
use bowerbird_logic::model::{RunCause, RunOptions, Site, SiteId, TurnOutcome};
use bowerbird_logic::policy::schedule::{BY_HAND, RESTORED, rank};

/// The runs of an engine.
pub(in crate::controller) struct Runs {
    pub(in crate::controller) context: Arc<EngineContext>,
    notes: UnboundedSender<Note>,
    pub(in crate::controller) active: HashMap<SiteId, Active>,
    pub(in crate::controller) waiting: Vec<QueuedRun>,
    /// Parts of turns that have ended, to be recorded.
    pub(in crate::controller) ends: Vec<PartEnd>,
    /// Whether the engine closes: unfinished runs continue in the next process.
    pub(in crate::controller) closing: bool,
    /// Stops what follows runs when the engine closes.
    leaving: Stop,
    /// Runs left of each `RunCommand::Start`.
    groups: HashMap<u64, usize>,
    last_group: u64,
    /// Sites to be removed together when the last run of each list has ended.
    pending_removals: Vec<Vec<SiteId>>,
    /// Whether only manual runs start.
    pub(in crate::controller) held: bool,
    /// Whether something is being erased: a page that is stored meanwhile might have it.
    pub(in crate::controller) erases: bool,
    /// Sites that were paused because all runs are held.
    pub(in crate::controller) paused_by_hold: BTreeSet<SiteId>,
}

/// What gets the next free slot.
enum Next {
    /// A run that starts: its index in the queue.
    Begins(usize),
    /// A run that continues.
    GoesOn(SiteId),
}

impl Runs {
    pub(in crate::controller) fn new(
        context: Arc<EngineContext>,
        notes: UnboundedSender<Note>,
        leaving: Stop,
    ) -> Self {
        Self {
            context,
            notes,
            active: HashMap::new(),
            waiting: Vec::new(),
            ends: Vec::new(),
            closing: false,
            leaving,
            groups: HashMap::new(),
            last_group: 0,
            pending_removals: Vec::new(),
            held: false,
            erases: false,
            paused_by_hold: BTreeSet::new(),
        }
    }

    /// Whether a site runs, or waits for its slot.
    pub(in crate::controller) fn is_active(&self, site: SiteId) -> bool {
        let mut waiting = self.waiting.iter();
        self.active.contains_key(&site) || waiting.any(|waiting| waiting.site == site)
    }

    /// Whether nothing runs.
    pub(in crate::controller) fn is_idle(&self) -> bool {
        self.active.is_empty()
    }

    /// Runs sites, all enabled ones when `wanted` is empty; a site already running is waited for.
    pub(in crate::controller) fn run(
        &mut self,
        wanted: &[SiteId],
        options: &RunOptions,
    ) -> Result<(), EngineError> {
        self.run_without(wanted, &[], options)
    }

    /// The same, without the sites in `left_out`.
    pub(in crate::controller) fn run_without(
        &mut self,
        wanted: &[SiteId],
        left_out: &[SiteId],
        options: &RunOptions,
    ) -> Result<(), EngineError> {
        let all = self.context.store.sites()?;
        let mut chosen: Vec<SiteId> = Vec::new();
        if wanted.is_empty() {
            let closed = closed(&self.context)?;
            let free = all
                .iter()
                .filter(|site| site.enabled && !site.paused && !closed.contains(&site.id))
                .filter(|site| self.context.gate.unless_site_refused(&site.name).is_ok());
            chosen.extend(free.map(|site| site.id));
        }
        for id in wanted {
            if !all.iter().any(|site| site.id == *id) {
                return Err(EngineError::no_such_site(*id));
            }
            if !chosen.contains(id) {
                chosen.push(*id);
            }
        }
        chosen.retain(|site| !left_out.contains(site));
        if chosen.is_empty() && !left_out.is_empty() {
            return Ok(());
        }
        self.last_group += 1;
        let group = self.last_group;
        self.groups.insert(group, chosen.len());
        for site in chosen {
            if let Some(active) = self.active.get_mut(&site) {
                active.groups.push(group);
            } else if let Some(waiting) = self.waiting.iter_mut().find(|w| w.site == site) {
                waiting.groups.push(group);
                waiting.priority = BY_HAND;
            } else {
                self.waiting.push(QueuedRun {
                    site,
                    options: options.clone(),
                    priority: BY_HAND,
                    one_shot: false,
                    turn: None,
                    since: self.context.steady(),
                    groups: vec![group],
                });
            }
        }
        self.end_groups();
        self.start_next();
        Ok(())
    }

    /// Runs a site that answers again, or whose rest is over: the interrupted run continues.
    pub(in crate::controller) fn resume(&mut self, site: SiteId) -> Result<(), EngineError> {
        let gate = &self.context.gate;
        let stays = |site: Site| site.paused || gate.unless_site_refused(&site.name).is_err();
        if self.is_active(site) || self.context.store.site(site)?.is_none_or(stays) {
            return Ok(());
        }
        self.waiting.push(QueuedRun {
            site,
            options: RunOptions {
                cause: RunCause::Supervised,
                ..RunOptions::default()
            },
            priority: RESTORED,
            one_shot: false,
            turn: None,
            since: self.context.steady(),
            groups: Vec::new(),
        });
        self.start_next();
        Ok(())
    }

    /// Stops the run of a site, or the exports that follow it, or prevents its start.
    pub(in crate::controller) fn stop(&mut self, site: SiteId) {
        if let Some(active) = self.active.get(&site) {
            active.stop.stop();
            active.exports.stop();
        }
        self.leave_queue(site);
    }

    /// Pauses the run of a site; one that waits for its slot never starts.
    pub(in crate::controller) fn pause(&mut self, site: SiteId) {
        if let Some(active) = self.active.get(&site) {
            active.stop.pause();
            active.exports.stop();
        }
        self.leave_queue(site);
    }

    /// Whether the run of a site is being cancelled.
    pub(in crate::controller) fn is_being_cancelled(&self, site: SiteId) -> bool {
        let active = self.active.get(&site);
        active.is_some_and(|active| active.stop.is_cancelled())
    }

    /// Stops the exports that follow runs.
    pub(in crate::controller) fn stop_exports(&self) {
        for active in self.active.values() {
            active.exports.stop();
        }
    }

    /// Cancels the run of a site and drops its queue; also without a run.
    pub(in crate::controller) fn cancel(&mut self, site: SiteId) -> Result<(), EngineError> {
        self.leave_queue(site);
        if let Some(active) = self.active.get_mut(&site) {
            active.restore = false;
            active.stop.cancel();
            active.exports.stop();
            return Ok(());
        }
        drop_and_settle(&self.context.store, site)?;
        self.context.publish(Event::SitesChanged);
        Ok(())
    }

    /// Undoes a cancel: dropped requests are queued again, and the next run continues with them.
    pub(in crate::controller) fn restore(&mut self, site: SiteId) -> Result<(), EngineError> {
        if let Some(active) = self.active.get_mut(&site) {
            // It may have dropped its queue already, and its end note is on the way.
            active.restore = true;
            active.stop.keep();
            return Ok(());
        }
        self.context.store.restore_queue(site)?;
        self.context.publish(Event::SitesChanged);
        Ok(())
    }

    /// Pauses a site on behalf of another process: also one that does not run, if it has a queue.
    pub(in crate::controller) fn pause_any(&mut self, site: SiteId) -> Result<(), EngineError> {
        self.pause(site);
        if !self.active.contains_key(&site) {
            self.context.store.pause_idle(site)?;
            self.context.publish(Event::SitesChanged);
        }
        Ok(())
    }

    /// Handles a run that gives up its slot, or needs one again.
    pub(in crate::controller) fn place(&mut self, site: SiteId, note: PlaceNote) {
        if let Some(active) = self.active.get_mut(&site) {
            active.place = match note {
                PlaceNote::GivenUp => Place::GivenUp,
                PlaceNote::Wanted(sender) => Place::Wanted(sender, self.context.steady()),
            };
        }
        self.start_next();
    }

    fn leave_queue(&mut self, site: SiteId) {
        let (gone, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting| waiting.site == site);
        self.waiting = rest;
        for waiting in gone {
            self.give_up(&waiting);
        }
    }

    /// Prevents a waiting run from starting.
    pub(in crate::controller) fn give_up(&mut self, waiting: &QueuedRun) {
        if !self.closing {
            self.part_ended(waiting.turn, waiting.site, TurnOutcome::Partly, None);
        }
        self.context.orders.drop_answers(waiting.site);
        self.leave_groups(&waiting.groups);
    }

    /// Removes sites together: at once, or after the last of their runs has stopped.
    pub(in crate::controller) fn remove_sites(
        &mut self,
        sites: Vec<SiteId>,
    ) -> Result<(), EngineError> {
        for site in &sites {
            self.stop(*site);
        }
        if sites.iter().any(|site| self.active.contains_key(site)) {
            self.pending_removals.push(sites);
            return Ok(());
        }
        site_rules::remove_all(&self.context, &sites)
    }

    /// Carries out the removals that no run holds up any more.
    fn remove_pending(&mut self) {
        let (held, free): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending_removals)
            .into_iter()
            .partition(|sites| sites.iter().any(|site| self.active.contains_key(site)));
        self.pending_removals = held;
        let context = &self.context;
        for mut sites in free {
            let removed = allow_action(&context.store, &context.gate, || {
                // One may be in two removals.
                let known = context.store.sites()?;
                sites.retain(|site| known.iter().any(|known| known.id == *site));
                site_rules::remove_all(context, &sites)
            });
            if let Err(EngineError(message)) = removed {
                context.publish(Event::CommandFailed { message });
            }
        }
    }

    /// Handles the end of a run.
    pub(in crate::controller) fn ended(&mut self, site: SiteId, report: RunReport) {
        let active = self.active.remove(&site);
        self.context.paces.set(site, Duration::ZERO);
        // They were for this run.
        self.context.orders.drop_answers(site);
        if active.as_ref().is_some_and(|active| active.restore)
            && let Err(error) = self.context.store.restore_queue(site)
        {
            let message = EngineError::from(error).0;
            self.context.publish(Event::CommandFailed { message });
        }
        if let Some(turn) = active.as_ref().and_then(|active| active.turn) {
            self.run_of_turn_ended(turn, site, &report);
        }
        let groups = active.map(|active| active.groups);
        match report.run {
            Some(run) => self.context.publish(Event::RunEnded {
                run,
                site,
                end: report.end,
                progress: report.progress,
                message: report.message,
            }),
            None => {
                if let Some(message) = report.message {
                    self.context.publish(Event::CommandFailed { message });
                }
            }
        }
        self.context.publish(Event::SitesChanged);
        self.context.publish(Event::RecordsChanged);
        self.remove_pending();
        self.leave_groups(&groups.unwrap_or_default());
        self.start_next();
    }

    pub(in crate::controller) fn leave_groups(&mut self, groups: &[u64]) {
        for group in groups {
            if let Some(left) = self.groups.get_mut(group) {
                *left = left.saturating_sub(1);
            }
        }
        self.end_groups();
    }

    fn end_groups(&mut self) {
        let before = self.groups.len();
        self.groups.retain(|_, left| *left > 0);
        for _ in self.groups.len()..before {
            self.context.publish(Event::RunsEnded);
        }
    }

    /// Starts or continues runs while slots are free: highest rank first.
    pub(in crate::controller) fn start_next(&mut self) {
        if self.erases {
            return;
        }
        loop {
            let held = |active: &&Active| matches!(active.place, Place::Held(..));
            let places = self.context.options.sites_at_once.max(1);
            if self.active.values().filter(held).count() >= places {
                self.make_room();
                return;
            }
            let index = match self.next(self.context.steady()) {
                Some(Next::Begins(index)) => index,
                Some(Next::GoesOn(site)) => {
                    self.grant_slot(site);
                    continue;
                }
                None => return,
            };
            let waiting = self.waiting.remove(index);
            match self.context.store.site(waiting.site) {
                Ok(Some(site)) => self.start(site, waiting),
                // Removed meanwhile, with its part of the turn.
                Ok(None) => self.leave_groups(&waiting.groups),
                Err(error) => {
                    let message = EngineError::from(error).0;
                    self.context.publish(Event::CommandFailed { message });
                    self.leave_groups(&waiting.groups);
                }
            }
        }
    }

    /// What gets the next free slot.
    fn next(&self, now: Instant) -> Option<Next> {
        let begin = self.waiting.iter().enumerate();
        let begin = begin
            .filter(|(_, waiting)| !self.active.contains_key(&waiting.site))
            .filter(|(_, waiting)| !self.held || waiting.priority >= BY_HAND)
            .map(|(index, waiting)| (rank(waiting.claim(now)), Next::Begins(index)));
        let go_on = self.active.iter().filter_map(|(site, active)| {
            let Place::Wanted(_, since) = &active.place else {
                return None;
            };
            Some((rank(active.claim(*since, now)), Next::GoesOn(*site)))
        });
        // Among equals, the one that waits longest; continuing runs go before all.
        let mut best: Option<(f64, Next)> = None;
        for (rank, next) in go_on.chain(begin) {
            if best.as_ref().is_none_or(|(highest, _)| rank > *highest) {
                best = Some((rank, next));
            }
        }
        best.map(|(_, next)| next)
    }

    /// Returns a slot to a run that waits for one.
    fn grant_slot(&mut self, site: SiteId) {
        let Some(active) = self.active.get_mut(&site) else {
            return;
        };
        let now = self.context.steady();
        let held = Place::Held(now, Duration::ZERO);
        active.place = match std::mem::replace(&mut active.place, held) {
            Place::Wanted(sender, since) => match sender.send(()) {
                Ok(()) => Place::Held(now, now.saturating_duration_since(since)),
                // The run was stopped meanwhile; its end note is on the way.
                Err(()) => Place::GivenUp,
            },
            other => other,
        };
    }

    fn start(&mut self, site: Site, waiting: QueuedRun) {
        let (stop, room) = (Stop::new(), RoomRequest::default());
        let follow = AfterRun::new(self.leaving.clone());
        let now = self.context.steady();
        let id = site.id;
        if let Some(turn) = waiting.turn
            && let Err(error) = self.context.store.begin_part(turn, id, self.context.now())
        {
            tracing::warn!(%error, "the beginning of a turn is not noted");
        }
        self.active.insert(
            id,
            Active {
                stop: stop.clone(),
                exports: follow.clone(),
                groups: waiting.groups,
                priority: waiting.priority,
                one_shot: waiting.one_shot,
                turn: waiting.turn,
                place: Place::Held(now, now.saturating_duration_since(waiting.since)),
                room: room.clone(),
                restore: false,
            },
        );
        let context = Arc::clone(&self.context);
        let notes = self.notes.clone();
        // Log lines of the run refer to its site.
        let span = tracing::info_span!("run", site = site.name, run = tracing::field::Empty);
        self.context.crawling.spawn(async move {
            let places = notes.clone();
            let slot = Slot::new(room, move |note| {
                let _ = places.send(Note::Place { site: id, note });
            });
            let run = run_site(Arc::clone(&context), site, waiting.options, stop, slot);
            let report = match tokio::spawn(run.instrument(span.clone())).await {
                Ok(report) => report,
                Err(_) => tokio::task::block_in_place(|| broken_run(&context, id)),
            };
            let report = Box::new(report);
            let exporting = Arc::clone(&context);
            follow.begin();
            let exported = blocking(move || exports::after_run(&exporting, id, &follow));
            let _ = exported.instrument(span).await;
            let _ = notes.send(Note::RunEnded { site: id, report });
        });
    }
}

/// Sites that are not requested for now: they are probed instead, or wait for a person.
pub(in crate::controller) fn closed(context: &EngineContext) -> Result<Vec<SiteId>, EngineError> {
    let known = context.store.supervisions()?;
    let closed = known.iter().filter(|site| site.is_closed());
    Ok(closed.map(|site| site.site).collect())
}
