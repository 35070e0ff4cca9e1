//! The two directions of an owner's session: a stream of work for each worker, and one of readings.
//! Whoever reads an entry deletes it; the bytes of readings that wait are counted, and a worker that
//! finds too many waits.

use std::time::Duration;

use redis::Value;

use super::connection::QueueConnection;
use super::{OwnerKeys, PublicKey, QueueError};
use bowerbird_logic::policy::defaults::QUEUE_ENTRY;

/// Adds a reading if there is room for it: 1 done, 0 no room, -1 nobody waits for it.
const PUT_READING: &str = "
if redis.call('EXISTS', KEYS[3]) == 0 then return -1 end
local size = #ARGV[2]
local used = tonumber(redis.call('GET', KEYS[2]) or '0') or 0
if redis.call('XLEN', KEYS[1]) == 0 then used = 0 end
if used > 0 and used + size > tonumber(ARGV[3]) then return 0 end
redis.call('XADD', KEYS[1], '*', 'w', ARGV[1], 'd', ARGV[2])
redis.call('SET', KEYS[2], used + size, 'PX', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1";
/// Deletes the first reading, which was taken, and takes further ones: at most as many, and none from
/// this number of bytes on.
const TAKE_READINGS: &str = "
local function size(entry)
  for i = 1, #entry[2], 2 do if entry[2][i] == 'd' then return #entry[2][i + 1] end end
  return 0
end
redis.call('XDEL', KEYS[1], ARGV[1])
local bytes = tonumber(ARGV[2])
local taken = {}
while #taken < tonumber(ARGV[3]) and bytes < tonumber(ARGV[4]) do
  local entry = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
  if not entry then break end
  redis.call('XDEL', KEYS[1], entry[1])
  bytes = bytes + size(entry)
  taken[#taken + 1] = entry
end
local left = redis.call('DECRBY', KEYS[2], bytes)
if left < 0 or redis.call('XLEN', KEYS[1]) == 0 then redis.call('DEL', KEYS[2]) end
return taken";
/// Adds work.
const PUT_WORK: &str = "
local id = redis.call('XADD', KEYS[1], '*', 'd', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return id";

/// Whether a reading was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It waits for the owner.
    Done,
    /// Too many bytes wait already.
    NoRoom,
    /// The owner is gone.
    NoOwner,
}

/// An entry of a stream.
#[derive(Clone, Debug)]
pub struct Arrived {
    id: String,
    /// Who says to have written it; nobody for work.
    pub from: Option<PublicKey>,
    /// What it holds; empty where it is no entry of ours.
    pub message: Vec<u8>,
}

impl Arrived {
    /// When it was stored, by the server's clock in milliseconds.
    pub fn stored_ms(&self) -> u64 {
        millis_of(&self.id)
    }
}

/// The time in the id of an entry.
fn millis_of(id: &str) -> u64 {
    let (millis, _) = id.split_once('-').unwrap_or((id, ""));
    millis.parse().unwrap_or(0)
}

impl QueueConnection {
    /// Hands work out to a worker. Returns when it was stored, by the server's clock in milliseconds.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn put_work(
        &self,
        keys: &OwnerKeys,
        worker: &PublicKey,
        message: &[u8],
    ) -> Result<u64, QueueError> {
        let key = keys.work(worker);
        let mut put = redis::cmd("EVAL");
        put.arg(PUT_WORK).arg(1).arg(&key).arg(message).arg(kept());
        let id = self.ask::<String>(&put).await;
        id.map(|id| millis_of(&id))
            .map_err(|error| Self::about(&key, error))
    }

    /// The work for a worker after the entry `after`, at most `count`; waits for the first one. What
    /// is returned is deleted.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn take_work(
        &self,
        keys: &OwnerKeys,
        worker: &PublicKey,
        count: usize,
        wait: Duration,
    ) -> Result<Vec<Arrived>, QueueError> {
        let key = keys.work(worker);
        let arrived = self.read(&key, count, wait).await?;
        if !arrived.is_empty() {
            let mut delete = redis::cmd("XDEL");
            delete.arg(&key);
            arrived.iter().for_each(|one| {
                delete.arg(&one.id);
            });
            self.ask::<i64>(&delete).await?;
        }
        Ok(arrived)
    }

    /// Deletes all work for a worker that did not take it.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn drop_work(&self, keys: &OwnerKeys, worker: &PublicKey) -> Result<(), QueueError> {
        let mut delete = redis::cmd("DEL");
        delete.arg(keys.work(worker));
        self.ask::<i64>(&delete).await.map(drop)
    }

    /// Sends a reading to the owner, if no more than `limit_bytes` wait then.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn put_reading(
        &self,
        keys: &OwnerKeys,
        worker: &PublicKey,
        message: &[u8],
        limit_bytes: u64,
    ) -> Result<Put, QueueError> {
        let key = keys.readings();
        let mut put = redis::cmd("EVAL");
        put.arg(PUT_READING).arg(3);
        put.arg(&key).arg(keys.bytes()).arg(keys.alive());
        put.arg(worker.to_string())
            .arg(message)
            .arg(limit_bytes)
            .arg(kept());
        let put = self.ask::<i64>(&put).await;
        match put.map_err(|error| Self::about(&key, error))? {
            1 => Ok(Put::Done),
            0 => Ok(Put::NoRoom),
            _ => Ok(Put::NoOwner),
        }
    }

    /// The readings that wait; waits for the first one. At most `count`, and after `bytes` no further
    /// one is taken, so that this many large ones are not held at once. What is returned is deleted.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn take_readings(
        &self,
        keys: &OwnerKeys,
        (count, bytes): (usize, usize),
        wait: Duration,
    ) -> Result<Vec<Arrived>, QueueError> {
        let key = keys.readings();
        let mut arrived = self.read(&key, 1, wait).await?;
        if let Some(first) = arrived.first() {
            let mut take = redis::cmd("EVAL");
            take.arg(TAKE_READINGS)
                .arg(2)
                .arg(&key)
                .arg(keys.bytes())
                .arg(&first.id)
                .arg(first.message.len())
                .arg(count.saturating_sub(1))
                .arg(bytes);
            let taken = self.ask::<Vec<Value>>(&take).await;
            let taken = taken.map_err(|error| Self::about(&key, error))?;
            arrived.extend(taken.into_iter().filter_map(entry));
        }
        Ok(arrived)
    }

    /// Stores a blob, or has a stored one last longer.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn put_blob(
        &self,
        keys: &OwnerKeys,
        hash: &str,
        message: &[u8],
    ) -> Result<(), QueueError> {
        let mut set = redis::cmd("SET");
        set.arg(keys.blob(hash)).arg(message).arg("PX").arg(kept());
        self.ask::<()>(&set).await
    }

    /// A stored blob.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn blob(&self, keys: &OwnerKeys, hash: &str) -> Result<Option<Vec<u8>>, QueueError> {
        let mut get = redis::cmd("GET");
        get.arg(keys.blob(hash));
        self.ask(&get).await
    }

    /// Deletes all of an owner's session.
    ///
    /// # Errors
    /// [`QueueError`].
    pub async fn clean_up(
        &self,
        keys: &OwnerKeys,
        workers: &[PublicKey],
        blobs: &[String],
    ) -> Result<(), QueueError> {
        let mut delete = redis::cmd("DEL");
        delete
            .arg(keys.alive())
            .arg(keys.readings())
            .arg(keys.bytes());
        for worker in workers {
            delete.arg(keys.work(worker));
        }
        for hash in blobs {
            delete.arg(keys.blob(hash));
        }
        self.ask::<i64>(&delete).await.map(drop)
    }

    async fn read(
        &self,
        key: &str,
        count: usize,
        wait: Duration,
    ) -> Result<Vec<Arrived>, QueueError> {
        let mut read = redis::cmd("XREAD");
        read.arg("COUNT").arg(count.max(1));
        read.arg("BLOCK").arg(wait.as_millis().max(1).to_string());
        read.arg("STREAMS").arg(key).arg("0");
        let answer = self.ask::<Value>(&read).await;
        Ok(entries(answer.map_err(|error| Self::about(key, error))?))
    }
}

/// How long what is stored lasts after its last change.
fn kept() -> u64 {
    u64::try_from((20 * QUEUE_ENTRY).as_millis()).unwrap_or(u64::MAX)
}

/// The entries of the one stream in an answer to `XREAD`.
fn entries(answer: Value) -> Vec<Arrived> {
    let stream = match answer {
        Value::Array(streams) => match streams.into_iter().next() {
            Some(Value::Array(parts)) => parts.into_iter().nth(1),
            _ => None,
        },
        Value::Map(streams) => streams.into_iter().next().map(|(_, entries)| entries),
        _ => None,
    };
    let Some(Value::Array(entries)) = stream else {
        return Vec::new();
    };
    entries.into_iter().filter_map(entry).collect()
}

fn entry(entry: Value) -> Option<Arrived> {
    let Value::Array(parts) = entry else {
        return None;
    };
    let mut parts = parts.into_iter();
    let id = text(parts.next()?)?;
    let mut arrived = Arrived {
        id,
        from: None,
        message: Vec::new(),
    };
    let fields: Vec<Value> = match parts.next() {
        Some(Value::Array(fields)) => fields,
        _ => Vec::new(),
    };
    let mut fields = fields.into_iter();
    while let (Some(name), Some(value)) = (fields.next(), fields.next()) {
        match (text(name).as_deref(), value) {
            (Some("w"), value) => arrived.from = text(value).and_then(|key| PublicKey::parse(&key)),
            (Some("d"), Value::BulkString(bytes)) => arrived.message = bytes,
            _ => {}
        }
    }
    Some(arrived)
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::BulkString(bytes) => String::from_utf8(bytes).ok(),
        Value::SimpleString(text) => Some(text),
        _ => None,
    }
}
