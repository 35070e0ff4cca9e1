//! Who is there, as the window and the command line show it.

use serde::Serialize;

use super::{PROTOCOL, PublicKey, WorkerEntry, WorkerSettings, build};
use bowerbird_logic::messages::Message;
use bowerbird_logic::policy::defaults::WORKER_OFFLINE;

/// The workers of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WorkerOverview {
    /// Whether the project uses workers.
    pub on: bool,
    /// The address of the queue, without a password.
    pub address: String,
    /// The maximum bytes that wait in the queue.
    pub limit_bytes: u64,
    /// The fingerprint of this installation.
    pub own_fingerprint: String,
    /// Why the queue cannot be used.
    pub problem: Option<Message>,
    /// The accepted workers, and those that wait to be accepted.
    pub workers: Vec<WorkerLine>,
}

/// One worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WorkerLine {
    /// Its key.
    pub key: PublicKey,
    /// What a person compares.
    pub fingerprint: String,
    /// Its name.
    pub name: String,
    /// What it does.
    pub state: WorkerState,
    /// Whether it may get secrets.
    pub secrets: bool,
    /// The sites and tags that it is for.
    pub sites: Vec<String>,
    /// The tags that it is for.
    pub tags: Vec<String>,
    /// How many requests it works on at once.
    pub jobs: u32,
    /// How many it works on now.
    pub busy: u32,
    /// Pages read in the last minute.
    pub per_minute: u64,
    /// Pages read since it started.
    pub done: u64,
    /// Requests without an answer since it started.
    pub failed: u64,
    /// Whether it shows pages in a browser.
    pub browser: bool,
    /// Its address as the queue sees it.
    pub address: Option<String>,
    /// Its build.
    pub build: String,
    /// Seconds since it was seen.
    pub seen_s: Option<u64>,
}

/// What a worker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkerState {
    /// It waits to be accepted.
    New,
    /// It is accepted, but has another build.
    OtherBuild,
    /// It waits for requests.
    Ready,
    /// It works.
    Working,
    /// Nothing is handed out to it.
    Paused,
    /// It finishes what it has.
    Draining,
    /// It has finished what it had.
    Drained,
    /// It is accepted, but not there.
    Away,
}

impl WorkerState {
    /// Its name in the catalogues.
    pub fn name(self) -> Message {
        Message::new(match self {
            Self::New => "workers-state-new",
            Self::OtherBuild => "workers-state-other-build",
            Self::Ready => "workers-state-ready",
            Self::Working => "workers-state-working",
            Self::Paused => "workers-state-paused",
            Self::Draining => "workers-state-draining",
            Self::Drained => "workers-state-drained",
            Self::Away => "workers-state-away",
        })
    }
}

impl WorkerOverview {
    /// What the settings say, before anyone was looked for.
    pub fn of(settings: &WorkerSettings) -> Self {
        let line = |key: PublicKey, name: &str| WorkerLine {
            key,
            fingerprint: key.fingerprint(),
            name: name.to_owned(),
            state: WorkerState::Away,
            secrets: false,
            sites: Vec::new(),
            tags: Vec::new(),
            jobs: 0,
            busy: 0,
            per_minute: 0,
            done: 0,
            failed: 0,
            browser: false,
            address: None,
            build: String::new(),
            seen_s: None,
        };
        let accepted = settings.accepted.iter();
        Self {
            on: settings.on,
            address: settings.address.clone(),
            limit_bytes: settings.limit_bytes,
            own_fingerprint: String::new(),
            problem: None,
            workers: accepted
                .map(|worker| WorkerLine {
                    secrets: worker.secrets,
                    sites: worker.sites.clone(),
                    tags: worker.tags.clone(),
                    ..line(worker.key, &worker.name)
                })
                .collect(),
        }
    }

    /// Adds who announced themselves until `now_ms`.
    pub fn add_entries(
        &mut self,
        settings: &WorkerSettings,
        entries: Vec<WorkerEntry>,
        now_ms: u64,
    ) {
        for entry in entries {
            let age_ms = now_ms.saturating_sub(entry.at_ms);
            let accepted = settings
                .accepted
                .iter()
                .find(|worker| worker.key == entry.key);
            let is_fresh = u128::from(age_ms) <= WORKER_OFFLINE.as_millis();
            if accepted.is_none() && !is_fresh {
                continue;
            }
            let state = match accepted {
                _ if !is_fresh => WorkerState::Away,
                None => WorkerState::New,
                Some(_) if entry.protocol != PROTOCOL || entry.build != build() => {
                    WorkerState::OtherBuild
                }
                Some(worker) if worker.paused => WorkerState::Paused,
                Some(worker) if worker.draining && entry.busy > 0 => WorkerState::Draining,
                Some(worker) if worker.draining => WorkerState::Drained,
                Some(_) if entry.busy > 0 => WorkerState::Working,
                Some(_) => WorkerState::Ready,
            };
            let line = WorkerLine {
                key: entry.key,
                fingerprint: entry.key.fingerprint(),
                // What an accepted worker calls itself may have changed; the person knows the other.
                name: accepted.map_or_else(|| printable(&entry.name), |one| one.name.clone()),
                state,
                secrets: accepted.is_some_and(|worker| worker.secrets),
                sites: accepted.map_or_else(Vec::new, |worker| worker.sites.clone()),
                tags: accepted.map_or_else(Vec::new, |worker| worker.tags.clone()),
                jobs: entry.jobs,
                busy: entry.busy,
                per_minute: entry.per_minute,
                done: entry.done,
                failed: entry.failed,
                browser: entry.browser,
                address: entry.address.as_deref().map(printable),
                build: printable(&entry.build),
                seen_s: Some(age_ms / 1000),
            };
            match self.workers.iter_mut().find(|known| known.key == line.key) {
                Some(known) => *known = line,
                None => self.workers.push(line),
            }
        }
    }
}

/// The maximum number of characters of what a worker says about itself.
const MAX_CHARS: usize = 80;

/// What an unknown program says about itself, in one short line.
fn printable(text: &str) -> String {
    let plain = text.chars().filter(|c| !c.is_control());
    plain.take(MAX_CHARS).collect()
}
