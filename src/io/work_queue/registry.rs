//! Who is there: workers and owners announce themselves in one hash each. Nothing in it is trusted: it
//! only says whom to ask. An entry that no longer changes belongs to a process that died.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::connection::QueueConnection;
use super::{OwnerKeys, PublicKey, QueueError, SessionId};
use bowerbird_logic::policy::defaults::QUEUE_ENTRY;

const WORKERS: &str = "bowerbird:{workers}";
const OWNERS: &str = "bowerbird:{owners}";
/// The maximum bytes of an entry.
const MAX_ENTRY_BYTES: usize = 64 * 1024;
/// The maximum number of entries that are read.
const MAX_ENTRIES: usize = 2_000;
/// The number of entries that are looked at for old ones at each announcement: chosen at random, so
/// that all are in time, however many there are.
const SWEPT: usize = 16;

/// A worker that is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerEntry {
    /// Its key.
    pub key: PublicKey,
    /// This start of it.
    pub session: SessionId,
    /// The name that it was given.
    pub name: String,
    /// Its version of the messages.
    pub protocol: u32,
    /// Its build.
    pub build: String,
    /// How many requests it works on at once.
    pub jobs: u32,
    /// Whether it shows pages in a browser.
    pub browser: bool,
    /// Its address as the server sees it.
    pub address: Option<String>,
    /// How many requests it works on now.
    pub busy: u32,
    /// Pages read since it started.
    pub done: u64,
    /// Pages read in the last minute.
    pub per_minute: u64,
    /// Requests without an answer since it started.
    pub failed: u64,
    /// When it was announced, by the server's clock, in milliseconds.
    pub at_ms: u64,
}

/// An owner that uses workers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnerEntry {
    /// Its key.
    pub key: PublicKey,
    /// The id of its project.
    pub project: String,
    /// This opening of it.
    pub session: SessionId,
    /// Its version of the messages.
    pub protocol: u32,
    /// Its build.
    pub build: String,
    /// The workers that it accepted.
    pub accepted: Vec<PublicKey>,
    /// The maximum bytes of readings that wait for it.
    pub limit_bytes: u64,
    /// When it was announced, by the server's clock, in milliseconds.
    pub at_ms: u64,
}

impl OwnerEntry {
    /// The keys of this session.
    pub fn keys(&self) -> OwnerKeys {
        OwnerKeys::new(&self.project, self.session)
    }
}

impl QueueConnection {
    /// The server's clock, in milliseconds: the only one that all machines share.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn time_ms(&self) -> Result<u64, QueueError> {
        let (seconds, micros) = self.ask::<(u64, u64)>(&redis::cmd("TIME")).await?;
        Ok(seconds.saturating_mul(1000).saturating_add(micros / 1000))
    }

    /// Announces a worker.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn announce_worker(&self, entry: &WorkerEntry) -> Result<(), QueueError> {
        self.announce(WORKERS, &entry.key.to_string(), entry)
            .await?;
        self.sweep(WORKERS).await;
        Ok(())
    }

    /// Takes a worker out.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn withdraw_worker(&self, key: &PublicKey) -> Result<(), QueueError> {
        self.withdraw(WORKERS, &key.to_string()).await
    }

    /// The workers that are there.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn workers(&self) -> Result<Vec<WorkerEntry>, QueueError> {
        self.entries(WORKERS).await
    }

    /// Announces an owner, and that its session goes on.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn announce_owner(&self, entry: &OwnerEntry) -> Result<(), QueueError> {
        let alive = entry.keys().alive();
        let mut set = redis::cmd("SET");
        set.arg(&alive).arg(1).arg("PX").arg(millis());
        self.ask::<()>(&set).await?;
        let session = entry.session.to_string();
        self.announce(OWNERS, &session, entry).await?;
        self.sweep(OWNERS).await;
        Ok(())
    }

    /// Takes an owner out.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn withdraw_owner(&self, session: SessionId) -> Result<(), QueueError> {
        self.withdraw(OWNERS, &session.to_string()).await
    }

    /// The owners that are there.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn owners(&self) -> Result<Vec<OwnerEntry>, QueueError> {
        self.entries(OWNERS).await
    }

    async fn announce<T: Serialize>(
        &self,
        hash: &str,
        field: &str,
        entry: &T,
    ) -> Result<(), QueueError> {
        let text = serde_json::to_string(entry).unwrap_or_default();
        let mut set = redis::cmd("HSET");
        set.arg(hash).arg(field).arg(text);
        let set = self.ask::<i64>(&set).await;
        set.map_err(|error| Self::about(hash, error))?;
        let mut expire = redis::cmd("PEXPIRE");
        expire.arg(hash).arg(4 * millis());
        self.ask::<i64>(&expire).await?;
        Ok(())
    }

    async fn withdraw(&self, hash: &str, field: &str) -> Result<(), QueueError> {
        let mut delete = redis::cmd("HDEL");
        delete.arg(hash).arg(field);
        self.ask::<i64>(&delete).await?;
        Ok(())
    }

    /// Deletes entries of processes that died long ago: the whole hash lasts as long as anyone
    /// announces itself. Who announces itself need not be able to.
    async fn sweep(&self, hash: &str) {
        if let Err(error) = self.delete_old(hash).await {
            tracing::debug!(%error, hash, "old entries stay in the queue");
        }
    }

    async fn delete_old(&self, hash: &str) -> Result<(), QueueError> {
        let mut some = redis::cmd("HRANDFIELD");
        some.arg(hash).arg(SWEPT);
        let fields = self.ask::<Vec<Vec<u8>>>(&some).await?;
        if fields.is_empty() {
            return Ok(());
        }
        let mut get = redis::cmd("HMGET");
        get.arg(hash).arg(&fields);
        let texts = self.ask::<Vec<Option<Vec<u8>>>>(&get).await?;
        let now_ms = self.time_ms().await?;
        let old: Vec<Vec<u8>> = fields
            .into_iter()
            .zip(texts)
            .filter(|(_, text)| text.as_ref().is_some_and(|text| is_old(text, now_ms)))
            .map(|(field, _)| field)
            .collect();
        if !old.is_empty() {
            let mut delete = redis::cmd("HDEL");
            delete.arg(hash).arg(&old);
            self.ask::<i64>(&delete).await?;
        }
        Ok(())
    }

    /// What is no entry of this version, or is old, is left out.
    async fn entries<T: DeserializeOwned>(&self, hash: &str) -> Result<Vec<T>, QueueError> {
        let mut all = redis::cmd("HGETALL");
        all.arg(hash);
        let all = self.ask::<BTreeMap<Vec<u8>, Vec<u8>>>(&all).await;
        let all = all.map_err(|error| Self::about(hash, error))?;
        let now_ms = self.time_ms().await?;
        let small = all
            .into_values()
            .filter(|text| text.len() <= MAX_ENTRY_BYTES && !is_old(text, now_ms));
        let known = small.filter_map(|text| serde_json::from_slice(&text).ok());
        Ok(known.take(MAX_ENTRIES).collect())
    }
}

/// Whether an entry has not changed for so long that nobody asks for it any more.
fn is_old(text: &[u8], now_ms: u64) -> bool {
    #[derive(Deserialize)]
    struct Announced {
        at_ms: u64,
    }
    let announced = serde_json::from_slice::<Announced>(text);
    announced.is_ok_and(|entry| now_ms > entry.at_ms.saturating_add(20 * millis()))
}

fn millis() -> u64 {
    u64::try_from(QUEUE_ENTRY.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_not_changed_for_long_is_old() {
        let entry = br#"{"at_ms":1000,"name":"w"}"#;
        let limit = 1_000 + 20 * millis();
        assert!(!is_old(entry, 0) && !is_old(entry, limit));
        assert!(is_old(entry, limit + 1));
        assert!(!is_old(b"something else", limit + 1));
    }
}
