//! The owner's side of the queue: announces itself, takes what workers send, and notes who is gone.
//! Where the server is away it tries again, ever less often; requests are done here meanwhile.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior};

use super::messages::FromWorker;
use super::request_placement::{Heartbeat, Presence, Worker, WorkerReply};
use super::{Shared, Up, server_of};
use bowerbird_io::secrets::Secret;
use bowerbird_io::work_queue::{
    Arrived, BlobKey, Direction, Identity, OwnerEntry, OwnerKeys, PROTOCOL, PublicKey,
    QueueAddress, QueueConnection, QueueError, Seal, SessionId, WorkerSettings, build, connect,
    unpack,
};
use bowerbird_logic::messages::Explain;
use bowerbird_logic::policy::defaults::WORKER_SILENT;

/// How often the owner announces itself and looks who is there.
const TICK: Duration = Duration::from_secs(2);
/// How long one read of the queue waits.
const READ_WAIT: Duration = Duration::from_secs(5);
/// How many messages are taken at once, and from how many bytes on no further one is.
const READ_COUNT: usize = 64;
const READ_BYTES: usize = 4 * 1024 * 1024;
/// The longest rest before another try to connect.
const MAX_REST: Duration = Duration::from_secs(30);
/// How long cleaning up at the end may take.
const CLEAN_UP: Duration = Duration::from_secs(2);

/// Follows the queue until it is aborted.
pub(super) async fn follow(
    shared: Arc<Shared>,
    settings: WorkerSettings,
    password: Option<Secret>,
) {
    let session = (SessionId::random().ok()).zip(BlobKey::random());
    let (Ok(identity), Some((session, blob_key))) = (shared.identity(), session) else {
        tracing::error!("workers cannot be used: this machine has no key for them");
        return;
    };
    let keys = OwnerKeys::new(&shared.project, session);
    let entry = OwnerEntry {
        key: identity.public(),
        project: shared.project.clone(),
        session,
        protocol: PROTOCOL,
        build: build(),
        accepted: Vec::new(),
        limit_bytes: settings.limit_bytes,
        at_ms: 0,
    };
    let owner = Owner {
        shared: &shared,
        settings: &settings,
        identity,
        keys,
        blob_key,
    };
    tokio::join!(
        watch(&shared),
        stay_connected(&owner, entry, password.as_ref()),
    );
}

/// Takes out silent workers, also while the server is away.
async fn watch(shared: &Shared) {
    let mut ticks = tokio::time::interval(TICK / 2);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last = Instant::now();
    loop {
        ticks.tick().await;
        let now = Instant::now();
        let gone = {
            let mut state = shared.state();
            if now > last + WORKER_SILENT / 2 {
                state.forgive(now);
            }
            last = now;
            state.expire(now)
        };
        for key in &gone {
            tracing::warn!(worker = %key.fingerprint(), "a worker says nothing any more");
        }
        if !gone.is_empty() {
            shared.changed.notify_waiters();
        }
    }
}

/// What stays the same over all connections.
struct Owner<'a> {
    shared: &'a Arc<Shared>,
    /// The settings with which this connection began.
    settings: &'a WorkerSettings,
    identity: Identity,
    keys: OwnerKeys,
    blob_key: BlobKey,
}

async fn stay_connected(owner: &Owner<'_>, mut entry: OwnerEntry, password: Option<&Secret>) {
    let shared = owner.shared;
    let mut rest = Duration::from_secs(1);
    loop {
        let ended = match QueueAddress::parse(&owner.settings.address) {
            Err(error) => error,
            Ok((address, _)) => {
                let both = async {
                    let commands = connect(&address, password).await?;
                    Ok::<_, QueueError>((commands, connect(&address, password).await?))
                };
                match both.await {
                    Err(error) => error,
                    Ok((commands, reader)) => {
                        rest = Duration::from_secs(1);
                        owner.run(&mut entry, commands, reader).await
                    }
                }
            }
        };
        {
            let mut link = shared.link();
            link.up = None;
            // Once, not at each try.
            let problem = ended.explain();
            if link.problem.as_ref() != Some(&problem) {
                tracing::warn!(error = %ended, "workers are not used for now");
                link.problem = Some(problem);
            }
        }
        shared.changed.notify_waiters();
        tokio::time::sleep(rest).await;
        rest = (rest * 2).min(MAX_REST);
    }
}

impl Owner<'_> {
    /// Works until the connection fails; returns why.
    async fn run(
        &self,
        entry: &mut OwnerEntry,
        commands: QueueConnection,
        reader: QueueConnection,
    ) -> QueueError {
        if let Err(error) = self.announce(entry, &commands).await {
            return error;
        }
        tracing::info!("connected to the queue of workers");
        let up = Up {
            connection: commands.clone(),
            keys: self.keys.clone(),
            blob_key: self.blob_key.clone(),
            blobs: Arc::new(Mutex::new(HashMap::new())),
        };
        {
            let mut link = self.shared.link();
            link.problem = None;
            link.up = Some(up.clone());
        }
        self.shared.changed.notify_waiters();
        let announcing = async {
            loop {
                tokio::time::sleep(TICK).await;
                if !self.shared.follow_changes() {
                    continue;
                }
                if let Err(error) = self.announce(entry, &commands).await {
                    return error;
                }
                self.come_back(&up);
            }
        };
        let reading = async {
            loop {
                match reader
                    .take_readings(&self.keys, (READ_COUNT, READ_BYTES), READ_WAIT)
                    .await
                {
                    Ok(arrived) => {
                        arrived.iter().for_each(|one| self.take(one));
                        self.drop_stale(&commands).await;
                    }
                    Err(error) => return error,
                }
            }
        };
        tokio::select! {
            error = announcing => error,
            error = reading => error,
        }
    }

    /// Uses the connection again, if workers were turned off and on again at the same server
    /// meanwhile.
    fn come_back(&self, up: &Up) {
        {
            let mut link = self.shared.link();
            let is_same = server_of(&link.settings) == server_of(self.settings);
            if link.up.is_some() || !is_same {
                return;
            }
            link.up = Some(up.clone());
        }
        self.shared.changed.notify_waiters();
    }

    /// Deletes what waits for workers that lost all that they had: it was handed out again, or is
    /// done here.
    async fn drop_stale(&self, commands: &QueueConnection) {
        let stale: Vec<PublicKey> = self.shared.state().stale.iter().copied().collect();
        if stale.is_empty() {
            return;
        }
        for worker in &stale {
            if let Err(error) = commands.drop_work(&self.keys, worker).await {
                tracing::info!(%error, "the queue keeps what expires by itself");
            }
            // Also after an error: a request that is done twice is better than a worker that waits.
            self.shared.state().stale.remove(worker);
        }
        self.shared.changed.notify_waiters();
    }

    /// Announces the owner, and gets to know the accepted workers that are there.
    async fn announce(
        &self,
        entry: &mut OwnerEntry,
        commands: &QueueConnection,
    ) -> Result<(), QueueError> {
        let (accepted, limit_bytes) = {
            let link = self.shared.link();
            (link.settings.accepted.clone(), link.settings.limit_bytes)
        };
        entry.accepted = accepted.iter().map(|worker| worker.key).collect();
        entry.limit_bytes = limit_bytes;
        entry.at_ms = commands.time_ms().await?;
        commands.announce_owner(entry).await?;
        self.drop_stale(commands).await;
        let mut state = self.shared.state();
        for worker in accepted {
            if let Some(known) = state.workers.get_mut(&worker.key) {
                known.accepted = worker;
                continue;
            }
            let seal = Seal::of_owner(&self.identity, &worker.key, &self.keys);
            let Some(seal) = seal.map(Arc::new) else {
                continue;
            };
            state.workers.insert(worker.key, Worker::new(worker, seal));
        }
        Ok(())
    }

    /// Takes one message of a worker. What no accepted worker sealed for this session is dropped.
    fn take(&self, arrived: &Arrived) {
        let shared = self.shared;
        let seal = arrived.from.and_then(|from| {
            let state = shared.state();
            let worker = state.workers.get(&from)?;
            Some((from, Arc::clone(&worker.seal)))
        });
        let opened = seal.and_then(|(from, seal)| {
            let message = seal.open(Direction::ToOwner, &arrived.message)?;
            let (head, bytes) = unpack::<FromWorker>(&message)?;
            Some((from, head, bytes.to_vec()))
        });
        let now = Instant::now();
        let mut state = shared.state();
        match opened {
            None => {
                state.dropped.forged += 1;
                let count = state.dropped.forged;
                drop(state);
                // Once for each power of two: a hostile program must not fill the log.
                if count.is_power_of_two() {
                    tracing::warn!(count, "messages in the queue are by no accepted worker");
                }
                return;
            }
            Some((
                from,
                FromWorker::State {
                    session,
                    count,
                    drained,
                    jobs,
                    browser,
                    held,
                },
                _,
            )) => {
                let jobs = usize::try_from(jobs).unwrap_or(1);
                let here = Presence {
                    session,
                    seen: now,
                    jobs: jobs.clamp(1, MAX_JOBS),
                    browser,
                };
                let said = Heartbeat {
                    here,
                    count,
                    drained,
                    held: &held,
                    stored_ms: arrived.stored_ms(),
                };
                state.note_state(from, &said);
            }
            Some((from, FromWorker::Reading { token, took_ms }, bytes)) => {
                let took = Duration::from_millis(took_ms);
                state.note_answer(from, token, (WorkerReply::Reading(bytes), took, now));
            }
            Some((from, FromWorker::Missing { token }, _)) => {
                let answer = (WorkerReply::Missing, Duration::ZERO, now);
                state.note_answer(from, token, answer);
            }
        }
        drop(state);
        shared.changed.notify_waiters();
    }
}

/// The maximum number of requests that a worker may have at once.
const MAX_JOBS: usize = 512;

/// Deletes what a session left in the queue.
pub(super) async fn clean_up(shared: &Shared, up: &Up) {
    let workers: Vec<_> = shared.state().workers.keys().copied().collect();
    let blobs: Vec<String> = {
        let blobs = up.blobs.lock();
        let blobs = blobs.unwrap_or_else(std::sync::PoisonError::into_inner);
        blobs.keys().cloned().collect()
    };
    let cleaning = async {
        up.connection.withdraw_owner(up.keys.session()).await?;
        up.connection.clean_up(&up.keys, &workers, &blobs).await
    };
    match tokio::time::timeout(CLEAN_UP, cleaning).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::info!(%error, "the queue keeps what expires by itself"),
        Err(_) => tracing::info!("the queue keeps what expires by itself"),
    }
}
