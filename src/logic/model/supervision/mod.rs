//! How a site is supervised: the phase it is in, the timeline of phases, the actions tried and
//! what came of them, and what happens next. The tokens are part of the project file, of `--json`
//! and of recordings.
//!
//! Below: the plan, the timeline as bands, and what people said against the judge.

pub(super) mod exception;
pub(super) mod plan;
pub(super) mod timeline;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::{Evidence, PageState, RunId, SiteId};
use crate::messages::Message;

/// Where a site stands between working and keeping us out.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It answers as it should.
    #[default]
    Healthy,
    /// An answer was not as it should be; actions are tried while the run goes on.
    Suspect,
    /// It keeps us out, or is down: no action of the run is left.
    Blocked,
    /// It is not asked until the next probe.
    Cooling,
    /// It is being asked for single pages to see whether it answers again.
    Probing,
    /// A probe, or an action, has brought good pages again; a clean stretch makes it healthy.
    Restored,
    /// Nothing that could be tried has helped: a person is needed.
    NeedsYou,
}

impl Phase {
    /// Every phase, in the order of a site's way through them.
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

/// Something that may be done about a site that does not answer as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionKind {
    /// Wait as long as the site asks (`Retry-After`, RFC 9110 §10.2.3).
    RetryAfter,
    /// Wait, and ask less often from then on; the rate eases back with good answers.
    SlowDown,
    /// Ask again over a new connection.
    NewConnection,
    /// Ask again without the cookies of before.
    NewSession,
    /// Ask through another proxy, or directly again.
    OtherProxy,
    /// Log in, with the next account.
    OtherAccount,
    /// Read the page with an earlier version of the rule.
    OtherRule,
    /// Read the page without the rule.
    Generic,
    /// End the run and begin it again after a short rest.
    Restart,
    /// Leave the site alone, and ask for single pages at growing intervals.
    Probe,
    /// Leave it to the person.
    GiveUp,
}

impl ActionKind {
    /// Every action, in the order in which they are tried when the rule says nothing else.
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

/// What came of an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionOutcome {
    /// Not known yet.
    #[default]
    Pending,
    /// A good answer came next.
    Helped,
    /// The trouble went on.
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

/// One move of a site from a phase to another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SiteEvent {
    /// Place in the site's timeline, counted from 1; never used again.
    pub number: u64,
    /// When.
    pub at: Timestamp,
    /// In which run; `None` for a probe, or a decision of the user.
    pub run: Option<RunId>,
    /// The phase before.
    pub from: Phase,
    /// The phase after.
    pub to: Phase,
    /// What the answer turned out to be that moved it.
    pub state: PageState,
    /// The rule that moved it, in words.
    pub rule: Message,
    /// The evidence behind `state`.
    pub evidence: Vec<Evidence>,
    /// The address that was judged.
    pub url: String,
    /// When the page was fetched that is kept as evidence under `url`, if one is kept.
    pub snapshot_at: Option<Timestamp>,
    /// Number of the session that the answer came through.
    #[serde(default)]
    pub session: Option<u64>,
}

/// One action that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SiteAction {
    /// Place among the site's actions, counted from 1; never used again.
    pub number: u64,
    /// When it was begun.
    pub at: Timestamp,
    /// In which run; `None` for a probe.
    pub run: Option<RunId>,
    /// What was done.
    pub kind: ActionKind,
    /// What the answer was that it was to help against.
    pub state: PageState,
    /// Why, and how exactly (which proxy, how long a wait), in words.
    pub why: Message,
    /// What came of it.
    pub outcome: ActionOutcome,
    /// When that was known.
    pub ended_at: Option<Timestamp>,
    /// Number of the session in which it became necessary.
    #[serde(default)]
    pub session: Option<u64>,
}

/// What happens next by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextStep {
    /// What: [`ActionKind::Probe`] or [`ActionKind::Restart`] of those that have a time.
    pub kind: ActionKind,
    /// When.
    pub at: Timestamp,
}

/// What a site's supervision remembers from run to run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SiteMemory {
    /// Number of the last event.
    pub events: u64,
    /// Number of the last action.
    pub actions: u64,
    /// Times that the site was found closed, by a run or a probe, since it was healthy.
    pub setbacks: u32,
    /// Restarts since the site was healthy.
    pub restarts: u32,
    /// Good answers in a row since it was restored.
    pub clean: u32,
    /// How many times slower than the rule's pace the site is asked, less one: 0 is the rule's
    /// own pace.
    pub slowdown: u32,
    /// Good answers in a row at this slowdown.
    pub eased: u32,
    /// Moments of the actions of the last hour, oldest first, microseconds since 1970.
    pub spent: Vec<i64>,
    /// Actions of which it is not known yet whether they helped.
    pub open: Vec<OpenAction>,
    /// Whether a run was interrupted by the trouble and is to go on after it.
    pub interrupted: bool,
    /// Whether a person paused the site: it is not probed.
    pub held: bool,
    /// Whether the person was told that probes have not helped.
    pub told: bool,
    /// Moments of good answers of the last hour, oldest first, microseconds since 1970; the newest
    /// ones only.
    pub answered: Vec<i64>,
    /// How many pages an hour the site is asked for, because it kept us out after about twice as many;
    /// `None` without bound.
    pub hourly: Option<u32>,
    /// Good answers since that changed.
    pub at_pace: u32,
    /// How many requests the site is sent at once, because it turned away more; `None` for as many as
    /// the rule has.
    pub at_once: Option<u32>,
    /// Good answers in a row since that changed.
    pub at_once_good: u32,
}

/// An action of which it is not known yet whether it helped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenAction {
    /// Its number.
    pub number: u64,
    /// What was done.
    pub kind: ActionKind,
    /// Answers of before tell nothing about it; microseconds since 1970.
    pub from: i64,
    /// The page that it is to bring; empty where any page of the site tells.
    #[serde(default)]
    pub page: String,
}

/// How one site is supervised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Supervision {
    /// The site.
    pub site: SiteId,
    /// Its phase.
    pub phase: Phase,
    /// Since when.
    pub since: Timestamp,
    /// What the last answer was that moved it.
    pub state: PageState,
    /// The rule that moved it last, in words.
    pub rule: Message,
    /// The address that was judged: a probe asks for it.
    pub url: String,
    /// What happens next by itself.
    pub next: Option<NextStep>,
    /// What is remembered from run to run.
    pub memory: SiteMemory,
}

impl Supervision {
    /// The supervision of a site of which nothing is known yet.
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

    /// Whether tasks leave the site alone for now: it is probed instead, or waits for a person after
    /// probes have not helped.
    pub fn is_closed(&self) -> bool {
        match self.phase {
            Phase::Blocked | Phase::Cooling | Phase::Probing => true,
            Phase::NeedsYou => self.memory.setbacks > 0,
            Phase::Healthy | Phase::Suspect | Phase::Restored => false,
        }
    }

    /// What happens next, in how long and when by the clocks of `zone`, in words; `None` when nothing
    /// does by itself.
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
                .with("left", super::clock_text(u64::try_from(left).unwrap_or(0)))
                .with("time", local(next.at, now, zone)),
        )
    }
}

/// A moment by the clocks of `zone`: the time, with the day where that is not the day of `now`.
fn local(at: Timestamp, now: Timestamp, zone: &TimeZone) -> String {
    let (at, now) = (at.to_zoned(zone.clone()), now.to_zoned(zone.clone()));
    let format = match at.date() == now.date() {
        true => "%H:%M",
        false => "%Y-%m-%d %H:%M",
    };
    at.strftime(format).to_string()
}

/// What a person wants done about one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteOrder {
    /// Probe it now, without waiting for the next probe's turn.
    ProbeNow,
    /// Run it again now, whatever its phase.
    RetryNow,
    /// Pause it: neither runs nor probes ask it until it is resumed.
    Pause,
    /// Resume it: its run goes on.
    Resume,
    /// Go on through another proxy of the pool.
    OtherProxy,
    /// Go on with another account of the site.
    OtherAccount,
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
        assert!(words.args.contains(&("left".to_owned(), "1:00".into())));
        site.phase = Phase::NeedsYou;
        site.next = None;
        assert_eq!(
            site.outlook(at(30), &TimeZone::UTC).unwrap().id,
            "supervise-next-needs-you"
        );
    }
}
