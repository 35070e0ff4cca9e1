//! How a site is supervised: its phase, the timeline of phases, the actions tried and their
//! outcomes, and the next step. The tokens are part of the project file, of `--json` and of
//! recordings.
//!
//! Below: the plan, the timeline as bands, and people's rulings against the judge.

pub(super) mod exception;
pub(super) mod plan;
pub(super) mod timeline;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::{Evidence, PageState, RunId, SiteId};
use crate::messages::{Message, exact_span};

/// The phase of a site, between working and blocked.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It answers as it should.
    #[default]
    Healthy,
    /// An answer was not as it should be; actions are tried during the run.
    Suspect,
    /// It blocks us, or is down: no action of the run is left.
    Blocked,
    /// It is not requested until the next probe.
    Cooling,
    /// Single pages are requested to see whether it answers again.
    Probing,
    /// A probe, or an action, has yielded good pages again; enough of them make it healthy.
    Restored,
    /// No available action helped: a person is needed.
    NeedsYou,
}

impl Phase {
    /// Every phase, in their usual order.
    pub const ALL: [Self; 7] = [
        Self::Healthy,
        Self::Suspect,
        Self::Blocked,
        Self::Cooling,
        Self::Probing,
        Self::Restored,
        Self::NeedsYou,
    ];

    /// The token used in files and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Healthy => "healthy",
            Self::Suspect => "suspect",
            Self::Blocked => "blocked",
            Self::Cooling => "cooling",
            Self::Probing => "probing",
            Self::Restored => "restored",
            Self::NeedsYou => "needs_you",
        }
    }

    /// The phase a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.token() == token)
    }

    /// Its name in the catalogues.
    pub fn name(self) -> Message {
        Message::new(format!(
            "supervise-phase-{}",
            self.token().replace('_', "-")
        ))
    }
}

/// An action for a site that does not answer as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// Wait as long as the site asks (`Retry-After`, RFC 9110 §10.2.3).
    RetryAfter,
    /// Wait, and send requests more slowly; good answers restore the rate.
    SlowDown,
    /// Retry over a new connection.
    NewConnection,
    /// Retry without the earlier cookies.
    NewSession,
    /// Retry through another proxy, or directly.
    OtherProxy,
    /// Log in, with the next account.
    OtherAccount,
    /// Read the page with an earlier version of the rule.
    OtherRule,
    /// Read the page without the rule.
    Generic,
    /// End the run and restart it after a short rest.
    Restart,
    /// Stop requests, except single pages at growing intervals.
    Probe,
    /// Leave it to a person.
    GiveUp,
}

impl ActionKind {
    /// Every action, in the default order.
    pub const ALL: [Self; 11] = [
        Self::RetryAfter,
        Self::SlowDown,
        Self::NewConnection,
        Self::NewSession,
        Self::OtherProxy,
        Self::OtherAccount,
        Self::OtherRule,
        Self::Generic,
        Self::Restart,
        Self::Probe,
        Self::GiveUp,
    ];

    /// The token used in rule files, in the project file and in `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::RetryAfter => "retry_after",
            Self::SlowDown => "slow_down",
            Self::NewConnection => "new_connection",
            Self::NewSession => "new_session",
            Self::OtherProxy => "other_proxy",
            Self::OtherAccount => "other_account",
            Self::OtherRule => "other_rule",
            Self::Generic => "generic",
            Self::Restart => "restart",
            Self::Probe => "probe",
            Self::GiveUp => "give_up",
        }
    }

    /// The action a token names.
    pub fn from_token(token: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.token() == token)
    }

    /// Its name in the catalogues.
    pub fn name(self) -> Message {
        Message::new(format!(
            "supervise-action-{}",
            self.token().replace('_', "-")
        ))
    }
}

/// The outcome of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionOutcome {
    /// Not known yet.
    #[default]
    Pending,
    /// A good answer came next.
    Helped,
    /// The problem continued.
    NoHelp,
}

impl ActionOutcome {
    /// The token used in files and `--json`.
    pub fn token(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Helped => "helped",
            Self::NoHelp => "no_help",
        }
    }

    /// Its name in the catalogues.
    pub fn name(self) -> Message {
        Message::new(format!(
            "supervise-outcome-{}",
            self.token().replace('_', "-")
        ))
    }
}

/// A transition of a site between phases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SiteEvent {
    /// Number in the site's timeline, counted from 1; never reused.
    pub number: u64,
    /// The time.
    pub at: Timestamp,
    /// The run; `None` for a probe, or a decision of the user.
    pub run: Option<RunId>,
    /// The phase before.
    pub from: Phase,
    /// The phase after.
    pub to: Phase,
    /// The state of the answer that triggered it.
    pub state: PageState,
    /// The rule that triggered it, in words.
    pub rule: Message,
    /// The evidence behind `state`.
    pub evidence: Vec<Evidence>,
    /// The address that was judged.
    pub url: String,
    /// When the page stored as evidence for `url` was fetched, if any.
    pub snapshot_at: Option<Timestamp>,
    /// Number of the session that received the answer.
    #[serde(default)]
    pub session: Option<u64>,
}

/// One action that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SiteAction {
    /// Number among the site's actions, counted from 1; never reused.
    pub number: u64,
    /// When it began.
    pub at: Timestamp,
    /// The run; `None` for a probe.
    pub run: Option<RunId>,
    /// The action.
    pub kind: ActionKind,
    /// The state of the answer that it responds to.
    pub state: PageState,
    /// The reason and details (which proxy, how long a wait), in words.
    pub why: Message,
    /// Its outcome.
    pub outcome: ActionOutcome,
    /// When the outcome was known.
    pub ended_at: Option<Timestamp>,
    /// Number of the session that made it necessary.
    #[serde(default)]
    pub session: Option<u64>,
}

/// The next automatic step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextStep {
    /// Its kind: [`ActionKind::Probe`] or [`ActionKind::Restart`], the ones with a time.
    pub kind: ActionKind,
    /// The time.
    pub at: Timestamp,
}

/// The state that a site's supervision keeps between runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SiteMemory {
    /// Number of the last event.
    pub events: u64,
    /// Number of the last action.
    pub actions: u64,
    /// How often a run or a probe found the site closed since it was healthy.
    pub setbacks: u32,
    /// Restarts since the site was healthy.
    pub restarts: u32,
    /// Consecutive good answers since it was restored.
    pub clean: u32,
    /// How many times slower than the rule's pace the site is requested, minus one: 0 is the rule's
    /// own pace.
    pub slowdown: u32,
    /// Consecutive good answers at this slowdown.
    pub eased: u32,
    /// Times of the actions of the last hour, oldest first, microseconds since 1970.
    pub spent: Vec<i64>,
    /// Actions whose outcome is not known yet.
    pub open: Vec<OpenAction>,
    /// Whether the problem interrupted a run that should continue after it.
    pub interrupted: bool,
    /// Whether a person paused the site: it is not probed.
    pub held: bool,
    /// Whether the user was notified that probes have not helped.
    pub told: bool,
    /// Times of good answers of the last hour, oldest first, microseconds since 1970; only the
    /// newest.
    pub answered: Vec<i64>,
    /// The maximum number of pages requested an hour, since the site blocked us after about twice
    /// as many; `None` if unlimited.
    pub hourly: Option<u32>,
    /// Good answers since that changed.
    pub at_pace: u32,
    /// The maximum number of concurrent requests, since the site rejected more; `None` for the
    /// rule's own number.
    pub at_once: Option<u32>,
    /// Consecutive good answers since that changed.
    pub at_once_good: u32,
}

/// An action whose outcome is not known yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenAction {
    /// Its number.
    pub number: u64,
    /// The action.
    pub kind: ActionKind,
    /// Earlier answers do not count for it; microseconds since 1970.
    pub from: i64,
    /// The page that it should yield; empty if any page of the site counts.
    #[serde(default)]
    pub page: String,
}

/// The supervision state of one site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Supervision {
    /// The site.
    pub site: SiteId,
    /// Its phase.
    pub phase: Phase,
    /// Since when.
    pub since: Timestamp,
    /// The state of the answer that triggered the last transition.
    pub state: PageState,
    /// The rule of the last transition, in words.
    pub rule: Message,
    /// The address that was judged: a probe requests it.
    pub url: String,
    /// The next automatic step.
    pub next: Option<NextStep>,
    /// The state kept between runs.
    pub memory: SiteMemory,
}

impl Supervision {
    /// The supervision of a site without any history.
    pub fn new(site: SiteId, now: Timestamp) -> Self {
        Self {
            site,
            phase: Phase::Healthy,
            since: now,
            state: PageState::Ok,
            rule: Message::new("supervise-rule-new"),
            url: String::new(),
            next: None,
            memory: SiteMemory::default(),
        }
    }

    /// Whether its run is about to continue without a person.
    pub fn acts_by_itself(&self) -> bool {
        self.next
            .as_ref()
            .is_some_and(|next| next.kind == ActionKind::Restart)
    }

    /// Whether tasks skip the site for now: it is probed instead, or waits for a person after
    /// failed probes.
    pub fn is_closed(&self) -> bool {
        match self.phase {
            Phase::Blocked | Phase::Cooling | Phase::Probing => true,
            Phase::NeedsYou => self.memory.setbacks > 0,
            Phase::Healthy | Phase::Suspect | Phase::Restored => false,
        }
    }

    /// The next step, with its delay and its time in `zone`, in words; `None` if nothing is
    /// scheduled.
    pub fn outlook(&self, now: Timestamp, zone: &TimeZone) -> Option<Message> {
        if self.phase == Phase::NeedsYou && self.next.is_none() {
            return Some(Message::new("supervise-next-needs-you"));
        }
        let next = self.next.as_ref()?;
        let left = next.at.duration_since(now).as_secs().max(0);
        let id = match (self.phase, next.kind) {
            (Phase::NeedsYou, ActionKind::Probe) => "supervise-next-seldom".to_owned(),
            (_, kind) => format!("supervise-next-{}", kind.token().replace('_', "-")),
        };
        Some(
            Message::new(id)
                .with("left", exact_span(u64::try_from(left).unwrap_or(0)))
                .with("time", local(next.at, now, zone)),
        )
    }
}

/// A time in `zone`, with the day if that differs from the day of `now`.
fn local(at: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
    let (at, now) = (at.to_zoned(zone.clone()), now.to_zoned(zone.clone()));
    let format = match at.date() == now.date() {
        true => "%H:%M",
        false => "%Y-%m-%d %H:%M",
    };
    at.strftime(format).to_string()
}

/// A user's command for one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteSupervisionCommand {
    /// Probe it now, ahead of the next probe's time.
    ProbeNow,
    /// Run it again now, whatever its phase.
    RetryNow,
    /// Pause it: no runs or probes until it is resumed.
    Pause,
    /// Resume it: its run continues.
    Resume,
    /// Continue through another proxy of the pool.
    OtherProxy,
    /// Continue with another account of the site.
    OtherAccount,
    /// Open the site in a browser window, for a person to answer what it asks; then its run
    /// continues.
    Answer,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_names_its_own() {
        for phase in Phase::ALL {
            assert_eq!(Phase::from_token(phase.token()), Some(phase));
            let json = serde_json::to_string(&phase).unwrap();
            assert_eq!(json.trim_matches('"'), phase.token());
        }
        for kind in ActionKind::ALL {
            assert_eq!(ActionKind::from_token(kind.token()), Some(kind));
            let json = serde_json::to_string(&kind).unwrap();
            assert_eq!(json.trim_matches('"'), kind.token());
        }
        assert_eq!(Phase::from_token("fine"), None);
    }

    #[test]
    fn what_happens_next_is_told_with_the_time_that_is_left() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let mut site = Supervision::new(SiteId(1), at(0));
        assert_eq!(site.outlook(at(0), &TimeZone::UTC), None);
        site.next = Some(NextStep {
            kind: ActionKind::Probe,
            at: at(90),
        });
        let words = site.outlook(at(30), &TimeZone::UTC).unwrap();
        assert_eq!(words.id, "supervise-next-probe");
        assert!(
            words
                .args
                .contains(&("left".to_owned(), exact_span(60).into()))
        );
        site.phase = Phase::NeedsYou;
        site.next = None;
        assert_eq!(
            site.outlook(at(30), &TimeZone::UTC).unwrap().id,
            "supervise-next-needs-you"
        );
    }
}
