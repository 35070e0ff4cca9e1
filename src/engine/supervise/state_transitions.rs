//! The changes of a machine: transitions and actions to be stored, and their texts.

use std::time::Duration;

use jiff::Timestamp;

use super::observation::Observation;
use bowerbird_io::store::SupervisionChange;
use bowerbird_logic::messages::{Message, span};
use bowerbird_logic::model::{
    ActionKind, ActionOutcome, PageState, SiteAction, SiteEvent, Supervision,
};

/// The changes of a machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    /// Transitions.
    pub events: Vec<SiteEvent>,
    /// New actions.
    pub actions: Vec<SiteAction>,
    /// Earlier actions whose outcome is now known.
    pub ended: Vec<(u64, ActionOutcome, Timestamp)>,
    /// Whether something other than a transition or an action must be stored.
    pub noted: bool,
}

impl Change {
    /// Whether there is nothing to store.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && self.actions.is_empty() && self.ended.is_empty() && !self.noted
    }

    /// The values to store.
    pub fn with(self, now: Supervision) -> SupervisionChange {
        SupervisionChange {
            now,
            events: self.events,
            actions: self.actions,
            ended: self.ended,
        }
    }

    /// Sets the outcome of an action.
    pub(super) fn end(&mut self, number: u64, outcome: ActionOutcome, at: Timestamp) {
        match self.actions.iter_mut().find(|one| one.number == number) {
            Some(action) => {
                action.outcome = outcome;
                action.ended_at = Some(at);
            }
            None => self.ended.push((number, outcome, at)),
        }
    }

    /// Replaces the reason of the last action.
    pub(super) fn explain(&mut self, why: Message) {
        if let Some(action) = self.actions.last_mut() {
            action.why = why;
        }
    }
}

/// A rule's text with the state that triggered it.
pub(super) fn cause(id: &str, state: PageState) -> Message {
    let token = state.token().replace('_', "-");
    Message::new(id).with("state", Message::new(format!("supervise-state-{token}")))
}

/// Why fewer concurrent requests are sent.
pub(super) fn pacing_message(most: u32, wait: Duration) -> Message {
    Message::new("supervise-why-fewer")
        .with("wait", span(wait))
        .with("most", most)
}

/// Why an action is taken.
pub(super) fn why(kind: ActionKind, seen: &Observation, wait: Duration, factor: u32) -> Message {
    match kind {
        ActionKind::RetryAfter => Message::new("supervise-why-asked-wait").with("wait", span(wait)),
        ActionKind::SlowDown => Message::new("supervise-why-slower")
            .with("wait", span(wait))
            .with("factor", factor),
        ActionKind::Generic => Message::new("supervise-why-generic").with("url", seen.url.as_str()),
        kind => cause("supervise-why-trouble", seen.verdict.state).with("action", kind.name()),
    }
}
