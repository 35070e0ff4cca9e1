//! What a worker does for one session of an owner: says what it has, takes requests as far as it has
//! room, sends readings. A reading that finds no room in the queue keeps its job's place, so that a slow
//! owner slows its workers down.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::job::{self, Done};
use super::read_contexts::CompiledContext;
use super::service::Tools;
use crate::context::worker_pool::messages::{ForWorker, FromWorker};
use crate::crawl::remote::messages::RemoteRequest;
use bowerbird_io::work_queue::{
    Direction, OwnerEntry, OwnerKeys, Put, QueueConnection, QueueError, Seal, Token, pack, unpack,
};

/// How often a worker says what it has.
const STATE: Duration = Duration::from_secs(2);
/// How long one read of the queue waits.
const READ_WAIT: Duration = Duration::from_secs(2);
/// How long a reading waits before it looks for room again.
const NO_ROOM: Duration = Duration::from_millis(50);
/// How long a reading is kept while the queue is away.
const MAX_AWAY: Duration = Duration::from_secs(120);
/// The number of tokens that are remembered, so that no request is done twice.
const MAX_SEEN: usize = 4_096;
/// The longest time between two requests to a host that is kept here: the owner waits for the rest.
const MAX_GAP: Duration = Duration::from_secs(60);

/// A request among those that the worker says it has; no longer on drop, so that the owner hands it
/// out again also after a panic.
struct HeldRequest {
    session: Arc<OwnerSession>,
    token: Token,
}

impl HeldRequest {
    fn new(session: &Arc<OwnerSession>, token: Token) -> Self {
        session.held().insert(token);
        Self {
            session: Arc::clone(session),
            token,
        }
    }

    /// Waits for room, does the request and sends its reading.
    async fn finish(self, head: ForWorker, bytes: Vec<u8>) {
        let slots = Arc::clone(&self.session.tools.slots);
        if let Ok(_place) = slots.acquire_owned().await {
            self.session.finish(head, &bytes).await;
        }
    }
}

impl Drop for HeldRequest {
    fn drop(&mut self) {
        self.session.held().remove(&self.token);
    }
}

/// One session of an owner at this worker.
pub(super) struct OwnerSession {
    tools: Arc<Tools>,
    keys: OwnerKeys,
    seal: Seal,
    limit_bytes: u64,
    held: Mutex<HashSet<Token>>,
    /// Whether all that waited was taken since it said so last.
    drained: AtomicBool,
    seen: Mutex<VecDeque<Token>>,
}

impl OwnerSession {
    /// The session of this owner; `None` if its key is none.
    pub(super) fn new(tools: &Arc<Tools>, owner: &OwnerEntry) -> Option<Self> {
        let keys = owner.keys();
        Some(Self {
            seal: Seal::of_worker(&tools.identity, &owner.key, &keys)?,
            tools: Arc::clone(tools),
            limit_bytes: owner.limit_bytes,
            keys,
            held: Mutex::default(),
            drained: AtomicBool::new(false),
            seen: Mutex::default(),
        })
    }

    /// Works for the owner over this connection until that fails or the owner is gone.
    pub(super) async fn run(self: &Arc<Self>, reader: &QueueConnection) -> Result<(), QueueError> {
        let saying = async {
            loop {
                if self.say_state().await? == Put::NoOwner {
                    return Ok(());
                }
                tokio::time::sleep(STATE).await;
            }
        };
        let taking = async {
            loop {
                self.take(reader).await?;
            }
        };
        tokio::select! {
            ended = saying => ended,
            ended = taking => ended,
        }
    }

    async fn say_state(&self) -> Result<Put, QueueError> {
        let state = FromWorker::State {
            session: self.tools.session,
            count: self.tools.states.fetch_add(1, Ordering::Relaxed),
            // Before the list of those that it has: a request that is taken in between is in it.
            drained: self.drained.swap(false, Ordering::Relaxed),
            jobs: u32::try_from(self.tools.jobs).unwrap_or(u32::MAX),
            browser: self.tools.browser,
            held: self.held().iter().copied().collect(),
        };
        let sealed = pack(&state, &[]);
        let Some(sealed) = sealed.and_then(|state| self.seal.seal(Direction::ToOwner, &state))
        else {
            return Ok(Put::Done);
        };
        let connection = self.tools.connection()?;
        // Small, and the owner must hear it also while readings wait.
        let limit = self.limit_bytes.saturating_mul(2);
        let own = self.tools.identity.public();
        connection
            .put_reading(&self.keys, &own, &sealed, limit)
            .await
    }

    /// Takes as many requests as there is room for. While it waits for them nothing is reserved: several
    /// owners share the room, and a request that finds none waits until a job ends.
    async fn take(self: &Arc<Self>, reader: &QueueConnection) -> Result<(), QueueError> {
        let slots = &self.tools.slots;
        let Ok(first) = slots.acquire().await else {
            return Ok(());
        };
        let count = slots.available_permits() + 1;
        drop(first);
        let own = self.tools.identity.public();
        let arrived = reader.take_work(&self.keys, &own, count, READ_WAIT).await?;
        let drained = arrived.len() < count;
        for one in arrived {
            let Some(message) = self.seal.open(Direction::ToWorker, &one.message) else {
                tracing::warn!("a request by nobody that this worker knows is left out");
                continue;
            };
            let Some((head, bytes)) = unpack::<ForWorker>(&message) else {
                continue;
            };
            if !self.is_new(head.token) {
                continue;
            }
            let held = HeldRequest::new(self, head.token);
            tokio::spawn(held.finish(head, bytes.to_vec()));
        }
        if drained {
            self.drained.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Does one request and sends its reading.
    async fn finish(&self, head: ForWorker, bytes: &[u8]) {
        let token = head.token;
        let begun = Instant::now();
        let sealed = match self.work(&head, bytes).await {
            Some(mut done) => {
                let took_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                let answer = FromWorker::Reading { token, took_ms };
                let sealed = |message: Option<Vec<u8>>| self.sealed(&answer, &message?);
                // What was fetched is never said to be missing: it would be fetched again.
                let mut message = sealed(done.message());
                if message.is_none() && done.leave_picture() {
                    message = sealed(done.message());
                }
                message.or_else(|| sealed(done.too_large()))
            }
            None => self.sealed(&FromWorker::Missing { token }, &[]),
        };
        if let Some(sealed) = sealed {
            self.send(&sealed).await;
        }
    }

    fn sealed(&self, head: &FromWorker, message: &[u8]) -> Option<Vec<u8>> {
        self.seal.seal(Direction::ToOwner, &pack(head, message)?)
    }

    /// `None` if nothing was fetched: a blob is missing, or the request is none.
    async fn work(&self, head: &ForWorker, bytes: &[u8]) -> Option<Done> {
        let (request, _) = unpack::<RemoteRequest>(bytes)?;
        let context = self.context(head, &request.context).await?;
        let gap = Duration::from_millis(head.gap_ms).min(MAX_GAP);
        self.tools.gaps.wait(&head.host, gap).await;
        let done = job::work(&self.tools, &context, request).await;
        self.tools.statistics.count(done.is_answer());
        Some(done)
    }

    /// The compiled rule and signals.
    async fn context(&self, head: &ForWorker, hash: &str) -> Option<Arc<CompiledContext>> {
        let text = async {
            let connection = self.tools.connection().ok()?;
            let sealed = connection.blob(&self.keys, hash).await.ok()??;
            head.blob_key.open(hash, &sealed)
        };
        self.tools.contexts.get(hash, text).await
    }

    /// Sends a reading; waits for room, and for the queue.
    async fn send(&self, sealed: &[u8]) {
        let own = self.tools.identity.public();
        let mut away_since: Option<Instant> = None;
        loop {
            let put = match self.tools.connection() {
                Ok(connection) => {
                    let put = connection.put_reading(&self.keys, &own, sealed, self.limit_bytes);
                    put.await
                }
                Err(error) => Err(error),
            };
            match put {
                Ok(Put::Done | Put::NoOwner) => return,
                Ok(Put::NoRoom) => {
                    away_since = None;
                    tokio::time::sleep(NO_ROOM).await;
                }
                Err(error) if error.may_pass() => {
                    let since = *away_since.get_or_insert_with(Instant::now);
                    if since.elapsed() > MAX_AWAY {
                        return;
                    }
                    tokio::time::sleep(10 * NO_ROOM).await;
                }
                Err(error) => {
                    tracing::warn!(%error, "a reading cannot be sent");
                    return;
                }
            }
        }
    }

    /// Whether a request comes for the first time.
    fn is_new(&self, token: Token) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.contains(&token) {
            return false;
        }
        if seen.len() >= MAX_SEEN {
            seen.pop_front();
        }
        seen.push_back(token);
        true
    }

    /// Whether it has requests that are not done.
    pub(super) fn is_busy(&self) -> bool {
        !self.held().is_empty()
    }

    fn held(&self) -> std::sync::MutexGuard<'_, HashSet<Token>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
