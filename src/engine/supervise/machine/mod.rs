//! The state machine of one site: healthy → suspect → blocked → cooling → probing → restored →
//! healthy, or to a person. Flows in: answers of runs and probes, the ends of runs, a person's
//! word; time and chance are values in them. Flows out: a decision for each answer, and what
//! changed: moves with the rule that made them, actions with why and what came of them.
//!
//! It is bounded: actions of a run, actions within an hour, restarts, probes. What is beyond ends
//! the run, and in the end leaves the site to the person.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::closing::{TransitionCause, closes};
use super::notes::{Change, cause, pacing_message, why};
use super::observation::{Decision, Observation, RequestRole};
use super::retry_policy::{Tried, choose};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    ActionKind, ActionOutcome, OpenAction, PageState, Phase, RunId, SiteAction, SiteEvent,
    Supervision, SupervisionPlan,
};

/// Good answers in a row after which rate limits are forgotten, and a restored site is healthy.
const CLEAN_STRETCH: u32 = 25;
/// Good answers in a row after which a site that was slowed down is asked twice as often.
const EASE_AFTER: u32 = 10;
/// Each time the site refuses the faster pace again, so many times more; at most this often.
const MAX_PATIENCE: u32 = 16;
/// A site is slowed down at most to a sixteenth of its pace.
const SLOWEST: u32 = 15;
/// An hour, in which actions are counted.
const HOUR_US: i64 = 3_600_000_000;

/// The machine of one site.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) plan: SupervisionPlan,
    pub(super) site: Supervision,
    pub(super) run: Option<RunId>,
    pub(super) seed: u64,
    tried: Tried,
    /// Good answers in a row in this run.
    clean: u32,
    /// Whether the site is asked faster than it was after it last refused.
    sped_up: bool,
    /// How many times [`EASE_AFTER`] good answers it takes to ask it faster.
    patience: u32,
    /// Actions of this run.
    actions: u32,
    /// Whether anything was tried since the site was suspected.
    acted: bool,
    /// Whether a mere try is allowed: the site was closed when the run began.
    cautious: bool,
    stood_in: bool,
    paused_until: Option<Timestamp>,
    /// The session that the last answer came through.
    pub(super) session: Option<u64>,
    pub(super) change: Change,
}

impl Machine {
    /// The machine of a site that stands as `site` says; `run` is `None` for a probe. `seed` is the
    /// chance of this run.
    pub fn new(plan: SupervisionPlan, site: Supervision, run: Option<RunId>, seed: u64) -> Self {
        Self {
            plan,
            site,
            run,
            seed,
            tried: Tried::default(),
            clean: 0,
            sped_up: false,
            patience: 1,
            actions: 0,
            acted: false,
            cautious: false,
            stood_in: false,
            paused_until: None,
            session: None,
            change: Change::default(),
        }
    }

    /// The same for a run of a site that is closed: it tries each egress once and waits for none.
    #[must_use]
    pub fn cautious(mut self, cautious: bool) -> Self {
        self.cautious = cautious && self.site.is_closed();
        self
    }

    /// How the site stands.
    pub fn site(&self) -> &Supervision {
        &self.site
    }

    /// Whether this run is a mere try.
    pub(super) fn is_cautious(&self) -> bool {
        self.cautious
    }

    /// How many times slower than the rule's pace the site is to be asked; 1 is the rule's own.
    pub fn pace_factor(&self) -> u32 {
        self.site.memory.slowdown + 1
    }

    /// What changed since this was asked last.
    pub fn take_change(&mut self) -> Change {
        std::mem::take(&mut self.change)
    }

    /// Another egress was taken: what was tried through the last one says nothing of it.
    pub fn egress_changed(&mut self) {
        self.tried = Tried::default();
        self.clean = 0;
        self.paused_until = None;
    }

    /// Puts the details of the last action into its words.
    pub fn explain(&mut self, why: Message) {
        self.change.explain(why);
    }

    /// Whether no further action may be taken now.
    pub fn is_spent(&self) -> bool {
        let hour = u32::try_from(self.site.memory.spent.len()).unwrap_or(u32::MAX);
        self.actions >= self.plan.actions_per_run || hour >= self.plan.actions_per_hour
    }

    /// Decides about an answer.
    pub fn observe(&mut self, seen: &Observation) -> Decision {
        self.session = seen.means.session;
        if let Some(wait) = self.left_of_pause(seen) {
            // It was on its way when the pause began, and tells nothing new.
            return Decision::Pause { wait };
        }
        self.forget_old(seen.at);
        let fewer = self.learn_at_once(seen);
        if !fewer {
            self.count(seen);
        }
        let good = is_ok(seen);
        if is_trouble(seen) {
            self.settle(seen.at, ActionOutcome::NoHelp, Some(&seen.url));
        }
        self.tried.fewer = fewer;
        (self.tried.spent, self.tried.once) = (self.is_spent(), self.cautious);
        let (decision, action) = choose(&self.plan, seen, &self.tried);
        if good {
            self.on_success(seen);
        } else if decision != Decision::Keep {
            self.bad(seen, decision, action);
        }
        if let Some(kind) = action {
            self.act(kind, seen, decision);
        }
        if seen.stood_in && good {
            self.read_without_rule(seen);
        }
        decision
    }

    /// A step that was due is being taken.
    pub fn note_step_started(&mut self) {
        self.site.next = None;
        self.change.noted = true;
    }

    /// A person takes the site off or puts it on again.
    pub fn hold(&mut self, held: bool) {
        self.site.memory.held = held;
        self.change.noted = true;
    }

    /// An action that a person wants.
    pub fn ordered(&mut self, kind: ActionKind, at: Timestamp) {
        let state = self.site.state;
        self.note_action(kind, at, at, state, Message::new("supervise-why-asked"));
    }

    /// What is left of the pause in which an answer came that was asked for before.
    fn left_of_pause(&self, seen: &Observation) -> Option<Duration> {
        let until = self.paused_until?;
        if seen.verdict.state != PageState::RateLimited || seen.at >= until {
            return None;
        }
        Duration::try_from(until.duration_since(seen.at)).ok()
    }

    fn count(&mut self, seen: &Observation) {
        if seen.elsewhere {
            return;
        }
        match seen.verdict.state {
            PageState::RateLimited => {
                self.clean = 0;
                self.tried.rate_limit_strikes += 1;
            }
            PageState::Blocked | PageState::Challenge | PageState::SoftBlock => {
                self.tried.block_streak += 1;
            }
            _ => {}
        }
    }

    fn on_success(&mut self, seen: &Observation) {
        self.settle(seen.at, ActionOutcome::Helped, Some(&seen.url));
        self.count_success(seen.at);
        self.ease_at_once();
        self.cautious = false;
        self.tried.block_streak = 0;
        self.clean += 1;
        if self.clean >= CLEAN_STRETCH {
            self.tried.rate_limit_strikes = 0;
        }
        self.ease();
        let judged = TransitionCause::of_observation(seen);
        match self.site.phase {
            Phase::Healthy => {}
            Phase::Suspect if self.acted => self.restored(&judged),
            Phase::Suspect => self.healthy(Message::new("supervise-rule-good"), &judged),
            Phase::Restored => {
                self.site.memory.clean += 1;
                if self.site.memory.clean >= CLEAN_STRETCH {
                    let rule = Message::new("supervise-rule-clean").with("pages", CLEAN_STRETCH);
                    self.healthy(rule, &judged);
                }
            }
            Phase::Blocked | Phase::Cooling | Phase::Probing => self.restored(&judged),
            Phase::NeedsYou if self.site.is_closed() => self.restored(&judged),
            // What the person is needed for is another page, or the rule.
            Phase::NeedsYou => {}
        }
    }

    fn restored(&mut self, judged: &TransitionCause<'_>) {
        let rule = Message::new("supervise-rule-good");
        self.transition(Phase::Restored, rule, judged);
        self.site.memory.clean = 0;
        self.acted = false;
    }

    fn bad(&mut self, seen: &Observation, decision: Decision, action: Option<ActionKind>) {
        self.site.memory.eased = 0;
        if !is_trouble(seen) || !matches!(self.site.phase, Phase::Healthy | Phase::Restored) {
            return;
        }
        let ends = matches!(decision, Decision::EndBlocked | Decision::EndFailed);
        let lost = decision == Decision::GiveUp && seen.role != RequestRole::Content;
        if ends || lost || action.is_some() || self.tried.block_streak >= 2 {
            self.site.memory.clean = 0;
            let rule = cause("supervise-rule-suspect", seen.verdict.state);
            self.transition(Phase::Suspect, rule, &TransitionCause::of_observation(seen));
        }
    }

    /// Takes an action of the plan.
    fn act(&mut self, kind: ActionKind, seen: &Observation, decision: Decision) {
        let wait = match decision {
            Decision::Pause { wait } => wait,
            Decision::NewConnection { after } => after,
            _ => Duration::ZERO,
        };
        let from = later(seen.at, wait);
        match kind {
            ActionKind::RetryAfter | ActionKind::SlowDown => self.paused_until = Some(from),
            ActionKind::NewConnection => self.tried.connection = true,
            ActionKind::NewSession => self.tried.session = true,
            _ => {}
        }
        if kind == ActionKind::SlowDown && !self.tried.fewer {
            let memory = &mut self.site.memory;
            memory.slowdown = (memory.slowdown * 2 + 1).min(SLOWEST);
            memory.eased = 0;
            if std::mem::take(&mut self.sped_up) {
                self.patience = (self.patience * 2).min(MAX_PATIENCE);
            }
        }
        let words = match self.site.memory.at_once {
            Some(most) if self.tried.fewer => pacing_message(most, wait),
            _ => why(kind, seen, wait, self.pace_factor()),
        };
        self.note_action(kind, seen.at, from, seen.verdict.state, words);
        // What is about the whole site any page tells; the rest only the page that did not come.
        let waits = matches!(
            kind,
            ActionKind::RetryAfter | ActionKind::SlowDown | ActionKind::NewConnection
        );
        if let Some(open) = self.site.memory.open.last_mut().filter(|_| !waits) {
            open.page.clone_from(&seen.url);
        }
    }

    /// Notes an action; what came of it is open.
    pub(super) fn note_action(
        &mut self,
        kind: ActionKind,
        at: Timestamp,
        from: Timestamp,
        state: PageState,
        why: Message,
    ) {
        self.actions += 1;
        self.acted = true;
        let memory = &mut self.site.memory;
        memory.actions += 1;
        memory.spent.push(at.as_microsecond());
        memory.open.push(OpenAction {
            number: memory.actions,
            kind,
            from: from.as_microsecond(),
            page: String::new(),
        });
        self.change.actions.push(SiteAction {
            number: memory.actions,
            at,
            run: self.run,
            kind,
            state,
            why,
            outcome: ActionOutcome::Pending,
            ended_at: None,
            session: self.session,
        });
    }

    /// The rule's own ways found nothing, and the page was read without it: noted once a run.
    fn read_without_rule(&mut self, seen: &Observation) {
        if self.stood_in || !self.plan.has(ActionKind::Generic) {
            return;
        }
        self.stood_in = true;
        let words = why(ActionKind::Generic, seen, Duration::ZERO, 1);
        let (at, phase_acted) = (seen.at, self.acted);
        self.note_action(ActionKind::Generic, at, at, PageState::LayoutChanged, words);
        self.acted = phase_acted;
        self.settle(at, ActionOutcome::Helped, Some(&seen.url));
    }

    /// What came of the actions that were open at `at`: by an answer for `page`, or altogether. A good
    /// answer speaks only for what was to bring that very page, or any.
    pub(super) fn settle(&mut self, at: Timestamp, outcome: ActionOutcome, page: Option<&str>) {
        let now = at.as_microsecond();
        let open = std::mem::take(&mut self.site.memory.open);
        for action in open {
            // What a rule is worth, the end of a run says.
            let other = outcome == ActionOutcome::Helped
                && !action.page.is_empty()
                && page.is_some_and(|page| page != action.page);
            if action.from > now || other || action.kind == ActionKind::OtherRule {
                self.site.memory.open.push(action);
            } else {
                self.change.end(action.number, outcome, at);
            }
        }
    }

    pub(super) fn healthy(&mut self, rule: Message, judged: &TransitionCause<'_>) {
        self.transition(Phase::Healthy, rule, judged);
        self.acted = false;
        let memory = &mut self.site.memory;
        (memory.setbacks, memory.restarts, memory.clean) = (0, 0, 0);
        memory.interrupted = false;
        memory.told = false;
    }

    /// Speeds up again after some good answers; after more of them where the site refused that pace
    /// before, so that a run at the pace that is borne comes to its end.
    fn ease(&mut self) {
        let memory = &mut self.site.memory;
        if memory.slowdown == 0 {
            return;
        }
        memory.eased += 1;
        if memory.eased >= EASE_AFTER * self.patience {
            memory.eased = 0;
            memory.slowdown = memory.slowdown.saturating_sub(1) / 2;
            self.sped_up = true;
            self.change.noted = true;
        }
    }

    /// What came of an earlier version of the rule.
    pub(super) fn settle_rule(&mut self, at: Timestamp, outcome: ActionOutcome) {
        let open = std::mem::take(&mut self.site.memory.open);
        let (rules, others): (Vec<_>, Vec<_>) = open
            .into_iter()
            .partition(|action| action.kind == ActionKind::OtherRule);
        self.site.memory.open = others;
        for action in rules {
            self.change.end(action.number, outcome, at);
        }
    }

    pub(super) fn forget_old(&mut self, now: Timestamp) {
        let oldest = now.as_microsecond() - HOUR_US;
        self.site.memory.spent.retain(|at| *at > oldest);
    }

    /// Moves the site, and notes the move.
    pub(super) fn transition(&mut self, to: Phase, rule: Message, judged: &TransitionCause<'_>) {
        let site = &mut self.site;
        let from = site.phase;
        (site.state, site.rule) = (judged.state, rule.clone());
        if !judged.url.is_empty() {
            judged.url.clone_into(&mut site.url);
        }
        site.next = None;
        if from == to {
            self.change.noted = true;
            return;
        }
        (site.phase, site.since) = (to, judged.at);
        site.memory.events += 1;
        self.change.events.push(SiteEvent {
            number: site.memory.events,
            at: judged.at,
            run: self.run,
            from,
            to,
            state: judged.state,
            rule,
            evidence: judged.evidence.to_vec(),
            url: judged.url.to_owned(),
            snapshot_at: judged.snapshot_at,
            session: self.session,
        });
    }
}

pub(super) fn later(at: Timestamp, wait: Duration) -> Timestamp {
    let wait = SignedDuration::try_from(wait).unwrap_or(SignedDuration::MAX);
    at.checked_add(wait).unwrap_or(Timestamp::MAX)
}

/// Whether the page is the one that was asked for.
pub(super) fn is_ok(seen: &Observation) -> bool {
    seen.verdict.state == PageState::Ok && seen.status < 400
}

/// Whether the answer speaks against the site, or the way to it.
fn is_trouble(seen: &Observation) -> bool {
    let state = seen.verdict.state;
    if seen.elsewhere && seen.role == RequestRole::Content {
        return false;
    }
    closes(state) || state == PageState::LoginRequired || seen.status >= 500
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod pace_tests;
