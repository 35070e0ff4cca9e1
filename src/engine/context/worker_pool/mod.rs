//! The workers of a project on other machines: who is there, and who gets which request. Input: a
//! request that is due, after robots.txt and the host's turn. Output: a worker's answer, or that no
//! worker can do it. Never fetches, reads or stores; what a request and its answer hold is bytes here.

mod hand_out;
mod link;
pub(crate) mod messages;
mod request_placement;
mod work;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::Instant;

pub use request_placement::DroppedMessages;
use request_placement::PoolState;
pub(crate) use work::{DueRequest, HandedOut};

use bowerbird_io::secrets::Secret;
use bowerbird_io::work_queue::{
    AcceptedWorker, BlobKey, Identity, OwnerKeys, QueueConnection, QueueError, SettingsStamp,
    WorkerSettings, WorkerSettingsStore,
};
use bowerbird_logic::messages::Message;

/// How long the first run waits for a worker that may work for it.
const READY: Duration = Duration::from_secs(6);

/// The workers of one project. Cheap to clone; clones share all.
#[derive(Clone)]
pub(crate) struct WorkerPool {
    shared: Arc<Shared>,
}

pub(super) struct Shared {
    project: String,
    store: WorkerSettingsStore,
    /// Whether a run has waited for the first worker.
    waited: AtomicBool,
    /// Wakes requests that wait for room.
    changed: Notify,
    state: Mutex<PoolState>,
    /// Held while the settings are read again.
    refreshing: Mutex<()>,
    link: Mutex<Link>,
}

/// The connection to the queue.
#[derive(Default)]
struct Link {
    settings: WorkerSettings,
    /// That of the settings that are in use.
    stamp: Option<SettingsStamp>,
    /// The stamp of settings that could not be used, and whether the project was at rest then.
    failed: Option<(Option<SettingsStamp>, bool)>,
    task: Option<JoinHandle<()>>,
    /// Present while the server answers.
    up: Option<Up>,
    problem: Option<Message>,
}

/// A connection that works.
#[derive(Clone)]
struct Up {
    connection: QueueConnection,
    keys: OwnerKeys,
    blob_key: BlobKey,
    /// The blobs that are stored, and since when.
    blobs: Arc<Mutex<HashMap<String, Instant>>>,
}

/// What the window and the command line show of the owner's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoolStatus {
    /// Whether the project uses workers.
    pub on: bool,
    /// Whether the server answers.
    pub connected: bool,
    /// Why it does not, or cannot be used.
    pub problem: Option<Message>,
    /// How many workers are there.
    pub workers: usize,
    /// How many requests they have.
    pub busy: usize,
    /// Requests that were handed out a second time.
    pub again: u64,
    /// Messages that were dropped.
    pub dropped: DroppedMessages,
}

impl WorkerPool {
    /// The workers of the project with this id; settings are in `folder`.
    pub(crate) fn new(project: &str, folder: PathBuf) -> Self {
        Self {
            shared: Arc::new(Shared {
                project: project.to_owned(),
                store: WorkerSettingsStore::at(folder),
                waited: AtomicBool::new(false),
                changed: Notify::new(),
                state: Mutex::default(),
                refreshing: Mutex::default(),
                link: Mutex::default(),
            }),
        }
    }

    /// Reads the settings again if they changed, and connects or disconnects. `password` gives that
    /// of the server; it is not asked again for the same settings after it failed, unless the project
    /// was `at_rest` then and is no longer, or [`Self::try_again`] was called.
    pub(crate) fn refresh(
        &self,
        runtime: &Handle,
        at_rest: bool,
        password: impl FnOnce(&str) -> Result<Option<Secret>, Message>,
    ) {
        let shared = &self.shared;
        // One at a time. Opening secrets may take long: who only looks at the link does not wait.
        let refreshing = shared.refreshing.lock();
        let _alone = refreshing.unwrap_or_else(PoisonError::into_inner);
        let stamp = shared.store.stamp(&shared.project);
        {
            let link = shared.link();
            let is_done = match link.failed {
                Some(failed) => failed == (stamp, at_rest),
                None => link.stamp == stamp,
            };
            if is_done {
                return;
            }
        }
        let settings = match shared.store.load(&shared.project) {
            Ok(settings) => settings,
            Err(error) => {
                tracing::warn!(%error, "the settings of workers cannot be read");
                shared.link().failed = Some((stamp, at_rest));
                return;
            }
        };
        {
            let mut link = shared.link();
            let same_server = server_of(&settings) == server_of(&link.settings);
            if same_server && (link.task.is_some() || !settings.on) {
                shared.state().limit_bytes = settings.limit_bytes;
                link.settings = settings;
                link.stamp = stamp;
                link.failed = None;
                drop(link);
                shared.apply_accepted();
                return;
            }
        }
        let password = match settings.on && settings.password {
            false => Ok(None),
            true => password(&settings.address),
        };
        let mut link = shared.link();
        if let Some(task) = link.task.take() {
            task.abort();
        }
        link.settings = settings.clone();
        link.up = None;
        link.problem = None;
        link.failed = None;
        shared.waited.store(false, Ordering::Relaxed);
        {
            let mut state = shared.state();
            state.limit_bytes = settings.limit_bytes;
            state.forget_all();
        }
        match password {
            Ok(password) => {
                link.stamp = stamp;
                if settings.on {
                    let task = link::follow(Arc::clone(shared), settings, password);
                    link.task = Some(runtime.spawn(task));
                }
            }
            Err(problem) => {
                tracing::warn!(reason = %bowerbird_logic::messages::english(&problem), "workers are not used");
                link.failed = Some((stamp, at_rest));
                link.problem = Some(problem);
            }
        }
        drop(link);
        // Requests that wait for room at a worker are done here.
        shared.changed.notify_waiters();
    }

    /// The password may be readable now: the next refresh asks for it again.
    pub(crate) fn try_again(&self) {
        self.shared.link().failed = None;
    }

    /// Waits until a worker is there that may work for this site, if the project uses any and has just
    /// been opened.
    pub(crate) async fn ready(&self, site: &str, tags: &[String]) {
        let shared = &self.shared;
        let may_work = |worker: &AcceptedWorker| {
            !worker.paused && !worker.draining && worker.is_for(site, tags)
        };
        let expects = {
            let link = shared.link();
            link.task.is_some() && link.settings.accepted.iter().any(may_work)
        };
        if !expects || shared.waited.swap(true, Ordering::Relaxed) {
            return;
        }
        let until = Instant::now() + READY;
        loop {
            let changed = shared.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            let is_there = |state: &PoolState| {
                let mut workers = state.workers.values();
                workers.any(|one| one.here.is_some() && may_work(&one.accepted))
            };
            if shared.link().problem.is_some() || is_there(&shared.state()) {
                return;
            }
            if tokio::time::timeout_at(until, changed).await.is_err() {
                return;
            }
        }
    }

    /// Whether requests may go to workers.
    pub(crate) fn is_on(&self) -> bool {
        self.shared.link().up.is_some()
    }

    /// What there is to show.
    pub(crate) fn status(&self) -> PoolStatus {
        let link = self.shared.link();
        let state = self.shared.state();
        let here = state
            .workers
            .values()
            .filter(|worker| worker.here.is_some());
        PoolStatus {
            on: link.settings.on,
            connected: link.up.is_some(),
            problem: link.problem.clone(),
            workers: here.count(),
            busy: state.workers.values().map(|worker| worker.busy).sum(),
            again: state.again,
            dropped: state.dropped,
        }
    }

    /// Disconnects and deletes what is in the queue.
    pub(crate) async fn close(&self) {
        let (task, up) = {
            let mut link = self.shared.link();
            (link.task.take(), link.up.take())
        };
        if let Some(task) = task {
            task.abort();
        }
        if let Some(up) = up {
            link::clean_up(&self.shared, &up).await;
        }
    }
}

/// What a connection depends on.
fn server_of(settings: &WorkerSettings) -> (bool, &str, bool) {
    (settings.on, &settings.address, settings.password)
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, PoolState> {
        // Consistent after every step, so a panic elsewhere cannot corrupt it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn link(&self) -> MutexGuard<'_, Link> {
        self.link.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn identity(&self) -> Result<Identity, QueueError> {
        Identity::load_or_create(&self.store.key_file())
    }

    /// Takes over what another process changed meanwhile; false if the project uses this server no
    /// longer, which the next run acts upon.
    fn follow_changes(&self) -> bool {
        let stamp = self.store.stamp(&self.project);
        {
            let link = self.link();
            if link.stamp == stamp {
                return true;
            }
        }
        let Ok(settings) = self.store.load(&self.project) else {
            return true;
        };
        let mut link = self.link();
        if server_of(&settings) != server_of(&link.settings) {
            link.up = None;
            return false;
        }
        link.stamp = stamp;
        self.state().limit_bytes = settings.limit_bytes;
        link.settings = settings;
        drop(link);
        self.apply_accepted();
        true
    }

    /// Takes over who is accepted, paused and bound now.
    fn apply_accepted(&self) {
        let accepted = self.link().settings.accepted.clone();
        let mut state = self.state();
        let known: Vec<_> = state.workers.keys().copied().collect();
        for key in known {
            match accepted.iter().find(|worker| worker.key == key) {
                Some(now) => {
                    if let Some(worker) = state.workers.get_mut(&key) {
                        worker.accepted = now.clone();
                    }
                }
                None => state.remove(key),
            }
        }
        drop(state);
        self.changed.notify_waiters();
    }
}
