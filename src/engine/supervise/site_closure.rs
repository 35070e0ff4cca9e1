//! Ends of runs and the probes between them: what closes a site, when it is probed, and when it is
//! open again. A part of the machine.

use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::observation::Observation;
use super::state_machine::{SiteStateMachine, is_ok, later};
use super::state_transitions::cause;
use bowerbird_logic::detect::SCRIPT_SHELL;
use bowerbird_logic::messages::{Message, span};
use bowerbird_logic::model::{
    ActionKind, ActionOutcome, Evidence, LIST_PARTIAL, NextStep, PageState, Phase, RunEnd, Verdict,
};

/// A site that blocked us starts at four times the usual delay.
const GENTLY: u32 = 3;

/// The minimum time between probes of a site that was left to a person.
const SELDOM: Duration = Duration::from_secs(86_400);

/// The end of a run, as the supervisor sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOutcome {
    /// The time.
    pub at: Timestamp,
    /// The kind of end.
    pub end: RunEnd,
    /// The site's state at that time; `None` when the run reported none.
    pub state: Option<PageState>,
    /// The evidence behind that.
    pub evidence: Vec<Evidence>,
    /// The address that was judged.
    pub url: String,
    /// How long the site asked to wait.
    pub retry_after: Option<Duration>,
}

impl SiteStateMachine {
    /// Handles the end of a run.
    pub fn end(&mut self, ended: &RunOutcome) {
        self.forget_old(ended.at);
        let state = ended.state.unwrap_or(PageState::Ok);
        match ended.end {
            RunEnd::Blocked | RunEnd::Failed | RunEnd::Finished | RunEnd::Incomplete
                if needs_person(ended) =>
            {
                self.settle_rule(ended.at, ActionOutcome::NoHelp);
                self.site.memory.interrupted = ended.end == RunEnd::Blocked;
                let rule = cause("supervise-rule-person", state);
                self.transition(Phase::NeedsYou, rule, &TransitionCause::of(ended));
                self.site.next = None;
            }
            RunEnd::Blocked | RunEnd::Failed if closes(state) && ended.state.is_some() => {
                self.settle(ended.at, ActionOutcome::NoHelp, None);
                self.closed(ended, state);
            }
            RunEnd::Limited if self.allowance(ended.at) == Some(0) => {
                self.site.memory.interrupted = self.rest_of_hour();
            }
            RunEnd::Finished if ended.state == Some(PageState::Ok) => {
                // Actions that no good page settled did not help.
                self.settle(ended.at, ActionOutcome::NoHelp, None);
                self.settle_rule(ended.at, ActionOutcome::Helped);
                self.recover(
                    Message::new("supervise-rule-finished"),
                    &TransitionCause::of(ended),
                );
            }
            _ => {}
        }
        self.change.noted = true;
    }

    /// Starts a probe.
    pub fn begin_probe(&mut self, at: Timestamp) {
        self.forget_old(at);
        let url = self.site.url.clone();
        let judged = TransitionCause {
            at,
            state: self.site.state,
            evidence: &[],
            url: &url,
            snapshot_at: None,
        };
        let number = Message::new("supervise-why-probe").with("number", self.site.memory.setbacks);
        self.note_action(ActionKind::Probe, at, at, judged.state, number);
        // Stays until the probe is over: an interrupted one is repeated.
        let next = self.site.next.clone();
        self.transition(
            Phase::Probing,
            Message::new("supervise-rule-probe"),
            &judged,
        );
        self.site.next = next;
    }

    /// Whether an earlier version of the rule may be restored: the site reads differently than
    /// before, and the plan and its limits allow it.
    pub fn may_take_earlier_rule(&self) -> bool {
        self.site.phase == Phase::NeedsYou
            && self.site.state == PageState::LayoutChanged
            && self.plan.has(ActionKind::OtherRule)
            && self.site.memory.restarts < self.plan.restarts
            && !self.is_spent()
    }

    /// Records that an earlier version of the rule was restored, and why: the run restarts after a
    /// rest.
    pub fn note_earlier_rule(&mut self, why: Message, at: Timestamp) {
        self.site.memory.restarts += 1;
        let state = self.site.state;
        self.note_action(ActionKind::OtherRule, at, at, state, why);
        self.site.next = Some(NextStep {
            kind: ActionKind::Restart,
            at: later(at, self.plan.restart_after),
        });
    }

    /// Postpones a step.
    pub fn put_off(&mut self, next: NextStep) {
        self.site.next = Some(next);
        self.change.noted = true;
    }

    /// Whether an answer to a probe shows that the site is still closed.
    pub fn is_refusal(seen: &Observation) -> bool {
        closes_answer(seen)
    }

    /// Handles the end of a probe; returns whether the site is open again.
    pub fn probed(&mut self, answers: &[Observation], at: Timestamp) -> bool {
        let refused = answers.iter().find(|seen| closes_answer(seen));
        self.session = answers.last().and_then(|seen| seen.means.session);
        match (refused, answers.last()) {
            (Some(seen), _) => {
                self.settle(at, ActionOutcome::NoHelp, None);
                let judged = TransitionCause {
                    at,
                    ..TransitionCause::of_observation(seen)
                };
                self.cool(&judged, seen.verdict.retry_after);
                false
            }
            (None, Some(seen)) => {
                let outcome = match answers.iter().any(is_ok) {
                    true => ActionOutcome::Helped,
                    false => ActionOutcome::NoHelp,
                };
                self.settle(at, outcome, None);
                if self.site.state == PageState::Blocked {
                    let memory = &mut self.site.memory;
                    memory.slowdown = memory.slowdown.max(GENTLY);
                }
                let rule = Message::new("supervise-rule-probe-good");
                let judged = TransitionCause {
                    at,
                    ..TransitionCause::of_observation(seen)
                };
                self.transition(Phase::Restored, rule, &judged);
                self.site.memory.clean = 0;
                true
            }
            // No request was sent: the project is closing.
            (None, None) => false,
        }
    }

    /// The site blocks us, or is down, and the run is over.
    fn closed(&mut self, ended: &RunOutcome, state: PageState) {
        let was_closed = self.site.is_closed();
        if !was_closed {
            self.learn_pace(state, ended.at);
        }
        self.site.memory.interrupted = true;
        let judged = TransitionCause::of(ended);
        if !was_closed {
            self.transition(
                Phase::Blocked,
                cause("supervise-rule-blocked", state),
                &judged,
            );
        }
        let asked = ended.retry_after.unwrap_or_default();
        let passes = matches!(
            state,
            PageState::RateLimited
                | PageState::Outage
                | PageState::SoftBlock
                | PageState::Incomplete
        );
        let may = passes && !was_closed && asked <= self.plan.restart_after && !self.is_spent();
        let left = self.site.memory.restarts < self.plan.restarts;
        if may && left && self.plan.has(ActionKind::Restart) {
            self.site.memory.restarts += 1;
            let at = later(ended.at, self.plan.restart_after);
            let wait = span(self.plan.restart_after);
            let words = Message::new("supervise-why-restart-after").with("wait", wait);
            self.note_action(ActionKind::Restart, ended.at, at, state, words);
            self.site.next = Some(NextStep {
                kind: ActionKind::Restart,
                at,
            });
            return;
        }
        self.cool(&judged, ended.retry_after);
    }

    /// Stops requests to the site until the next probe, or until the user acts.
    fn cool(&mut self, judged: &TransitionCause<'_>, asked: Option<Duration>) {
        let setbacks = self.site.memory.setbacks;
        self.site.memory.setbacks = setbacks.saturating_add(1);
        let over = setbacks >= self.plan.probes && self.plan.has(ActionKind::GiveUp);
        if over || !self.plan.has(ActionKind::Probe) {
            self.escalate(setbacks, judged, asked);
            return;
        }
        let wait = self.plan.probe_in(setbacks);
        let wait = (wait + self.jitter(wait)).max(asked.unwrap_or_default());
        let rule = Message::new("supervise-rule-cooling")
            .with("wait", span(wait))
            .with("times", setbacks + 1);
        self.transition(Phase::Cooling, rule, judged);
        self.site.next = Some(NextStep {
            kind: ActionKind::Probe,
            at: later(judged.at, wait),
        });
    }

    /// Leaves the site to a person; if probes are allowed, it is still probed once a day: the site
    /// may open again by itself.
    fn escalate(&mut self, setbacks: u32, judged: &TransitionCause<'_>, asked: Option<Duration>) {
        let told = self.site.memory.told;
        if !told {
            self.site.memory.told = true;
            let words = Message::new("supervise-why-give-up").with("probes", setbacks);
            let (at, state) = (judged.at, judged.state);
            self.note_action(ActionKind::GiveUp, at, at, state, words);
        }
        let rule = Message::new("supervise-rule-gave-up").with("probes", setbacks);
        self.transition(Phase::NeedsYou, rule, judged);
        if self.plan.has(ActionKind::Probe) {
            let wait = self.plan.probe_at_most.max(SELDOM);
            let wait = (wait + self.jitter(wait)).max(asked.unwrap_or_default());
            self.site.next = Some(NextStep {
                kind: ActionKind::Probe,
                at: later(judged.at, wait),
            });
        }
    }

    /// Handles a ruling that the page is not a block: its consequences end, and an interrupted run
    /// continues at once.
    pub fn pardon(&mut self, at: Timestamp) {
        if matches!(self.site.phase, Phase::Healthy | Phase::Restored) {
            return;
        }
        self.settle(at, ActionOutcome::Helped, None);
        let url = self.site.url.clone();
        let judged = TransitionCause {
            at,
            state: PageState::Ok,
            evidence: &[],
            url: &url,
            snapshot_at: None,
        };
        self.transition(
            Phase::Restored,
            Message::new("supervise-rule-pardoned"),
            &judged,
        );
        let memory = &mut self.site.memory;
        (memory.setbacks, memory.restarts, memory.clean) = (0, 0, 0);
        (memory.told, memory.slowdown, memory.hourly) = (false, 0, None);
        self.site.next = Some(NextStep {
            kind: ActionKind::Restart,
            at,
        });
    }

    /// Handles a run that waits for a person: no action is left that could answer the site.
    pub fn await_person(&mut self, verdict: &Verdict, url: &str, at: Timestamp) {
        self.settle(at, ActionOutcome::NoHelp, None);
        let judged = TransitionCause {
            at,
            state: verdict.state,
            evidence: &verdict.evidence,
            url,
            snapshot_at: None,
        };
        let rule = cause("supervise-rule-question", verdict.state);
        self.before_question = Some(self.site.phase);
        self.transition(Phase::NeedsYou, rule, &judged);
    }

    /// Handles a person's answer: enough good pages make the site healthy again.
    pub fn person_answered(&mut self, at: Timestamp) {
        self.before_question = None;
        if self.site.phase != Phase::NeedsYou {
            return;
        }
        self.end_question(Phase::Restored, "supervise-rule-answered", at);
        self.site.memory.clean = 0;
    }

    /// Handles that nobody answered: the site is in the phase that it had before, and the end of the
    /// run decides about it as if the run had not waited.
    pub fn nobody_answered(&mut self, at: Timestamp) {
        if let Some(phase) = self.before_question.take() {
            self.end_question(phase, "supervise-rule-unanswered", at);
        }
    }

    /// The site goes from its question to `phase`; no page was read for that.
    fn end_question(&mut self, phase: Phase, rule: &'static str, at: Timestamp) {
        let url = self.site.url.clone();
        let judged = TransitionCause {
            at,
            state: self.site.state,
            evidence: &[],
            url: &url,
            snapshot_at: None,
        };
        self.transition(phase, Message::new(rule), &judged);
    }

    /// Adds up to a tenth, so that sites closed together are not probed together.
    fn jitter(&self, wait: Duration) -> Duration {
        let mixed = (self.seed ^ u64::from(self.site.memory.setbacks))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            >> 56;
        wait / 10 * u32::try_from(mixed).unwrap_or(0) / 255
    }

    /// Returns the site to healthy.
    fn recover(&mut self, rule: Message, judged: &TransitionCause<'_>) {
        match self.site.phase {
            Phase::Healthy => {}
            Phase::Suspect | Phase::Restored | Phase::NeedsYou => self.healthy(rule, judged),
            Phase::Blocked | Phase::Cooling | Phase::Probing => {
                self.transition(Phase::Restored, rule.clone(), judged);
                self.healthy(rule, judged);
            }
        }
    }
}

/// The cause of a transition.
pub(super) struct TransitionCause<'a> {
    pub(super) at: Timestamp,
    pub(super) state: PageState,
    pub(super) evidence: &'a [Evidence],
    pub(super) url: &'a str,
    pub(super) snapshot_at: Option<Timestamp>,
}

impl<'a> TransitionCause<'a> {
    pub(super) fn of_observation(seen: &'a Observation) -> Self {
        Self {
            at: seen.at,
            state: seen.verdict.state,
            evidence: &seen.verdict.evidence,
            url: &seen.url,
            snapshot_at: seen.snapshot_at,
        }
    }

    fn of(ended: &'a RunOutcome) -> Self {
        Self {
            at: ended.at,
            state: ended.state.unwrap_or(PageState::Ok),
            evidence: &ended.evidence,
            url: &ended.url,
            snapshot_at: None,
        }
    }
}

/// Whether a state may pass by itself, so that probing makes sense.
pub(super) fn closes(state: PageState) -> bool {
    state.is_block()
        || matches!(
            state,
            PageState::Outage
                | PageState::ProxyFault
                | PageState::Incomplete
                | PageState::NeedsBrowser
        )
}

/// Whether the answer to a probe shows that the site is still closed.
fn closes_answer(seen: &Observation) -> bool {
    closes(seen.verdict.state) || seen.status >= 500
}

/// Whether only a person can help: with an account, a rule, or another address.
fn needs_person(ended: &RunOutcome) -> bool {
    let Some(state) = ended.state else {
        return false;
    };
    let signals = ended.evidence.iter().map(|found| found.signal.as_str());
    let settled = ["robots-disallow", "start-page", SCRIPT_SHELL, LIST_PARTIAL];
    matches!(state, PageState::LoginRequired | PageState::LayoutChanged)
        || (ended.end != RunEnd::Finished && signals.into_iter().any(|id| settled.contains(&id)))
}
