//! Which sites run, which wait for their turn, and who waits for them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::Timestamp;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::hub::Note;
use super::tasks::Turn;
use super::{EngineError, Event, sites};

use crate::engine::crawl::{PlaceNote, RunReport, Slot, forget_walk, run_site};
use crate::engine::ground::Ground;
use crate::engine::stop::Stop;
use crate::logic::messages::Message;
use crate::logic::model::{OverlapPolicy, RunCause, RunEnd, RunOptions, RunProgress, Site, SiteId};

/// Priority of a run that a person asked for: before all tasks.
const BY_HAND: u8 = 10;

/// The runs of an engine.
pub(super) struct Runs {
    ground: Arc<Ground>,
    notes: UnboundedSender<Note>,
    active: HashMap<SiteId, Active>,
    waiting: Vec<Waiting>,
    /// Runs left of each `Run` command.
    groups: HashMap<u64, usize>,
    last_group: u64,
    /// Sites to be removed when their run has ended.
    doomed: Vec<SiteId>,
}

struct Active {
    stop: Stop,
    groups: Vec<u64>,
    priority: u8,
    place: Place,
    /// Whether what it drops at its end is to come back.
    restore: bool,
}

/// Whether a run has a place among those that run at once.
enum Place {
    Held,
    /// It needs none: its site is left alone for hours.
    GivenUp,
    /// It wants one again since then.
    Wanted(oneshot::Sender<()>, Instant),
}

struct Waiting {
    site: SiteId,
    options: RunOptions,
    priority: u8,
    since: Instant,
    groups: Vec<u64>,
}

/// Who gets the next free place.
enum Next {
    /// A run that begins: its place in the queue.
    Begins(usize),
    /// One that goes on.
    GoesOn(SiteId),
}

/// A run that waits gains a step of priority in this time, so that none waits for ever behind
/// those that always come before it: after `10 * STEP` it is level with what a person asks for.
const STEP: Duration = Duration::from_secs(300);

/// The rank of what waits since `since`.
fn rank(priority: u8, since: Instant, now: Instant) -> f64 {
    f64::from(priority) + now.saturating_duration_since(since).as_secs_f64() / STEP.as_secs_f64()
}

impl Runs {
    pub(super) fn new(ground: Arc<Ground>, notes: UnboundedSender<Note>) -> Self {
        Self {
            ground,
            notes,
            active: HashMap::new(),
            waiting: Vec::new(),
            groups: HashMap::new(),
            last_group: 0,
            doomed: Vec::new(),
        }
    }

    /// Whether nothing runs.
    pub(super) fn is_idle(&self) -> bool {
        self.active.is_empty()
    }

    /// Runs sites, all enabled ones when `wanted` is empty; a site that runs already is waited for.
    pub(super) fn run(
        &mut self,
        wanted: &[SiteId],
        options: &RunOptions,
    ) -> Result<(), EngineError> {
        let all = self.ground.store.sites()?;
        let mut chosen: Vec<SiteId> = Vec::new();
        if wanted.is_empty() {
            let free = all.iter().filter(|site| site.enabled && !site.paused);
            chosen.extend(free.map(|site| site.id));
        }
        for id in wanted {
            if !all.iter().any(|site| site.id == *id) {
                return Err(sites::not_found(*id));
            }
            if !chosen.contains(id) {
                chosen.push(*id);
            }
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
                self.waiting.push(Waiting {
                    site,
                    options: options.clone(),
                    priority: BY_HAND,
                    since: Instant::now(),
                    groups: vec![group],
                });
            }
        }
        self.end_groups();
        self.start_next();
        Ok(())
    }

    /// Takes the turn of a task.
    pub(super) fn take_turn(&mut self, turn: &Turn) {
        let waits = self.waiting.iter().any(|waiting| waiting.site == turn.site);
        let runs = self.active.contains_key(&turn.site);
        let site = self.ground.store.site(turn.site);
        let paused = matches!(site, Ok(Some(site)) if site.paused);
        if waits || paused || (runs && turn.overlap == OverlapPolicy::Skip) {
            return;
        }
        self.waiting.push(Waiting {
            site: turn.site,
            options: RunOptions {
                cause: RunCause::Schedule,
                ..RunOptions::default()
            },
            priority: turn.priority,
            since: Instant::now(),
            groups: Vec::new(),
        });
        self.start_next();
    }

    /// Stops the run of a site, or lets it never begin.
    pub(super) fn stop(&mut self, site: SiteId) {
        if let Some(active) = self.active.get(&site) {
            active.stop.stop();
        }
        self.leave_queue(site);
    }

    /// Pauses the run of a site; one that waits for its turn never begins.
    pub(super) fn pause(&mut self, site: SiteId) {
        if let Some(active) = self.active.get(&site) {
            active.stop.pause();
        }
        self.leave_queue(site);
    }

    /// Ends the run of a site for good and drops what it has queued; so too where none runs.
    pub(super) fn cancel(&mut self, site: SiteId) -> Result<(), EngineError> {
        self.leave_queue(site);
        if let Some(active) = self.active.get_mut(&site) {
            active.restore = false;
            active.stop.cancel();
            return Ok(());
        }
        forget_walk(&self.ground.store, site)?;
        self.ground.store.drop_queue(site)?;
        self.ground.tell(Event::SitesChanged);
        Ok(())
    }

    /// Takes a cancel back: what was dropped is queued again, and the next run goes on with it.
    pub(super) fn restore(&mut self, site: SiteId) -> Result<(), EngineError> {
        if let Some(active) = self.active.get_mut(&site) {
            // It may have dropped its queue already, and be on its way here.
            active.restore = true;
            active.stop.keep();
            return Ok(());
        }
        self.ground.store.restore_queue(site)?;
        self.ground.tell(Event::SitesChanged);
        Ok(())
    }

    /// Pauses a site as another process wishes: also one that does not run, where it has
    /// something queued.
    pub(super) fn pause_any(&mut self, site: SiteId) -> Result<(), EngineError> {
        self.pause(site);
        if !self.active.contains_key(&site) {
            self.ground.store.pause_idle(site)?;
            self.ground.tell(Event::SitesChanged);
        }
        Ok(())
    }

    /// A run gives up its place, or wants one again.
    pub(super) fn place(&mut self, site: SiteId, note: PlaceNote) {
        if let Some(active) = self.active.get_mut(&site) {
            active.place = match note {
                PlaceNote::GivenUp => Place::GivenUp,
                PlaceNote::Wanted(sender) => Place::Wanted(sender, Instant::now()),
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
            self.leave_groups(&waiting.groups);
        }
    }

    /// Stops all runs.
    pub(super) fn stop_all(&mut self) {
        for active in self.active.values() {
            active.stop.stop();
        }
        for waiting in std::mem::take(&mut self.waiting) {
            self.leave_groups(&waiting.groups);
        }
    }

    /// Removes a site: at once, or when its run has stopped.
    pub(super) fn remove_site(&mut self, site: SiteId) -> Result<(), EngineError> {
        self.stop(site);
        if self.active.contains_key(&site) {
            self.doomed.push(site);
            return Ok(());
        }
        sites::remove(&self.ground, site)
    }

    /// A run has ended.
    pub(super) fn ended(&mut self, site: SiteId, report: RunReport) {
        let active = self.active.remove(&site);
        if active.as_ref().is_some_and(|active| active.restore)
            && let Err(error) = self.ground.store.restore_queue(site)
        {
            let message = EngineError::from(error).0;
            self.ground.tell(Event::CommandFailed { message });
        }
        let groups = active.map(|active| active.groups);
        match report.run {
            Some(run) => self.ground.tell(Event::RunEnded {
                run,
                site,
                end: report.end,
                progress: report.progress,
                message: report.message,
            }),
            None => {
                if let Some(message) = report.message {
                    self.ground.tell(Event::CommandFailed { message });
                }
            }
        }
        self.ground.tell(Event::SitesChanged);
        self.ground.tell(Event::RecordsChanged);
        if let Some(index) = self.doomed.iter().position(|doomed| *doomed == site) {
            self.doomed.swap_remove(index);
            if let Err(error) = sites::remove(&self.ground, site) {
                self.ground.tell(Event::CommandFailed { message: error.0 });
            }
        }
        self.leave_groups(&groups.unwrap_or_default());
        self.start_next();
    }

    fn leave_groups(&mut self, groups: &[u64]) {
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
            self.ground.tell(Event::RunsEnded);
        }
    }

    /// Starts what may start, or go on: highest rank first.
    fn start_next(&mut self) {
        loop {
            let held = |active: &&Active| matches!(active.place, Place::Held);
            let places = self.ground.options.sites_at_once.max(1);
            if self.active.values().filter(held).count() >= places {
                return;
            }
            let index = match self.next(Instant::now()) {
                Some(Next::Begins(index)) => index,
                Some(Next::GoesOn(site)) => {
                    self.go_on(site);
                    continue;
                }
                None => return,
            };
            let waiting = self.waiting.remove(index);
            match self.ground.store.site(waiting.site) {
                Ok(Some(site)) => self.start(site, waiting),
                // Removed meanwhile.
                Ok(None) => self.leave_groups(&waiting.groups),
                Err(error) => {
                    let message = EngineError::from(error).0;
                    self.ground.tell(Event::CommandFailed { message });
                    self.leave_groups(&waiting.groups);
                }
            }
        }
    }

    /// Who is next for a free place.
    fn next(&self, now: Instant) -> Option<Next> {
        let begin = self.waiting.iter().enumerate();
        let begin = begin
            .filter(|(_, waiting)| !self.active.contains_key(&waiting.site))
            .map(|(index, waiting)| {
                let rank = rank(waiting.priority, waiting.since, now);
                (rank, Next::Begins(index))
            });
        let go_on = self.active.iter().filter_map(|(site, active)| {
            let Place::Wanted(_, since) = &active.place else {
                return None;
            };
            Some((rank(active.priority, *since, now), Next::GoesOn(*site)))
        });
        // The first of equals: who waits longest, those that are to go on before all.
        let mut best: Option<(f64, Next)> = None;
        for (rank, next) in go_on.chain(begin) {
            if best.as_ref().is_none_or(|(highest, _)| rank > *highest) {
                best = Some((rank, next));
            }
        }
        best.map(|(_, next)| next)
    }

    /// Gives a run that waits for one its place back.
    fn go_on(&mut self, site: SiteId) {
        let Some(active) = self.active.get_mut(&site) else {
            return;
        };
        active.place = match std::mem::replace(&mut active.place, Place::Held) {
            Place::Wanted(sender, _) => match sender.send(()) {
                Ok(()) => Place::Held,
                // By a run that was stopped meanwhile; its end is on the way.
                Err(()) => Place::GivenUp,
            },
            other => other,
        };
    }

    fn start(&mut self, site: Site, waiting: Waiting) {
        let stop = Stop::new();
        let id = site.id;
        self.active.insert(
            id,
            Active {
                stop: stop.clone(),
                groups: waiting.groups,
                priority: waiting.priority,
                place: Place::Held,
                restore: false,
            },
        );
        let ground = Arc::clone(&self.ground);
        let notes = self.notes.clone();
        self.ground.crawling.spawn(async move {
            let places = notes.clone();
            let slot = Slot::new(move |note| {
                let _ = places.send(Note::Place { site: id, note });
            });
            let run = run_site(Arc::clone(&ground), site, waiting.options, stop, slot);
            let report = match tokio::spawn(run).await {
                Ok(report) => report,
                Err(_) => tokio::task::block_in_place(|| broken(&ground, id)),
            };
            let report = Box::new(report);
            let _ = notes.send(Note::RunEnded { site: id, report });
        });
    }
}

/// Ends the run of a site that panicked: it must not look like one that goes on for ever.
fn broken(ground: &Ground, site: SiteId) -> RunReport {
    let message = Message::new("engine-run-broke");
    let open = ground.store.runs(Some(site), 1).ok().and_then(|runs| {
        let run = runs.into_iter().next()?;
        run.ended_at.is_none().then_some(run)
    });
    let (run, progress) = open.map_or((None, RunProgress::default()), |run| {
        (Some(run.id), run.progress)
    });
    if let Some(run) = run {
        let now = Timestamp::now();
        let ended = ground
            .store
            .end_run(run, RunEnd::Failed, &progress, Some(&message), now);
        if let Err(error) = ended {
            tracing::error!(%error, "a broken run stays open");
        }
    }
    RunReport {
        run,
        end: RunEnd::Failed,
        progress,
        message: Some(message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turns of low priority that wait while urgent ones come again and again: how long until one
    /// of priority `low` is first.
    fn waits(low: u8, urgent: u8) -> Duration {
        let begin = Instant::now();
        let mut waited = Duration::ZERO;
        // The urgent one is always new.
        while rank(low, begin, begin + waited) <= rank(urgent, begin + waited, begin + waited) {
            waited += Duration::from_secs(1);
            assert!(waited < Duration::from_secs(86_400), "starved");
        }
        waited
    }

    #[test]
    fn no_run_waits_for_ever_behind_more_urgent_ones() {
        assert!(waits(0, BY_HAND) <= STEP * 10 + Duration::from_secs(1));
        assert!(waits(7, 8) <= STEP + Duration::from_secs(1));
        let now = Instant::now();
        assert!(
            rank(9, now, now) > rank(8, now, now),
            "priority counts first"
        );
    }
}
