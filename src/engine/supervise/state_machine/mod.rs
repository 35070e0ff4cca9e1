//! The state machine of one site: healthy → suspect → blocked → cooling → probing → restored →
//! healthy, or to a person. Input: answers of runs and probes, the ends of runs, a person's
//! decisions; time and randomness are values in them. Output: a decision for each answer, and
//! changes: transitions with the rule behind them, actions with their reasons and outcomes.
//!
//! It is bounded: actions per run, actions per hour, restarts, probes. Exceeding a limit ends the
//! run, and finally leaves the site to a person.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::observation::{Decision, Observation, RequestRole};
use super::retry_policy::{Tried, choose};
use super::site_closure::{TransitionCause, closes};
use super::slowdown::{EASE_AFTER, MAX_PATIENCE, MAX_SLOWDOWN};
use super::state_transitions::{Change, cause, pacing_message, why};
use bowerbird_logic::messages::Message;
use bowerbird_logic::model::{
    ActionKind, ActionOutcome, OpenAction, PageState, Phase, RunId, SiteAction, SiteEvent,
    Supervision, SupervisionPlan,
};

/// Consecutive good answers after which rate limits are forgotten, and a restored site is healthy.
const CLEAN_STRETCH: u32 = 25;
/// The hour in which actions are counted.
const HOUR_US: i64 = 3_600_000_000;

/// The machine of one site.
#[derive(Clone, Debug)]
pub struct SiteStateMachine {
    pub(super) plan: SupervisionPlan,
    pub(super) site: Supervision,
    pub(super) run: Option<RunId>,
    pub(super) seed: u64,
    tried: Tried,
    /// Consecutive good answers in this run.
    clean: u32,
    /// Whether the pace is faster than after the site's last refusal.
    sped_up: bool,
    /// How many times [`EASE_AFTER`] good answers are needed to speed up.
    patience: u32,
    /// Actions of this run.
    actions: u32,
    /// Whether anything was tried since the site was suspected.
    acted: bool,
    /// Whether only a single try is allowed: the site was closed when the run began.
    cautious: bool,
    stood_in: bool,
    paused_until: Option<Timestamp>,
    /// The session of the last answer.
    pub(super) session: Option<u64>,
    /// The phase before the run began to wait for a person.
    pub(super) before_question: Option<Phase>,
    pub(super) change: Change,
}

impl SiteStateMachine {
    /// The machine of a site in the state `site`; `run` is `None` for a probe. `seed` is the random
    /// seed of this run.
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
            before_question: None,
            change: Change::default(),
        }
    }

    /// The same for a run of a closed site: it tries each egress once and waits for none.
    #[must_use]
    pub fn cautious(mut self, cautious: bool) -> Self {
        self.cautious = cautious && self.site.is_closed();
        self
    }

    /// The state of the site.
    pub fn site(&self) -> &Supervision {
        &self.site
    }

    /// Whether this run is only a try.
    pub(super) fn is_cautious(&self) -> bool {
        self.cautious
    }

    /// How many times slower than the rule's pace requests are sent; 1 is the rule's own.
    pub fn pace_factor(&self) -> u32 {
        self.site.memory.slowdown + 1
    }

    /// The changes since the last call.
    pub fn take_change(&mut self) -> Change {
        std::mem::take(&mut self.change)
    }

    /// Resets after an egress switch: actions tried through the last one do not count for it.
    pub fn egress_changed(&mut self) {
        self.tried = Tried::default();
        self.clean = 0;
        self.paused_until = None;
    }

    /// Adds the details of the last action to its reason.
    pub fn explain(&mut self, why: Message) {
        self.change.explain(why);
    }

    /// Whether the action budget is used up.
    pub fn is_spent(&self) -> bool {
        let hour = u32::try_from(self.site.memory.spent.len()).unwrap_or(u32::MAX);
        self.actions >= self.plan.actions_per_run || hour >= self.plan.actions_per_hour
    }

    /// Decides about an answer.
    pub fn observe(&mut self, seen: &Observation) -> Decision {
        self.session = seen.means.session;
        if let Some(wait) = self.left_of_pause(seen) {
            // It was requested before the pause began, and has no new information.
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

    /// Records that a due step is being taken.
    pub fn note_step_started(&mut self) {
        self.site.next = None;
        self.change.noted = true;
    }

    /// Pauses or resumes the site for a person.
    pub fn hold(&mut self, held: bool) {
        self.site.memory.held = held;
        self.change.noted = true;
    }

    /// Records an action that a person requested.
    pub fn ordered(&mut self, kind: ActionKind, at: Timestamp) {
        let state = self.site.state;
        self.note_action(kind, at, at, state, Message::new("supervise-why-asked"));
    }

    /// The rest of the pause during which an earlier request was answered.
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
            // A person is needed for another page, or for the rule.
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

    /// Executes an action of the plan.
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
            memory.slowdown = (memory.slowdown * 2 + 1).min(MAX_SLOWDOWN);
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
        // Any page settles site-wide problems; others only the page that failed.
        let waits = matches!(
            kind,
            ActionKind::RetryAfter | ActionKind::SlowDown | ActionKind::NewConnection
        );
        if let Some(open) = self.site.memory.open.last_mut().filter(|_| !waits) {
            open.page.clone_from(&seen.url);
        }
    }

    /// Records an action; its outcome is open.
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

    /// Records once per run that the rule found nothing and the page was read without it.
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

    /// Settles the actions open at `at`: by an answer for `page`, or altogether. A good answer
    /// counts only for actions that were to yield this page, or any.
    pub(super) fn settle(&mut self, at: Timestamp, outcome: ActionOutcome, page: Option<&str>) {
        let now = at.as_microsecond();
        let open = std::mem::take(&mut self.site.memory.open);
        for action in open {
            // The end of a run settles the value of a rule.
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

    /// Speeds up again after some good answers; after more of them if the site refused that pace
    /// before, so that a run at an accepted pace completes.
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

    /// Settles an earlier version of the rule.
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

    /// Moves the site to a phase, and records the transition.
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

/// Whether the page is the requested one.
pub(super) fn is_ok(seen: &Observation) -> bool {
    seen.verdict.state == PageState::Ok && seen.status < 400
}

/// Whether the answer counts against the site, or the connection to it.
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
