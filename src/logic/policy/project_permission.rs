//! What a project may do by itself, and what the user decided about it. Pure: a plan is a list of
//! parts, each with a digest; a decision applies to a digest, so that a changed part needs a new
//! decision.

use std::collections::BTreeMap;

use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use serde::{Deserialize, Serialize};

use crate::messages::Message;
use crate::text::printable;

/// How many of a part's targets are shown; all of them count for the digest.
const MAX_SHOWN: usize = 8;
/// How many are kept with a part.
const MAX_KEPT: usize = 1_000;
/// Characters shown of one of them, from its start and from its end.
const MAX_SHOWN_CHARS: (usize, usize) = (140, 60);

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// A site that is requested, with its hosts.
    Site,
    /// An account that logs in at a site, with the login address.
    Login,
    /// A file of this machine that a site's rule reads.
    LocalFile,
    /// A site whose rule requests addresses inside the network.
    PrivateNetwork,
    /// A proxy that requests go through.
    Proxy,
    /// An export that is written after runs.
    Export,
    /// Where alerts are posted.
    Webhook,
    /// Where alerts are mailed.
    Mail,
    /// A task of the scheduler.
    Task,
    /// The service that summarises texts.
    TextService,
}

impl PartKind {
    /// The word before the colon in keys and in the names of messages.
    pub fn token(self) -> &'static str {
        match self {
            Self::Site => "site",
            Self::Login => "login",
            Self::LocalFile => "file",
            Self::PrivateNetwork => "private",
            Self::Proxy => "proxy",
            Self::Export => "export",
            Self::Webhook => "webhook",
            Self::Mail => "mail",
            Self::Task => "task",
            Self::TextService => "service",
        }
    }
}

/// One thing that a project does by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanPart {
    /// Its kind.
    pub kind: PartKind,
    /// Its subject: the name of a site, of a proxy, of an export.
    pub name: String,
    /// Hosts, addresses or paths in readable form: the first thousand of them.
    pub wants: Vec<String>,
    /// How many more there are.
    #[serde(default)]
    pub more: usize,
    /// Whether it acts only when a person asks for it, at a place that the file names.
    #[serde(default)]
    pub by_hand: bool,
    /// Digest of all its content, including what is not shown.
    pub digest: String,
}

impl PlanPart {
    /// A part; `detail` counts for the digest only.
    pub fn new(kind: PartKind, name: &str, mut wants: Vec<String>, detail: &str) -> Self {
        let mut hash = Blake2b::<U16>::new();
        // Each text is preceded by its length, so that no two plans have the same digest input.
        let texts = [kind.token(), name, detail];
        let all = texts.into_iter().chain(wants.iter().map(String::as_str));
        for text in all {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
        let digest = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
        let more = wants.len().saturating_sub(MAX_KEPT);
        wants.truncate(MAX_KEPT);
        Self {
            kind,
            name: name.to_owned(),
            wants,
            more,
            by_hand: false,
            digest,
        }
    }

    /// Merges two parts of one name in a file: a decision on one applies to neither.
    fn with(mut self, other: Self) -> Self {
        let detail = format!("{} {}", self.digest, other.digest);
        let more = self.more + other.more;
        self.wants.extend(other.wants);
        let both = Self::new(self.kind, &self.name, self.wants, &detail);
        Self {
            more: both.more + more,
            by_hand: self.by_hand && other.by_hand,
            ..both
        }
    }

    /// Its stable key across plans: `kind:name`.
    pub fn key(&self) -> String {
        key(self.kind, &self.name)
    }

    /// What it does, in plain words.
    pub fn explain(&self) -> Message {
        let id = match (self.kind, self.by_hand) {
            (PartKind::Export, true) => "plan-part-export-by-hand".to_owned(),
            (kind, _) => format!("plan-part-{}", kind.token()),
        };
        Message::new(id)
            .with("name", one_line(&self.name))
            .with("wants", listed(&self.wants, self.more))
    }
}

/// The targets on one line, exactly as a person sees them.
pub fn listed(wants: &[String], more: usize) -> Message {
    let more = more + wants.len().saturating_sub(MAX_SHOWN);
    let id = match more {
        0 => "plan-wants",
        _ => "plan-wants-more",
    };
    let shown = wants.iter().take(MAX_SHOWN).map(|want| one_line(want));
    let shown: Vec<String> = shown.collect();
    Message::new(id)
        .with("wants", shown.join(", "))
        .with("more", more)
}

/// Makes a text from a file safe to show: it cannot imitate further lines or push others out of
/// view. A long text keeps both ends, since a path ends in the file name.
pub fn one_line(text: &str) -> String {
    let text = printable(text).replace(['\n', '\r', '\t'], " ");
    let (head, tail) = MAX_SHOWN_CHARS;
    let length = text.chars().count();
    if length <= head + tail {
        return text;
    }
    let first: String = text.chars().take(head).collect();
    let last: String = text.chars().skip(length - tail).collect();
    format!("{first} … {last}")
}

/// The key of a part.
pub fn key(kind: PartKind, name: &str) -> String {
    format!("{}:{name}", kind.token())
}

/// All that a project does by itself, by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProjectPlan {
    parts: BTreeMap<String, PlanPart>,
}

impl ProjectPlan {
    /// Adds a part.
    pub fn add(&mut self, part: PlanPart) {
        let key = part.key();
        let part = match self.parts.remove(&key) {
            Some(first) => first.with(part),
            None => part,
        };
        self.parts.insert(key, part);
    }

    /// The parts, by key.
    pub fn parts(&self) -> impl Iterator<Item = &PlanPart> {
        self.parts.values()
    }

    /// The part of this key.
    pub fn part(&self, key: &str) -> Option<&PlanPart> {
        self.parts.get(key)
    }

    /// The parts that are missing or different in `before`.
    pub fn beyond<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = &'a PlanPart> {
        let same = |part: &PlanPart| before.part(&part.key()) == Some(part);
        self.parts().filter(move |part| !same(part))
    }
}

/// The user's decision on a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It may act.
    Allowed,
    /// It may not; it is not asked about again.
    Refused,
}

/// The permission state of a part of the current plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PermissionState {
    /// It may act.
    Allowed,
    /// It may not.
    Refused,
    /// No decision was made.
    New,
    /// A decision exists for an earlier version.
    Changed,
}

/// The decision on one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct PartDecision {
    decision: Decision,
    digest: String,
    /// Its targets at that time, to be shown beside the current ones.
    #[serde(default)]
    wants: Vec<String>,
    #[serde(default)]
    more: usize,
}

/// The user's decisions on one project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permissions {
    parts: BTreeMap<String, PartDecision>,
}

impl Permissions {
    /// Records a decision.
    pub fn decide(&mut self, part: &PlanPart, decision: Decision) {
        let said = PartDecision {
            decision,
            digest: part.digest.clone(),
            wants: part.wants.clone(),
            more: part.more,
        };
        self.parts.insert(part.key(), said);
    }

    /// The permission state of `part`.
    pub fn state_of(&self, part: &PlanPart) -> PermissionState {
        match self.parts.get(&part.key()) {
            None => PermissionState::New,
            Some(said) if said.digest != part.digest => PermissionState::Changed,
            Some(said) => match said.decision {
                Decision::Allowed => PermissionState::Allowed,
                Decision::Refused => PermissionState::Refused,
            },
        }
    }

    /// The targets of the part when a decision was made, and that decision, if the targets have
    /// changed.
    pub fn before(&self, part: &PlanPart) -> Option<(Decision, Message)> {
        let said = self.parts.get(&part.key())?;
        let changed = said.digest != part.digest;
        changed.then(|| (said.decision, listed(&said.wants, said.more)))
    }

    /// Records a change the user made to a project: parts that `after` has and `before` had not are
    /// allowed. Existing parts keep their state: a changed one stays allowed or refused, and an
    /// undecided one stays undecided, since the user may not have seen the rest of it. Returns
    /// whether anything was recorded.
    pub fn follow(&mut self, before: &ProjectPlan, after: &ProjectPlan) -> bool {
        let mut noted = false;
        for part in after.beyond(before) {
            let decision = match before.part(&part.key()).map(|was| self.state_of(was)) {
                None | Some(PermissionState::Allowed) => Decision::Allowed,
                Some(PermissionState::Refused) => Decision::Refused,
                Some(PermissionState::New | PermissionState::Changed) => continue,
            };
            self.decide(part, decision);
            noted = true;
        }
        noted
    }

    /// Whether every part of `plan` has a decision.
    pub fn settles(&self, plan: &ProjectPlan) -> bool {
        let open = |part| {
            matches!(
                self.state_of(part),
                PermissionState::New | PermissionState::Changed
            )
        };
        !plan.parts().any(open)
    }
}
