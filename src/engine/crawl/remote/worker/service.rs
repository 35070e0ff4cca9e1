//! The life of a worker: connects, announces itself, finds the owners that accepted it, and works for
//! each of them until it is stopped.

use std::collections::HashMap;
use std::future::Future;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::host_gaps::HostGaps;
use super::jobs_of_owner::OwnerSession;
use super::read_contexts::ReadContexts;
use super::statistics::Statistics;
use super::trust::Trust;
use super::{WorkerOptions, WorkerReport};
use crate::context::page_client::PageClient;
use crate::runtime::threads::cores;
use bowerbird_io::fetch::{FetchLimits, Fetcher};
use bowerbird_io::work_queue::{
    Identity, OwnerEntry, PROTOCOL, QueueConnection, QueueError, SessionId, WorkerEntry, build,
    connect,
};
use bowerbird_logic::messages::Explain;
use bowerbird_logic::policy::defaults::{QUEUE_ENTRY, WORKER_FINISH, WORKER_TICK};

/// The longest rest before another try to connect.
const MAX_REST: Duration = Duration::from_secs(15);
/// The file with the worker's key.
const KEY_FILE: &str = "worker-key";

/// What all jobs of a worker share.
pub(super) struct Tools {
    pub(super) identity: Identity,
    pub(super) session: SessionId,
    pub(super) jobs: usize,
    pub(super) browser: bool,
    pub(super) fetcher: Fetcher,
    pub(super) pages: PageClient,
    pub(super) contexts: ReadContexts,
    pub(super) gaps: HostGaps,
    pub(super) statistics: Statistics,
    pub(super) slots: Arc<Semaphore>,
    /// How many times owners were told what it has.
    pub(super) states: AtomicU64,
    /// At most as many pages are read at once as there are cores.
    pub(super) parsers: Semaphore,
    connection: Mutex<Option<QueueConnection>>,
}

impl Tools {
    /// The connection of the moment.
    pub(super) fn connection(&self) -> Result<QueueConnection, QueueError> {
        let connection = self.connection.lock();
        let connection = connection.unwrap_or_else(PoisonError::into_inner);
        connection.clone().ok_or_else(|| QueueError::Away {
            address: String::new(),
            reason: String::new(),
        })
    }

    fn set_connection(&self, now: Option<QueueConnection>) {
        *self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = now;
    }
}

/// Works until `stop`.
///
/// # Errors
/// [`QueueError`] if the queue cannot be used at all: a wrong address or password, a server that is too
/// old or would drop messages.
pub async fn serve(
    options: WorkerOptions,
    stop: impl Future<Output = ()>,
    report: impl Fn(WorkerReport),
) -> Result<(), QueueError> {
    let identity = Identity::load_or_create(&options.folder.join(KEY_FILE))?;
    report(WorkerReport::Key {
        fingerprint: identity.public().fingerprint(),
    });
    let jobs = options.jobs.max(1);
    let fetcher = Fetcher::new(FetchLimits::default());
    let tools = Arc::new(Tools {
        session: SessionId::random()?,
        jobs,
        browser: options.browser,
        pages: PageClient::new(&fetcher, options.program.clone()),
        fetcher,
        contexts: ReadContexts::default(),
        gaps: HostGaps::default(),
        statistics: Statistics::default(),
        slots: Arc::new(Semaphore::new(jobs)),
        states: AtomicU64::new(0),
        parsers: Semaphore::new(cores()),
        connection: Mutex::new(None),
        identity,
    });
    let mut worker = Worker {
        trust: Trust::load(&options.folder, &options.owners),
        tools: Arc::clone(&tools),
        options,
        owners: HashMap::new(),
        told: Vec::new(),
        report: &report,
    };
    tokio::pin!(stop);
    let ended = tokio::select! {
        () = &mut stop => Ok(()),
        ended = worker.stay_connected() => ended,
    };
    worker.finish().await;
    ended
}

/// A worker at work.
struct Worker<'a, R: Fn(WorkerReport)> {
    options: WorkerOptions,
    tools: Arc<Tools>,
    trust: Trust,
    /// The owners' sessions, each with its task while there is a connection.
    owners: HashMap<SessionId, (Arc<OwnerSession>, Option<JoinHandle<()>>)>,
    /// What was reported about an owner, so that it is once.
    told: Vec<SessionId>,
    report: &'a R,
}

impl<R: Fn(WorkerReport)> Worker<'_, R> {
    /// Connects again and again; returns only what no other try can help against.
    async fn stay_connected(&mut self) -> Result<(), QueueError> {
        let mut rest = Duration::from_secs(1);
        let mut told = None;
        loop {
            let password = self.options.password.clone();
            let error = match connect(&self.options.address, password.as_ref()).await {
                Ok(connection) => {
                    rest = Duration::from_secs(1);
                    told = None;
                    (self.report)(WorkerReport::Connected);
                    self.tools.set_connection(Some(connection.clone()));
                    self.work(&connection).await
                }
                Err(error) => error,
            };
            self.tools.set_connection(None);
            for (_, task) in self.owners.values_mut() {
                if let Some(task) = task.take() {
                    task.abort();
                }
            }
            if !error.may_pass() {
                return Err(error);
            }
            let problem = error.explain();
            // Once, not at each try.
            if told.as_ref() != Some(&problem) {
                (self.report)(WorkerReport::Problem(problem.clone()));
                told = Some(problem);
            }
            tokio::time::sleep(rest).await;
            rest = (rest * 2).min(MAX_REST);
        }
    }

    /// Works over one connection until it fails.
    async fn work(&mut self, connection: &QueueConnection) -> QueueError {
        let address = connection.own_address().await;
        loop {
            if let Err(error) = self.tick(connection, address.as_ref()).await {
                return error;
            }
            tokio::time::sleep(WORKER_TICK).await;
        }
    }

    /// Announces the worker, and begins to work for owners that are new.
    async fn tick(
        &mut self,
        connection: &QueueConnection,
        address: Option<&String>,
    ) -> Result<(), QueueError> {
        let tools = &self.tools;
        let now_ms = connection.time_ms().await?;
        let (done, failed, per_minute) = tools.statistics.figures(Instant::now());
        let busy = tools.jobs.saturating_sub(tools.slots.available_permits());
        let entry = WorkerEntry {
            key: tools.identity.public(),
            session: tools.session,
            name: self.options.name.clone(),
            protocol: PROTOCOL,
            build: build(),
            jobs: u32::try_from(tools.jobs).unwrap_or(u32::MAX),
            browser: tools.browser,
            address: address.cloned(),
            busy: u32::try_from(busy).unwrap_or(u32::MAX),
            done,
            per_minute,
            failed,
            at_ms: now_ms,
        };
        connection.announce_worker(&entry).await?;
        let alive_ms = u64::try_from(QUEUE_ENTRY.as_millis()).unwrap_or(u64::MAX);
        let owners = connection.owners().await?;
        let own = self.tools.identity.public();
        let owners: Vec<OwnerEntry> = owners
            .into_iter()
            .filter(|owner| now_ms < owner.at_ms.saturating_add(alive_ms))
            .filter(|owner| owner.accepted.contains(&own))
            .collect();
        self.owners.retain(|id, (session, task)| {
            let stays = owners.iter().any(|owner| owner.session == *id);
            if let Some(task) = task.take_if(|_| !stays) {
                task.abort();
            }
            // An owner that comes back is told what this worker still has.
            stays || session.is_busy()
        });
        for owner in &owners {
            self.begin(owner).await?;
        }
        Ok(())
    }

    /// Begins to work for an owner, if that has not been done over this connection.
    async fn begin(&mut self, owner: &OwnerEntry) -> Result<(), QueueError> {
        if owner.protocol != PROTOCOL || owner.build != build() {
            self.tell_once(owner.session, || WorkerReport::OtherBuild {
                theirs: owner.build.clone(),
                ours: build(),
            });
            return Ok(());
        }
        if !self.trust.admits(&owner.key, &self.options.folder)? {
            self.tell_once(owner.session, || WorkerReport::Foreign {
                owner: owner.key.fingerprint(),
            });
            return Ok(());
        }
        let running = self.owners.get(&owner.session);
        if running.is_some_and(|(_, task)| task.as_ref().is_some_and(|task| !task.is_finished())) {
            return Ok(());
        }
        let known = running.map(|(session, _)| Arc::clone(session));
        let session = known.or_else(|| OwnerSession::new(&self.tools, owner).map(Arc::new));
        let Some(session) = session else {
            return Ok(());
        };
        self.tell_once(owner.session, || WorkerReport::Accepted {
            owner: owner.key.fingerprint(),
        });
        // A read that waits would hold up other commands.
        let password = self.options.password.clone();
        let reader = connect(&self.options.address, password.as_ref()).await?;
        let working = Arc::clone(&session);
        let task = tokio::spawn(async move {
            if let Err(error) = working.run(&reader).await {
                tracing::info!(%error, "the queue of an owner is not read any more");
            }
        });
        self.owners.insert(owner.session, (session, Some(task)));
        Ok(())
    }

    fn tell_once(&mut self, session: SessionId, what: impl FnOnce() -> WorkerReport) {
        if !self.told.contains(&session) {
            self.told.push(session);
            (self.report)(what());
        }
    }

    /// Takes nothing more, finishes what is in progress, and leaves.
    async fn finish(&mut self) {
        for (_, task) in self.owners.values_mut() {
            if let Some(task) = task.take() {
                task.abort();
            }
        }
        let jobs = u32::try_from(self.tools.jobs).unwrap_or(u32::MAX);
        let _ = tokio::time::timeout(WORKER_FINISH, self.tools.slots.acquire_many(jobs)).await;
        if let Ok(connection) = self.tools.connection() {
            let own = self.tools.identity.public();
            if let Err(error) = connection.withdraw_worker(&own).await {
                tracing::info!(%error, "the worker is still listed for a while");
            }
        }
    }
}
