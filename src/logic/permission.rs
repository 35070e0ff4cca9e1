//! What a project may do by itself, and what the person has said to it. Pure: a plan is a list of
//! parts, each with a digest; a decision is about a digest, so that a part which changed is asked
//! about again.

use std::collections::BTreeMap;

use blake2::digest::consts::U16;
use blake2::{Blake2b, Digest};
use serde::{Deserialize, Serialize};

use super::messages::Message;

/// Of what kind a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartKind {
    /// A site that is asked, with its hosts.
    Site,
    /// An account of a site that logs in, with where to.
    Login,
    /// A file of this machine that a site's rule reads.
    LocalFile,
    /// A site whose rule asks for addresses inside of the network.
    PrivateNetwork,
    /// A proxy that requests go through.
    Proxy,
    /// An export that is written after runs.
    Export,
    /// Where alerts are posted to.
    Webhook,
    /// Where alerts are mailed to.
    Mail,
    /// A task of the scheduler.
    Task,
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
        }
    }
}

/// One thing that a project does by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanPart {
    /// Of what kind.
    pub kind: PartKind,
    /// What it is about: the name of a site, of a proxy, of an export.
    pub name: String,
    /// Hosts, addresses or paths, as a person reads them.
    pub wants: Vec<String>,
    /// Digest of all that makes it up, also of what is not shown.
    pub digest: String,
}

impl PlanPart {
    /// A part; `detail` counts for the digest only.
    pub fn new(kind: PartKind, name: &str, wants: Vec<String>, detail: &str) -> Self {
        let mut hash = Blake2b::<U16>::new();
        // Each text after its length, so that no two plans are written alike.
        let texts = [kind.token(), name, detail];
        let all = texts.into_iter().chain(wants.iter().map(String::as_str));
        for text in all {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        }
        let digest = hash.finalize().iter().map(|b| format!("{b:02x}")).collect();
        Self {
            kind,
            name: name.to_owned(),
            wants,
            digest,
        }
    }

    /// By what it is known from one plan to the next: `kind:name`.
    pub fn key(&self) -> String {
        key(self.kind, &self.name)
    }

    /// What it does, in plain words.
    pub fn explain(&self) -> Message {
        Message::new(format!("plan-part-{}", self.kind.token()))
            .with("name", self.name.as_str())
            .with("wants", self.wants.join(", "))
    }
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
    /// Takes a part in.
    pub fn add(&mut self, part: PlanPart) {
        self.parts.insert(part.key(), part);
    }

    /// The parts, by key.
    pub fn parts(&self) -> impl Iterator<Item = &PlanPart> {
        self.parts.values()
    }

    /// The part of this key.
    pub fn part(&self, key: &str) -> Option<&PlanPart> {
        self.parts.get(key)
    }

    /// The parts that `before` does not have, or has otherwise.
    pub fn beyond<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = &'a PlanPart> {
        let same = |part: &PlanPart| before.part(&part.key()) == Some(part);
        self.parts().filter(move |part| !same(part))
    }
}

/// What the person has said to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// It may act.
    Allowed,
    /// It may not; it is not asked about again.
    Refused,
}

/// How a part of the present plan stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It may act.
    Allowed,
    /// It may not.
    Refused,
    /// Nothing was said to it.
    New,
    /// Something was said to what it was before.
    Changed,
}

/// What was said to one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Said {
    decision: Decision,
    digest: String,
}

/// What the person has said to one project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permissions {
    parts: BTreeMap<String, Said>,
}

impl Permissions {
    /// Notes a decision.
    pub fn say(&mut self, part: &PlanPart, decision: Decision) {
        let said = Said {
            decision,
            digest: part.digest.clone(),
        };
        self.parts.insert(part.key(), said);
    }

    /// How `part` stands.
    pub fn standing(&self, part: &PlanPart) -> Standing {
        match self.parts.get(&part.key()) {
            None => Standing::New,
            Some(said) if said.digest != part.digest => Standing::Changed,
            Some(said) => match said.decision {
                Decision::Allowed => Standing::Allowed,
                Decision::Refused => Standing::Refused,
            },
        }
    }

    /// Notes what the person did to a project: what `after` has that `before` had not is allowed. A
    /// part that was there stands as it stood: a changed one stays allowed or refused, and one that
    /// nothing was said to still waits for a word, for the person need not have seen the rest of it.
    /// Whether anything was noted.
    pub fn follow(&mut self, before: &ProjectPlan, after: &ProjectPlan) -> bool {
        let mut noted = false;
        for part in after.beyond(before) {
            let decision = match before.part(&part.key()).map(|was| self.standing(was)) {
                None | Some(Standing::Allowed) => Decision::Allowed,
                Some(Standing::Refused) => Decision::Refused,
                Some(Standing::New | Standing::Changed) => continue,
            };
            self.say(part, decision);
            noted = true;
        }
        noted
    }

    /// Whether something was said to every part of `plan`.
    pub fn settles(&self, plan: &ProjectPlan) -> bool {
        let open = |part| matches!(self.standing(part), Standing::New | Standing::Changed);
        !plan.parts().any(open)
    }
}
