//! Turns of tasks as runs: which of them run, wait or are skipped, how they ended, and which runs
//! yield to more urgent ones.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use super::run_slots::{Active, Place, QueuedRun};
use super::waiting_sites::{Runs, closed};
use crate::controller::tasks::scheduler::TaskRun;
use crate::crawl::RunReport;
use crate::protocol::{EngineError, Event};
use bowerbird_io::store::PartEnd;
use bowerbird_logic::model::{
    OverlapPolicy, RunCause, RunEnd, RunId, RunOptions, Site, SiteId, TurnId, TurnOutcome,
};
use bowerbird_logic::policy::schedule::{BY_HAND, must_yield, rank};

/// The maximum number of waiting runs of one site.
const MAX_WAITING: usize = 20;

impl Runs {
    /// Takes turns of tasks; the outcomes of those that do not run are added to `ends`.
    pub(in crate::controller) fn take_turns(&mut self, turns: &[TaskRun]) {
        if turns.is_empty() {
            return;
        }
        let (sites, closed) = match self.site_states() {
            Ok(standing) => standing,
            Err(error) => {
                self.context
                    .publish(Event::CommandFailed { message: error.0 });
                return;
            }
        };
        let mut waits: HashMap<SiteId, usize> = HashMap::new();
        for waiting in &self.waiting {
            *waits.entry(waiting.site).or_default() += 1;
        }
        for turn in turns {
            let waiting = waits.entry(turn.site).or_default();
            let gate = &self.context.gate;
            let open = sites.get(&turn.site).is_some_and(|site| {
                let is_free = (site.enabled || turn.wanted) && !site.paused;
                is_free && gate.unless_site_refused(&site.name).is_ok()
            });
            let left_out = if !open || (closed.contains(&turn.site) && !turn.wanted) {
                Some(TurnOutcome::Closed)
            } else {
                self.left_out(turn, *waiting)
            };
            match left_out {
                Some(outcome) => self.part_ended(Some(turn.turn), turn.site, outcome, None),
                None => {
                    *waiting += 1;
                    self.waiting.push(waiting_of(turn, self.context.steady()));
                }
            }
        }
        self.start_next();
    }

    /// Whether a turn is skipped because of other runs of its site; replaces one that gives way.
    fn left_out(&mut self, turn: &TaskRun, waiting: usize) -> Option<TurnOutcome> {
        let policy = match turn.wanted {
            true => OverlapPolicy::Queue,
            false => turn.overlap,
        };
        let most = match policy {
            OverlapPolicy::Queue => MAX_WAITING,
            OverlapPolicy::Skip | OverlapPolicy::Replace => 1,
        };
        if waiting >= most {
            return Some(TurnOutcome::Overlapped);
        }
        let active = self.active.get_mut(&turn.site)?;
        match policy {
            OverlapPolicy::Skip => Some(TurnOutcome::Overlapped),
            OverlapPolicy::Queue => None,
            OverlapPolicy::Replace => {
                // A manual run finishes first.
                if active.priority < BY_HAND {
                    active.restore = false;
                    active.stop.cancel();
                }
                None
            }
        }
    }

    fn site_states(&self) -> Result<(HashMap<SiteId, Site>, HashSet<SiteId>), EngineError> {
        let sites = self.context.store.sites()?.into_iter();
        let sites = sites.map(|site| (site.id, site)).collect();
        Ok((sites, closed(&self.context)?.into_iter().collect()))
    }

    /// Records the end of a site's part in a turn.
    pub(in crate::controller) fn part_ended(
        &mut self,
        turn: Option<TurnId>,
        site: SiteId,
        outcome: TurnOutcome,
        run: Option<RunId>,
    ) {
        self.ends.extend(turn.map(|turn| PartEnd {
            turn,
            site,
            outcome,
            run,
            pages: 0,
            records_new: 0,
        }));
    }

    /// Handles the end of a site's run in a turn.
    pub(in crate::controller) fn run_of_turn_ended(
        &mut self,
        turn: TurnId,
        site: SiteId,
        report: &RunReport,
    ) {
        // A run that ends with the program continues the next time, and its turn with it.
        if self.closing && report.end == RunEnd::Stopped {
            return;
        }
        self.ends.push(PartEnd {
            turn,
            site,
            outcome: match report.end {
                RunEnd::Finished => TurnOutcome::Done,
                RunEnd::Blocked | RunEnd::Failed => TurnOutcome::Failed,
                RunEnd::Incomplete
                | RunEnd::Limited
                | RunEnd::Stopped
                | RunEnd::Paused
                | RunEnd::Interrupted
                | RunEnd::Cancelled => TurnOutcome::Partly,
            },
            run: report.run,
            pages: report.progress.pages_ok,
            records_new: report.progress.records_new,
        });
    }

    /// Asks the least urgent run to yield to the most urgent waiting one, if that is clearly more
    /// urgent; one at a time.
    pub(in crate::controller) fn make_room(&mut self) {
        let now = self.context.steady();
        let asked = |active: &Active| active.room.is_asked() && is_held(active);
        if self.waiting.is_empty() || self.active.values().any(asked) {
            return;
        }
        let begin = self.waiting.iter();
        let begin = begin.filter(|waiting| !self.active.contains_key(&waiting.site));
        let levels = begin.map(|waiting| {
            let mut claim = waiting.claim(now);
            claim.waited = Duration::ZERO;
            claim
        });
        let most_urgent = levels.max_by(|a, b| rank(*a).total_cmp(&rank(*b)));
        let Some(claim) = most_urgent else {
            return;
        };
        let held = self
            .active
            .values()
            .filter_map(|active| match active.place {
                Place::Held(since, waited) => {
                    let mut claim = active.claim(since, now);
                    let held = std::mem::replace(&mut claim.waited, waited);
                    Some((active, claim, held))
                }
                Place::GivenUp | Place::Wanted(..) => None,
            });
        let ready = held.filter(|(_, running, held)| must_yield(*running, *held, claim));
        if let Some((active, ..)) = ready.min_by_key(|(_, running, _)| running.priority) {
            active.room.ask();
        }
    }

    /// Whether runs wait for a slot.
    pub(in crate::controller) fn is_crowded(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The number of running and waiting runs.
    pub(in crate::controller) fn counts(&self) -> (usize, usize) {
        (self.active.len(), self.waiting.len())
    }
}

fn is_held(active: &Active) -> bool {
    matches!(active.place, Place::Held(..))
}

fn waiting_of(turn: &TaskRun, now: Instant) -> QueuedRun {
    QueuedRun {
        site: turn.site,
        options: RunOptions {
            cause: RunCause::Schedule,
            max_pages: turn.limits.pages,
            max_seconds: turn.limits.seconds,
            max_bytes: turn.limits.bytes,
            max_errors: turn.limits.errors,
            ..RunOptions::default()
        },
        priority: turn.priority,
        one_shot: turn.one_shot,
        turn: Some(turn.turn),
        since: now,
        groups: Vec::new(),
    }
}
