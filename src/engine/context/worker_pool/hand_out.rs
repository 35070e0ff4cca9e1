//! Hands one request out and waits for its answer. A worker that dies gives the request back, and
//! another one gets it.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::messages::ForWorker;
use super::request_placement::{Placement, WorkerReply};
use super::{DueRequest, HandedOut, Shared, Up, WorkerPool};
use bowerbird_io::work_queue::{Direction, PublicKey, QueueError, Seal, Token, pack};

/// How often a request is handed out before it is done here.
const MAX_TRIES: u32 = 3;
/// How long a request waits for room before it looks again.
const WAIT: Duration = Duration::from_secs(1);
/// How long a stored blob is not stored again.
const BLOB_KNOWN: Duration = Duration::from_secs(300);

/// The longest time for an answer: a worker takes at most 300 s for a request, waits at most 60 s for
/// its turn at the host, and has some time for the queue. Without it a worker that names a request
/// for ever would hold the run.
const ANSWER: Duration = Duration::from_secs(420);

/// A request with room at a worker; on drop nobody waits for it any more.
struct Reserved {
    shared: Arc<Shared>,
    token: Token,
    worker: PublicKey,
    seal: Arc<Seal>,
    not_before: Instant,
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.shared.state().abandon(self.token);
        self.shared.changed.notify_waiters();
    }
}

impl WorkerPool {
    /// Hands `work` out and waits for the answer.
    pub(crate) async fn hand_out(&self, work: &DueRequest) -> HandedOut {
        for _ in 0..MAX_TRIES {
            let Some((reserved, answer, up)) = self.reserve(work).await else {
                return HandedOut::Here;
            };
            tokio::time::sleep_until(reserved.not_before).await;
            match self.send(&reserved, work, &up).await {
                Ok(true) => {}
                // Its worker has gone meanwhile.
                Ok(false) => continue,
                Err(error) => {
                    tracing::warn!(%error, "a request cannot be handed out");
                    return HandedOut::Here;
                }
            }
            let Ok(answer) = tokio::time::timeout(ANSWER, answer).await else {
                tracing::warn!("a worker does not answer a request that it has");
                self.shared.state().lose(reserved.token);
                continue;
            };
            match answer {
                Ok(WorkerReply::Reading(bytes)) => return HandedOut::Answer(bytes),
                Ok(WorkerReply::Missing) => {
                    let blobs = up.blobs.lock();
                    let mut blobs = blobs.unwrap_or_else(PoisonError::into_inner);
                    for (hash, _) in &work.blobs {
                        blobs.remove(hash);
                    }
                }
                Ok(WorkerReply::Lost) | Err(_) => {}
            }
        }
        HandedOut::Here
    }

    /// Waits until `host` may be asked from here: workers may have asked it a moment ago.
    pub(crate) async fn wait_for_host(&self, host: &str, gap: Duration) {
        let now = Instant::now();
        let at = self.shared.state().take_turn(host, gap, now);
        if at > now {
            tokio::time::sleep_until(at).await;
        }
    }

    /// Waits for room at a worker; `None` if the request is to be done here.
    async fn reserve(
        &self,
        work: &DueRequest,
    ) -> Option<(Reserved, oneshot::Receiver<WorkerReply>, Up)> {
        let shared = &self.shared;
        loop {
            let changed = shared.changed.notified();
            tokio::pin!(changed);
            // Registered before the check, so that no change in between is missed.
            changed.as_mut().enable();
            let up = shared.link().up.clone()?;
            let now = Instant::now();
            {
                let mut state = shared.state();
                match state.choose(work, now) {
                    Placement::Worker(worker, not_before) => {
                        let seal = state
                            .workers
                            .get(&worker)
                            .map(|known| Arc::clone(&known.seal));
                        let token = Token::random().ok()?;
                        let answer = state.reserve(token, worker, (work, now));
                        drop(state);
                        let reserved = Reserved {
                            shared: Arc::clone(shared),
                            token,
                            worker,
                            seal: seal?,
                            not_before,
                        };
                        return Some((reserved, answer, up));
                    }
                    Placement::Here => return None,
                    Placement::Wait => {}
                }
            }
            let _ = tokio::time::timeout(WAIT, changed).await;
        }
    }

    /// Sends a request; false if its worker has gone since room was reserved.
    async fn send(
        &self,
        reserved: &Reserved,
        work: &DueRequest,
        up: &Up,
    ) -> Result<bool, QueueError> {
        for (hash, content) in &work.blobs {
            store_blob(up, hash, content).await?;
        }
        let head = ForWorker {
            token: reserved.token,
            host: work.host.clone(),
            gap_ms: u64::try_from(work.gap.as_millis()).unwrap_or(u64::MAX),
            blob_key: up.blob_key.clone(),
        };
        let message = pack(&head, &work.message);
        let sealed = message.and_then(|message| reserved.seal.seal(Direction::ToWorker, &message));
        let Some(sealed) = sealed else {
            return Err(QueueError::Refused {
                address: String::new(),
                reason: "too large".to_owned(),
            });
        };
        // Noted before: the answer may be faster than this task.
        let noted = self
            .shared
            .state()
            .note_sent(reserved.token, Instant::now());
        if noted {
            let stored = up.connection.put_work(&up.keys, &reserved.worker, &sealed);
            let stored_ms = stored.await?;
            let mut state = self.shared.state();
            state.note_stored(reserved.token, stored_ms);
        }
        Ok(noted)
    }
}

async fn store_blob(up: &Up, hash: &str, content: &[u8]) -> Result<(), QueueError> {
    let is_known = {
        let blobs = up.blobs.lock().unwrap_or_else(PoisonError::into_inner);
        blobs
            .get(hash)
            .is_some_and(|since| since.elapsed() < BLOB_KNOWN)
    };
    if is_known {
        return Ok(());
    }
    let Some(sealed) = up.blob_key.seal(content) else {
        return Err(QueueError::Refused {
            address: String::new(),
            reason: "a blob is too large".to_owned(),
        });
    };
    up.connection.put_blob(&up.keys, hash, &sealed).await?;
    let mut blobs = up.blobs.lock().unwrap_or_else(PoisonError::into_inner);
    blobs.insert(hash.to_owned(), Instant::now());
    Ok(())
}
